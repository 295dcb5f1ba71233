import { NativeSelect } from '@mantine/core';
import type { RolePreference } from '@spareswipe/contract';

const rolePreferences: { value: RolePreference; label: string }[] = [
  { value: 'both', label: 'Both: ask and help' },
  { value: 'requester', label: 'Requester: mostly ask' },
  { value: 'fulfiller', label: 'Fulfiller: mostly help' },
];

/** What a student would rather do. It restricts nothing (spec §1). */
export const RolePreferenceField = (field: Record<string, unknown>) => (
  <NativeSelect
    label="Role preference"
    description="Only a preference: you can always do both"
    data={rolePreferences}
    {...field}
  />
);
