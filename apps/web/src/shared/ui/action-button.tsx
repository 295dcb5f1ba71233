import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';

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

/**
 * A button that acts on an item of a list. If it disappears while it has the focus, because its action succeeded, the
 * focus moves to the nearest element around it with `tabIndex={-1}` instead of the top of the page.
 */
export function ActionButton({ onClick, isPending = false, ...button }: Props) {
  const element = useRef<HTMLButtonElement>(null);
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const isDisabled = isPending || isBusy || undefined;

  useLayoutEffect(() => {
    const mine = element.current;
    const next = mine?.closest<HTMLElement>('[tabindex="-1"]');
    const screen = mine?.closest('main');
    return () => {
      if (mine !== document.activeElement) return;
      next?.focus({ preventScroll: true });
      // the list itself may be gone, with its last item
      queueMicrotask(() => {
        if (document.activeElement === document.body) screen?.focus({ preventScroll: true });
      });
    };
  }, []);

  async function press() {
    if (busy.current || isPending) return;
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
    <Button
      ref={element}
      // not `disabled`, which would drop the focus
      aria-disabled={isDisabled}
      data-disabled={isDisabled}
      {...button}
      onClick={() => void press()}
    />
  );
}
