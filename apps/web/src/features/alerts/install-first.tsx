import { Alert, List, Text } from '@mantine/core';

/** How an iPhone or iPad gets notifications. */
export function InstallFirst() {
  return (
    <Alert title="Put SpareSwipe on your home screen first" color="blue" role="note">
      <Text size="sm" mb="xs">
        An iPhone or iPad shows notifications only of apps on its home screen:
      </Text>
      <List type="ordered" size="sm" m={0} ps="1.25rem">
        <List.Item>Tap Share, at the bottom or top of Safari.</List.Item>
        <List.Item>Tap &ldquo;Add to Home Screen&rdquo;, then &ldquo;Add&rdquo;.</List.Item>
        <List.Item>Open SpareSwipe from your home screen, log in, and turn notifications on in your profile.</List.Item>
      </List>
    </Alert>
  );
}
