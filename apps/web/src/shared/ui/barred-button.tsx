import { Button, Text, type ButtonProps } from '@mantine/core';
import { useId } from 'react';
import { toast } from './toast';

interface Props extends ButtonProps {
  /** Why it cannot be used now: stands below it, is read out with it, and answers a press. */
  reason: string;
  /** The element that names what it would act on. */
  describedBy?: string;
}

/** In the place of a button that would be refused. It can be reached and pressed, and says why instead of acting. */
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
