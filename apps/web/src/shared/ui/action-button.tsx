import type { ButtonProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { BusyButton } from './busy-button';

interface Props extends ButtonProps {
  /**
   * If it returns a promise, further presses do nothing until that is settled. Once it is fulfilled the button stays
   * disabled, unless it was fulfilled with `false`. An ApiError has already been shown as a toast and only enables it again.
   */
  onClick: () => unknown;
  /** Disables the button during a call that `onClick` does not wait for. */
  isPending?: boolean;
  /** The element that names what this acts on. */
  'aria-describedby'?: string;
}

/** A button that acts on an item of a list. */
export function ActionButton({ onClick, isPending = false, children, ...button }: Props) {
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function press() {
    if (busy.current) return;
    const result = onClick();
    if (!(result instanceof Promise)) return;
    const setBoth = (value: boolean) => {
      busy.current = value;
      setBusy(value);
    };
    setBoth(true);
    try {
      if ((await result) === false) setBoth(false);
    } catch (error) {
      setBoth(false);
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return (
    <BusyButton isBusy={isBusy} isDisabled={isPending || isBusy} {...button} onClick={() => void press()}>
      {children}
    </BusyButton>
  );
}
