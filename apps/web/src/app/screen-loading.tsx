import { Loader, Stack, VisuallyHidden } from '@mantine/core';

/** While the script of a screen loads. */
export function ScreenLoading() {
  return (
    <Stack align="center" justify="center" mih="60vh" role="status">
      <Loader aria-hidden />
      <VisuallyHidden>Loading...</VisuallyHidden>
    </Stack>
  );
}
