import { LOGIN_ERROR_TOAST_SECONDS, TOAST_SECONDS } from '@spareswipe/contract';
import { notifications, type NotificationData } from '@mantine/notifications';
import { IconCheck, IconExclamationMark, IconInfoSmall } from '@tabler/icons-react';
import { toastScript } from './late-script';

const ICONS = { green: IconCheck, red: IconExclamationMark, blue: IconInfoSmall };

let shown = 0;

/** The text as an id of HTML, which allows no spaces. */
const idOf = (message: string) => `toast-${message.replaceAll(/\W+/g, '-')}`;

/** A toast that goes with the focus on its "Dismiss" hands it to the dialog or the page. */
export function keepFocus() {
  if (!document.activeElement?.closest('.mantine-Notification-root')) return;
  (document.querySelector<HTMLElement>('[role=dialog]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  });
}

/** One toast for each text: a repeated one does not pile up, but starts its time again and is announced again. */
function show(message: string, color: keyof typeof ICONS, seconds: number) {
  const Icon = ICONS[color];
  const said: NotificationData = {
    id: idOf(message),
    // a new element, which screen readers read although the words are the same
    message: <span key={++shown}>{message}</span>,
    color,
    icon: <Icon size={20} stroke={2.25} aria-hidden />,
    // a duration that differs by a millisecond restarts the time
    autoClose: seconds * 1000 + (shown % 2),
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: keepFocus,
  };
  toastScript.need();
  notifications.show(said);
  notifications.update(said);
}

/** Short messages at the top right (spec §2 Toasts): 4 seconds, those about logging in 6. */
export const toast = {
  success: (message: string) => show(message, 'green', TOAST_SECONDS),
  failure: (message: string) => show(message, 'red', TOAST_SECONDS),
  /** Neither a success nor a failure; stays longer, since it is longer to read. */
  notice: (message: string) => show(message, 'blue', 2 * TOAST_SECONDS),
  loginFailure: (message: string) => show(message, 'red', LOGIN_ERROR_TOAST_SECONDS),
  /** Hides a toast, if it is still there. */
  dismiss: (message: string) => void notifications.hide(idOf(message)),
};
