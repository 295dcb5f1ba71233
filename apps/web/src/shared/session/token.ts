import { TOKEN_STORAGE_KEY } from '@spareswipe/contract';
import { forgetMeal } from './kept-meal';
import { forgetMailedLink } from './mailed-link';
import { forgetResetAddress } from './reset-address';
import { forgetSecretForLink, forgetSecretOfTab } from './sign-on';

/** `expired`: the server no longer takes the token. */
export type TokenChange = 'stored' | 'removed' | 'expired' | 'in another tab';
type Listener = (change: TokenChange) => void;

const EXPIRED = 'session expired';

const listeners = new Set<Listener>();
const notify = (change: TokenChange) => listeners.forEach((listener) => listener(change));

export const readToken = () => localStorage.getItem(TOKEN_STORAGE_KEY);

/** Whether the server ended the session and nobody has logged in or out since. */
export const hasExpired = () => localStorage.getItem(EXPIRED) !== null;

export function storeToken(token: string) {
  forgetMeal();
  forgetMailedLink();
  forgetResetAddress();
  // somebody else at this browser may have begun that sign-on or asked for that link: it must not link their campus account
  forgetSecretOfTab();
  forgetSecretForLink();
  localStorage.removeItem(EXPIRED);
  localStorage.setItem(TOKEN_STORAGE_KEY, token);
  notify('stored');
}

export function removeToken(why: 'removed' | 'expired' = 'removed') {
  const wasStored = readToken() !== null;
  forgetMeal();
  forgetMailedLink();
  forgetResetAddress();
  // before the token: its removal is the event that other tabs react to
  if (why === 'expired') localStorage.setItem(EXPIRED, '');
  else localStorage.removeItem(EXPIRED);
  localStorage.removeItem(TOKEN_STORAGE_KEY);
  if (wasStored) notify(why);
}

/** Another tab has logged in or out, or learned from the server that the session has ended. */
function followOtherTab() {
  forgetMailedLink();
  notify(readToken() === null && hasExpired() ? 'expired' : 'in another tab');
}

// a null key: the whole storage was cleared
const onStorage = ({ key }: StorageEvent) => (key === TOKEN_STORAGE_KEY || key === null) && followOtherTab();
// a page that Back brings back as it was left has heard of nothing
const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && followOtherTab();

/** Calls back when this tab or another one stores or removes the token. */
export function onTokenChange(listener: Listener): () => void {
  // One handler for all listeners (adding it again has no effect): React would render between two.
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
