import type { CampusSettings } from '@spareswipe/contract/desk';
import { useState } from 'react';
import { fieldsOf, type CampusFields } from './campus-fields';

/**
 * The fields of the settings' form: what the operator has changed, over the settings as they were when the first change
 * was made. Without a change they follow `current`.
 */
export function useCampusFields(current: CampusSettings) {
  const [began, setBegan] = useState(current);
  const [changed, setChanged] = useState<Partial<CampusFields>>({});
  const loaded = Object.keys(changed).length > 0 ? began : current;
  const before = fieldsOf(loaded);
  return {
    fields: { ...before, ...changed },
    loaded,
    change: (fields: Partial<CampusFields>) => {
      setBegan(loaded);
      const isNew = ([name, value]: [string, unknown]) => before[name as keyof CampusFields] !== value;
      setChanged(Object.fromEntries(Object.entries({ ...changed, ...fields }).filter(isNew)));
    },
    /** Takes over what somebody else has saved, except where the operator has changed the same. */
    merge: setBegan,
    saved: () => setChanged({}),
  };
}
