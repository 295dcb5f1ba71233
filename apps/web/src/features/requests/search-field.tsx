import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SEARCH_MAX } from '@spareswipe/contract';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const PAUSE_MS = 300;

interface Props {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches when the typing pauses, or at once on Enter or a press. The typed text wins over the address. */
export function SearchField({ value, onSearch }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const search = useDebouncedCallback((text: string) => text !== value && onSearch(text), PAUSE_MS);

  // the address has caught up
  if (draft === value) setDraft(null);

  function type(text: string) {
    setDraft(text);
    search(text);
  }

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search.flush();
      }}
    >
      <TextInput
        type="search"
        name="search"
        label="Search"
        placeholder="Search food"
        autoComplete="off"
        dir="auto"
        enterKeyHint="search"
        maxLength={SEARCH_MAX}
        rightSection={
          <ActionIcon type="submit" variant="subtle" size="lg">
            <IconSearch size={20} stroke={1.75} aria-hidden />
            <VisuallyHidden>Search</VisuallyHidden>
          </ActionIcon>
        }
        value={draft ?? value}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </form>
  );
}
