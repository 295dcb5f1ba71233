import { Alert, Text } from '@mantine/core';

/** How an iPhone or iPad gets notifications. */
export function InstallFirst() {
  return (
    <Alert title="Put SpareSwipe on your home screen first" color="blue" role="note">
      <Text size="sm" mb="xs">
        An iPhone or iPad shows notifications only of apps on its home screen:
      </Text>
      <ol>
        <li>Tap Share, at the bottom or top of Safari.</li>
        <li>Tap &ldquo;Add to Home Screen&rdquo;, then &ldquo;Add&rdquo;.</li>
        <li>Open SpareSwipe from your home screen, log in, and turn notifications on in your profile.</li>
      </ol>
    </Alert>
  );
}
