/** A press within this time and distance of the last one repeats it. A finger is slower than a mouse and moves between two taps. */
const REPEATS = { touch: { withinMs: 1000, withinPx: 32 }, mouse: { withinMs: 500, withinPx: 8 } };

interface Press {
  x: number;
  y: number;
  /** When it was pressed, or when what was pressed there has gone. */
  at: number;
  /** Until it has gone. */
  on: Element | undefined;
}

/**
 * Swallows a press that repeats the last one but meets something else: a double tap on Accept must not press what stands
 * there a moment later (Undo, a dialog, the list behind a dialog), also where a slow network brings it between the taps.
 * Guards cards (`data-still`) and dialogs. A keyboard or a screen reader presses without a spot, and the same button may be
 * pressed again.
 */
export function ignoreRepeatedPresses() {
  let last: Press | undefined;
  let repeats = REPEATS.touch;
  // in older browsers the click has no pointer type, and in some it says "mouse" for a finger
  const noteType = ({ pointerType }: PointerEvent) => {
    repeats = pointerType === 'mouse' ? REPEATS.mouse : REPEATS.touch;
  };
  const check = (event: MouseEvent) => {
    const { target, clientX: x, clientY: y, timeStamp: at, detail } = event;
    if (!(target instanceof Element) || detail === 0 || (x === 0 && y === 0)) return;
    const on = target.closest('a, button') ?? target;
    const isNear = last && Math.hypot(x - last.x, y - last.y) <= repeats.withinPx;
    const isRepeat = last && isNear && at - last.at < repeats.withinMs;
    if (!isRepeat || !last || last.on === on || !on.closest('[data-still], [data-portal]')) {
      // fields may be pressed one after the other, and a label passes its press on to its control
      last = target.closest('label, input, select, textarea') ? undefined : { x, y, at, on };
      return;
    }
    last = { ...last, at };
    event.preventDefault();
    event.stopPropagation();
  };
  const whenGone = new MutationObserver(() => {
    if (last?.on && !last.on.isConnected) last = { ...last, at: performance.now(), on: undefined };
  });
  whenGone.observe(document, { childList: true, subtree: true });
  // on another screen, or on a page that a finger has moved, nothing is pressed again
  const forget = () => (last = undefined);
  document.addEventListener('pointerdown', noteType, true);
  document.addEventListener('click', check, true);
  document.addEventListener('pointercancel', forget, true);
  window.addEventListener('popstate', forget);
  return () => {
    whenGone.disconnect();
    document.removeEventListener('pointerdown', noteType, true);
    document.removeEventListener('click', check, true);
    document.removeEventListener('pointercancel', forget, true);
    window.removeEventListener('popstate', forget);
  };
}
