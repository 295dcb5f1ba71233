import type { RolePreference } from '@spareswipe/contract';

/** What a student would rather do. It restricts nothing (spec §1). */
export const rolePreferences: { value: RolePreference; label: string }[] = [
  { value: 'both', label: 'Both: ask and help' },
  { value: 'requester', label: 'Requester: mostly ask' },
  { value: 'fulfiller', label: 'Fulfiller: mostly help' },
];
