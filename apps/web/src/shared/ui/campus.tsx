import { VisuallyHidden } from '@mantine/core';
import type { MealCampus } from '@spareswipe/contract';
import { useContext } from 'react';
import { useCampusName } from '../campus-names';
import { StudentContext } from '../session/session';

interface Props {
  /** As derived from the e-mail domain (spec §2). */
  institution: string;
  /** As the server has it; until it is known, that of the list of universities. */
  name?: string;
}

/** A campus by its proper name. The institution stays in the tip and for screen readers: it also names the department. */
export function Campus({ institution, name }: Props) {
  const shown = useCampusName(institution, name);
  if (!shown || shown === institution) return institution;
  return (
    <span title={institution}>
      {shown}
      {/* the space inside, so that a comma may follow */}
      <VisuallyHidden> {institution}</VisuallyHidden>
    </span>
  );
}

/** The proper name beside an institution that has to stand as it is. */
export function ProperName({ institution, name }: Props) {
  const shown = useCampusName(institution, name);
  return shown && shown !== institution && <span> · {shown}</span>;
}

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
