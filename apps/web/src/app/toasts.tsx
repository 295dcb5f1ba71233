import { Notifications } from '@mantine/notifications';

/** Toasts at the top right. Loaded after the screen: nothing needs it before. */
export function Toasts() {
  return (
    <Notifications
      position="top-right"
      allowDragDismiss={false}
      allowScrollDismiss={false}
      containerWidth={400}
      notificationMaxHeight={400}
    />
  );
}
