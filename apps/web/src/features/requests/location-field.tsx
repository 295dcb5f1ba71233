import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { placesOfCampus } from './requests.queries';

interface Props extends Record<string, unknown> {
  /** Whether the server takes no other place than those suggested. */
  placesOnly?: boolean;
}

/** Free text, with the places of the campus as the browser's own suggestions. */
export function LocationField({ placesOnly, ...field }: Props) {
  const listId = useId();
  const { data } = useQuery(placesOfCampus);
  const places = data?.places ?? [];
  return (
    <>
      <TextInput
        label="Store or dining hall"
        placeholder="North Dining Hall"
        dir="auto"
        autoComplete="off"
        list={places.length ? listId : undefined}
        description={placesOnly && places.length > 0 && `One of: ${places.join(', ')}`}
        required
        {...field}
      />
      {places.length > 0 && (
        <datalist id={listId}>
          {places.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      )}
    </>
  );
}
