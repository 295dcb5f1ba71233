const SECRET = 'sign-on';
const LINK_SECRET = 'sign-on link';

/** Goes to the campus. The secret stays in this tab, so that nobody else can use what comes back. */
export function leaveForCampus({ url, secret }: { url: string; secret: string }) {
  sessionStorage.setItem(SECRET, secret);
  window.location.assign(url);
}

/** The secret of the sign-on that this tab began; empty if it began none. */
export const secretOfTab = () => sessionStorage.getItem(SECRET) ?? '';
export const forgetSecretOfTab = () => sessionStorage.removeItem(SECRET);

/** A mailed link opens in another tab of this browser. */
export const keepSecretForLink = () => localStorage.setItem(LINK_SECRET, secretOfTab());
export const secretForLink = () => localStorage.getItem(LINK_SECRET);
export const forgetSecretForLink = () => localStorage.removeItem(LINK_SECRET);
