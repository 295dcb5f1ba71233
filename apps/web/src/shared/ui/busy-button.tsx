import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

interface Props extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** A spinner covers the label. */
  isBusy: boolean;
  isDisabled?: boolean;
}

/** A button that starts something and waits for it. Pressing it meanwhile does nothing. */
export function BusyButton({ isBusy, isDisabled = isBusy, onClick, children, ...button }: Props) {
  return (
    <Button
      // not `disabled` or `loading`, which would drop the focus
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      {...button}
      onClick={isDisabled ? undefined : onClick}
    >
      {/* over the label, which keeps its room and the name of the button */}
      {isBusy && <Loader size="sm" color="currentColor" pos="absolute" inset={0} m="auto" aria-hidden />}
      <span style={isBusy ? { opacity: 0 } : undefined}>{children}</span>
    </Button>
  );
}
