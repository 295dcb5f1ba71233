const STORED_AS = 'reset address';

/**
 * The address for which this browser asked for a reset link, until it is used or somebody logs in or out here: the link does not name it, and a password
 * manager saves the new password under it.
 */
export const resetAddress = () => localStorage.getItem(STORED_AS) ?? '';

export const keepResetAddress = (email: string) => localStorage.setItem(STORED_AS, email);

export const forgetResetAddress = () => localStorage.removeItem(STORED_AS);
