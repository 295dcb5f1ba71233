import { FORMER_STUDENT } from '@spareswipe/contract';

/** Enough where the whole name is nearby: 'Zoë' of 'Zoë van Dam'. A closed account has no name. */
export const firstName = (name: string) => (name === FORMER_STUDENT ? name : (name.trim().split(/\s+/)[0] ?? name));
