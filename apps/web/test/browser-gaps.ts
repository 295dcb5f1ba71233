// What jsdom lacks of a browser's window and the screens use.
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const noMatch = (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

Object.assign(globalThis, {
  ResizeObserver: NoResizes,
  matchMedia: noMatch,
  scrollTo() {},
});
Object.assign(Element.prototype, { scrollIntoView() {} });
