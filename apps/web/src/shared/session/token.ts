import { TOKEN_STORAGE_KEY } from '@spareswipe/contract';

/** `expired`: the server no longer takes the token. */
export type TokenChange = 'stored' | 'removed' | 'expired' | 'in another tab';
type Listener = (change: TokenChange) => void;

const EXPIRED = 'session expired';

const listeners = new Set<Listener>();
const tell = (change: TokenChange) => listeners.forEach((listener) => listener(change));

export const readToken = () => localStorage.getItem(TOKEN_STORAGE_KEY);

/** Whether the server ended the session here, and nobody has logged in or out since. Known in this tab only. */
export const hasExpired = () => sessionStorage.getItem(EXPIRED) !== null;

export function storeToken(token: string) {
  sessionStorage.removeItem(EXPIRED);
  localStorage.setItem(TOKEN_STORAGE_KEY, token);
  tell('stored');
}

export function removeToken(why: 'removed' | 'expired' = 'removed') {
  localStorage.removeItem(TOKEN_STORAGE_KEY);
  if (why === 'expired') sessionStorage.setItem(EXPIRED, '');
  else sessionStorage.removeItem(EXPIRED);
  tell(why);
}

/** Calls back when this tab or another one stores or removes the token. */
export function onTokenChange(listener: Listener): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    // a null key: the whole storage was cleared
    if (event.key === TOKEN_STORAGE_KEY || event.key === null) listener('in another tab');
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}
