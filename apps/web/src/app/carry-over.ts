type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsIn = (root: HTMLElement) => [...root.querySelectorAll<Field>('input[name], select[name], textarea[name]')];

const wasChanged = (field: Field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected)
    : field.value !== field.defaultValue;

/** Sets a value as typing would. React's own setter would hide the change from React. */
function enter(field: Field, value: string) {
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The same link on the new screen; mostly the one that skips to the content. */
const sameLink = (root: HTMLElement, { href }: HTMLAnchorElement) =>
  [...root.querySelectorAll('a')].find((link) => link.href === href);

/** The same button on the new screen; mostly the one that opens the menu. */
const sameButton = (root: HTMLElement, { ariaLabel }: HTMLButtonElement) =>
  [...root.querySelectorAll('button')].find((button) => button.ariaLabel === ariaLabel);

/**
 * A painted screen can be used before the script has loaded, for seconds on a slow network. When the real screen replaces
 * it, this carries over the text and the focus, and presses the buttons whose press build/before-paint.js has noted.
 */
export function carryOver(root: HTMLElement): void {
  const shell = root.firstElementChild;
  if (!shell) return;
  const painted = fieldsIn(root);
  let last = document.activeElement;
  const follow = ({ target }: FocusEvent) => (last = target as Element);
  root.addEventListener('focusin', follow);
  const buttons = [...root.querySelectorAll('button')];

  const takeover = new MutationObserver(() => {
    if (shell.isConnected) return;
    takeover.disconnect();
    root.removeEventListener('focusin', follow);
    window.onclick = null;
    const fields = new Map(fieldsIn(root).map((field) => [field.name, field]));
    for (const before of painted) {
      const field = fields.get(before.name);
      if (!field) continue;
      if (wasChanged(before)) enter(field, before.value);
      if (before === last) field.focus();
    }
    if (last instanceof HTMLAnchorElement) sameLink(root, last)?.focus();
    for (const before of buttons) if ('pressed' in before.dataset) sameButton(root, before)?.click();
  });
  takeover.observe(root, { childList: true, subtree: true });
}
