const STORED_AS = 'device';

/** Proves at the next log-in that this browser logged in before, so that wrong guesses of others don't delay it. */
export const readDevice = () => localStorage.getItem(STORED_AS) ?? undefined;

export const storeDevice = (device: string | undefined) => device && localStorage.setItem(STORED_AS, device);
