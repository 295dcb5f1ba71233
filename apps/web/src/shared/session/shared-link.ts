const STORED_AS = 'shared request';

/**
 * The request whose link a visitor opened in this browser. Who has no account comes back by a mailed link, perhaps days
 * later, which does not know it.
 */
export const sharedLink = () => localStorage.getItem(STORED_AS);

export const keepSharedLink = (requestId: string) => localStorage.setItem(STORED_AS, requestId);

export const forgetSharedLink = () => localStorage.removeItem(STORED_AS);
