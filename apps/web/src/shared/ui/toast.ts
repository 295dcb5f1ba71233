import { LOGIN_ERROR_TOAST_SECONDS, TOAST_SECONDS } from '@spareswipe/contract';
import { notifications } from '@mantine/notifications';

const show = (message: string, color: 'green' | 'red' | 'blue', seconds: number) =>
  // one toast per text: a failure that repeats itself does not pile up
  notifications.show({
    id: message,
    message,
    color,
    autoClose: seconds * 1000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });

/** Short messages at the top right (spec §2 Toasts): 4 seconds, those about logging in 6. */
export const toast = {
  success: (message: string) => show(message, 'green', TOAST_SECONDS),
  failure: (message: string) => show(message, 'red', TOAST_SECONDS),
  /** Neither good nor bad, and longer to read. */
  notice: (message: string) => show(message, 'blue', 2 * TOAST_SECONDS),
  loginFailure: (message: string) => show(message, 'red', LOGIN_ERROR_TOAST_SECONDS),
};
