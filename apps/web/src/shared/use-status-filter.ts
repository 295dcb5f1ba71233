import { useSearchParams, type NavigateOptions } from 'react-router';

const pageOf = (text: string | null) => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/**
 * Tab and page of a list, kept in the address so that back, forward and reload keep them. The first status is the one
 * without a mark in the address; another tab starts at page 1.
 */
export function useStatusFilter<Status extends string>(statuses: readonly [Status, ...Status[]]) {
  const [params, setParams] = useSearchParams();
  const status = statuses.find((one) => one === params.get('status')) ?? statuses[0];
  const page = pageOf(params.get('page'));

  function change(next: { status: Status; page: number }, options?: NavigateOptions) {
    setParams((before) => {
      const after = new URLSearchParams(before);
      after.delete('status');
      after.delete('page');
      if (next.status !== statuses[0]) after.set('status', next.status);
      if (next.page > 1) after.set('page', String(next.page));
      return after;
    }, options);
  }

  return {
    status,
    page,
    setStatus: (next: Status) => change({ status: next, page: 1 }),
    setPage: (next: number, options?: NavigateOptions) => change({ status, page: next }, options),
  };
}

/** The page of a list without tabs, kept in the address. */
export function usePage() {
  const { page, setPage } = useStatusFilter(['all']);
  return { page, setPage };
}
