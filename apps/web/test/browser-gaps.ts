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

/** Reduced motion is wanted, so a dialog that opens or closes has done so at once. */
const match = (media: string) =>
  ({
    matches: media.includes('prefers-reduced-motion'),
    media,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;

Object.assign(globalThis, {
  ResizeObserver: NoResizes,
  IntersectionObserver: NothingInView,
  CSS: { supports: () => true },
  matchMedia: match,
  scrollTo() {},
});
Object.assign(Element.prototype, { scrollIntoView() {} });
