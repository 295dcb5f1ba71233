import { useNavigate, useSearchParams } from 'react-router';

/**
 * The id that the address names, for example `/matches?open=ID`, and what drops it without a step of history, with another
 * parameter that belongs to it.
 */
export function useLinkedId(parameter: 'open' | 'rate', another?: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get(parameter);

  // reads the address as it is now: the list may have changed its page, and Back leads to another address
  function drop() {
    const current = new URLSearchParams(window.location.search);
    if (current.get(parameter) !== id) return;
    current.delete(parameter);
    if (another) current.delete(another);
    void navigate({ search: current.toString() }, { replace: true });
  }

  return { id, drop };
}
