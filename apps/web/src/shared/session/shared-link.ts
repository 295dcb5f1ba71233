const STORED_AS = 'shared request';

/**
 * The request whose link a visitor opened in this browser. A visitor without an account comes back by a mailed link,
 * perhaps days later, which does not contain the request.
 */
export const sharedLink = () => localStorage.getItem(STORED_AS);

export const keepSharedLink = (requestId: string) => localStorage.setItem(STORED_AS, requestId);

export const forgetSharedLink = () => localStorage.removeItem(STORED_AS);
