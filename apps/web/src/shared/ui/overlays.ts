const WAIT_MS = 1_000;

let need: () => void;
const needed = new Promise<void>((resolve) => (need = resolve));

/** Fetches the script of dialogs and toasts at once: one is about to show. */
export const needOverlays = () => need();

/** When to fetch the script of dialogs and toasts: once one is to show, or a second later, when the screen has what it needs. */
export const overlaysAreDue = () => Promise.race([needed, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
