import { VisuallyHidden } from '@mantine/core';
import type { MealCampus } from '@spareswipe/contract';
import { useContext } from 'react';
import { StudentContext } from '../session/session';

interface Props {
  /** As derived from the e-mail domain (spec §2). */
  institution: string;
  /** Once it is known. */
  name: string | undefined;
}

/** A campus by its proper name. The institution stays in the tip and for screen readers: it also names the department. */
export function Campus({ institution, name }: Props) {
  if (!name || name === institution) return institution;
  return (
    <span title={institution}>
      {name}
      {/* the space inside, so that a comma may follow */}
      <VisuallyHidden> {institution}</VisuallyHidden>
    </span>
  );
}

/** The proper name beside an institution that has to stand as it is. */
export const ProperName = ({ institution, name }: Props) => name && name !== institution && <span> · {name}</span>;

interface PlaceProps {
  location: string;
  campus?: MealCampus;
  /** For the campus, if it is named. */
  campusId?: string;
}

/** Where a meal is, with its campus unless that is the student's own. */
export function Place({ location, campus, campusId }: PlaceProps) {
  const student = useContext(StudentContext);
  return (
    <>
      <bdi>{location}</bdi>
      {campus && campus.institution !== student?.institution && (
        <>
          ,{' '}
          <span id={campusId}>
            <Campus {...campus} />
          </span>
        </>
      )}
    </>
  );
}
