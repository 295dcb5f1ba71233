// The parts of a browser's window that the screens use and jsdom lacks.
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class NothingInView extends NoResizes {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  takeRecords() {
    return [];
  }
}

const noMatch = (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

Object.assign(globalThis, {
  ResizeObserver: NoResizes,
  IntersectionObserver: NothingInView,
  CSS: { supports: () => true },
  matchMedia: noMatch,
  scrollTo() {},
});
Object.assign(Element.prototype, { scrollIntoView() {} });
