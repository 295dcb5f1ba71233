import { Button, Text, type ButtonProps } from '@mantine/core';
import { useId } from 'react';
import { toast } from './toast';

interface Props extends ButtonProps {
  /** The reason why it cannot be used now: shown below it, read out with it, and repeated on a press. */
  reason: string;
  /** The element that names what it would act on. */
  describedBy?: string;
}

/** Replaces a button whose call would be refused. It can be focused and pressed, and then says why. */
export function BarredButton({ reason, describedBy, ...button }: Props) {
  const reasonId = useId();
  return (
    <div>
      <Button
        fullWidth
        aria-disabled
        data-disabled
        aria-describedby={describedBy ? `${describedBy} ${reasonId}` : reasonId}
        {...button}
        onClick={() => toast.failure(reason)}
      />
      <Text id={reasonId} size="sm" c="dimmed" mt={4} ta="center">
        {reason}
      </Text>
    </div>
  );
}
