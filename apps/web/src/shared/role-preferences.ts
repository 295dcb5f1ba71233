import type { RolePreference } from '@spareswipe/contract';

/** What a student would rather do. It restricts nothing (spec §1). */
export const rolePreferences: { value: RolePreference; label: string }[] = [
  { value: 'both', label: 'Both: request and fulfill meals' },
  { value: 'requester', label: 'Requester: mostly ask for meals' },
  { value: 'fulfiller', label: 'Fulfiller: mostly help others' },
];
