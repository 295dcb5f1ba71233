import type { CampusSettings } from '@spareswipe/contract/desk';
import { useState } from 'react';
import { differences, fieldsOf, type CampusFields, type FieldName } from './campus-fields';

export interface ChangeByColleague {
  name: FieldName;
  value: string | boolean;
  /** The operator has changed it as well. */
  isMineToo: boolean;
}

const isSame = (one: CampusFields, other: CampusFields) => differences(one, other).length === 0;

/**
 * The fields of the settings' form, and the settings that its changes started from. As long as the operator has changed
 * nothing they follow `current`. After that a background reload changes nothing, so that nobody loses what they write.
 */
export function useCampusFields(current: CampusSettings) {
  const json = JSON.stringify(current);
  const [seen, setSeen] = useState(json);
  const [loaded, setLoaded] = useState(current);
  const [fields, setFields] = useState(() => fieldsOf(current));
  const [byColleague, setByColleague] = useState<ChangeByColleague[]>([]);

  const load = (settings: CampusSettings) => {
    setLoaded(settings);
    setFields(fieldsOf(settings));
  };
  if (seen !== json) {
    setSeen(json);
    if (isSame(fields, fieldsOf(loaded))) load(current);
  }

  /** Takes over what somebody else changed, except where the operator changed the same. */
  function merge(theirs: CampusSettings) {
    const [before, after] = [fieldsOf(loaded), fieldsOf(theirs)];
    const mine = differences(before, fields);
    setFields({ ...after, ...Object.fromEntries(mine.map((name) => [name, fields[name]])) });
    setByColleague(
      differences(before, after).map((name) => ({ name, value: after[name], isMineToo: mine.includes(name) })),
    );
    setLoaded(theirs);
  }

  return {
    fields,
    loaded,
    byColleague,
    change: (changed: Partial<CampusFields>) => setFields((all) => ({ ...all, ...changed })),
    merge,
    saved: (settings: CampusSettings) => {
      load(settings);
      setByColleague([]);
    },
  };
}
