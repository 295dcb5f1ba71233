import { useEffect, useState } from 'react';
import { useParams } from 'react-router';

const STORED_AS = 'mailed link';

/** Somebody logs in or out in this browser: whoever comes next goes back to no link of theirs. */
export const forgetMailedLink = () => sessionStorage.removeItem(STORED_AS);

const linkTo = (page: string) =>
  (JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}') as Record<string, string | undefined>)[page] ?? '';

/**
 * The secret of the mailed link that led to this page, such as `/reset-password`. It leaves the address and the history at
 * once; a reload of the tab still finds it.
 */
export function useMailedLink(page: string): string {
  const { token } = useParams();
  const [kept] = useState(() => token ?? linkTo(page));
  useEffect(() => {
    if (!token) return;
    sessionStorage.setItem(STORED_AS, JSON.stringify({ [page]: token }));
    // not through the router, which would remount the screen and empty the form
    window.history.replaceState(window.history.state, '', page);
  }, [token, page]);
  return kept;
}
