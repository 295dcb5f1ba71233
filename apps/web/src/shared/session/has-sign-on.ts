/**
 * Whether a campus of this installation has a sign-on. The server says so in a header of the page, which alone a page can read
 * without another request: where none has one, nothing is asked. Older browsers don't tell.
 */
export function hasSignOn(): boolean {
  const pages = (performance as Partial<Performance>).getEntriesByType?.('navigation');
  const [page] = (pages ?? []) as Partial<PerformanceNavigationTiming>[];
  return page?.serverTiming?.some(({ name }) => name === 'sign-on') ?? false;
}
