/**
 * An open dialog is a step of its own in the browser's history: the phone's Back closes it and leaves the page where it
 * is. Beside the router, for which nothing has moved.
 */
type Entry = { dialog?: true } | null;

export const isDialogStep = () => Boolean((window.history.state as Entry)?.dialog);

export function enterDialogStep() {
  if (!isDialogStep()) window.history.pushState({ ...(window.history.state as object), dialog: true }, '');
}

let leaving: Promise<void> | undefined;

/**
 * Goes back to the page, if a dialog's step is where the browser stands, and keeps the promise once it is there. Whoever
 * goes elsewhere from a dialog waits for it: a step back that is under way would undo the way taken meanwhile.
 */
export function leaveDialogStep(): Promise<void> {
  if (!isDialogStep()) return Promise.resolve();
  leaving ??= new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    window.history.back();
  }).finally(() => (leaving = undefined));
  return leaving;
}
