/**
 * Whether a campus of this installation has a sign-on. The server says so in a header of the page, the only one that its script
 * can read without another request. Older browsers don't show it to scripts.
 */
export function hasSignOn(): boolean {
  const pages = (performance as Partial<Performance>).getEntriesByType?.('navigation');
  const [page] = (pages ?? []) as Partial<PerformanceNavigationTiming>[];
  return page?.serverTiming?.some(({ name }) => name === 'sign-on') ?? false;
}
