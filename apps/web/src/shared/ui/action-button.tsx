import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';

interface Props extends ButtonProps {
  /**
   * While a promise it gives is open another press does nothing, nor once it is kept: then the deed is done, unless it
   * gave `false`. A rejection with an ApiError has been told.
   */
  onClick: () => unknown;
  /** A call is under way that `onClick` does not wait for. */
  isPending?: boolean;
  /** The element that names what this acts on. */
  'aria-describedby'?: string;
}

/**
 * A button that acts on an item of a list. When the item loses it, because the deed is done, a focus it had goes to the
 * nearest place around it that takes one (`tabIndex={-1}`), not to the top of the page.
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
      // with its last item the list itself is gone
      queueMicrotask(() => {
        if (document.activeElement === document.body) screen?.focus({ preventScroll: true });
      });
    };
  }, []);

  async function press() {
    if (busy.current || isPending) return;
    const deed = onClick();
    if (!(deed instanceof Promise)) return;
    const setBoth = (value: boolean) => {
      busy.current = value;
      setBusy(value);
    };
    setBoth(true);
    try {
      if ((await deed) === false) setBoth(false);
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
