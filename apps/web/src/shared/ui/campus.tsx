import { VisuallyHidden } from '@mantine/core';
import { useCampusName } from '../campus-names';

interface Props {
  /** As derived from the e-mail domain (spec §2). */
  institution: string;
}

/** A campus by its proper name. The institution stays in the tip and for screen readers: it also names the department. */
export function Campus({ institution }: Props) {
  const name = useCampusName(institution);
  if (!name) return institution;
  return (
    <span title={institution}>
      {name} <VisuallyHidden>{institution}</VisuallyHidden>
    </span>
  );
}

/** The proper name beside an institution that has to stand as it is. */
export function ProperName({ institution }: Props) {
  const name = useCampusName(institution);
  return name && <span> · {name}</span>;
}
