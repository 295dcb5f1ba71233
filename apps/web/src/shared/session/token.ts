import { TOKEN_STORAGE_KEY } from '@spareswipe/contract';

/** `expired`: the server no longer takes the token. */
export type TokenChange = 'stored' | 'removed' | 'expired' | 'in another tab';
type Listener = (change: TokenChange) => void;

const listeners = new Set<Listener>();
const tell = (change: TokenChange) => listeners.forEach((listener) => listener(change));

export const readToken = () => localStorage.getItem(TOKEN_STORAGE_KEY);

export function storeToken(token: string) {
  localStorage.setItem(TOKEN_STORAGE_KEY, token);
  tell('stored');
}

export function removeToken(why: 'removed' | 'expired' = 'removed') {
  localStorage.removeItem(TOKEN_STORAGE_KEY);
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
