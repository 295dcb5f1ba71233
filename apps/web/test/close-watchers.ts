class Watcher extends EventTarget {
  static readonly watching: Watcher[] = [];
  constructor() {
    super();
    Watcher.watching.push(this);
  }
  destroy() {
    const place = Watcher.watching.indexOf(this);
    if (place >= 0) Watcher.watching.splice(place, 1);
  }
}

/** Gives jsdom the browser's `CloseWatcher`, with a way to ask for what Android's Back asks for. */
export function closeWatchers() {
  window.CloseWatcher = Watcher;
  const { watching } = Watcher;
  const requestClose = () => {
    const last = watching.at(-1);
    last?.destroy();
    last?.dispatchEvent(new Event('close'));
  };
  return { watching, requestClose };
}
