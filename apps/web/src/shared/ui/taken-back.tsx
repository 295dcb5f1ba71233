import { Alert } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  className?: string;
  /** Where the meal went. */
  children: ReactNode;
}

/** On a completed exchange that the requester reported as not happened in time (docs/decisions/0009-no-shows.md). */
export function TakenBack({ className, children }: Props) {
  return (
    <Alert
      color="gray"
      role="note"
      title="Taken back: reported as not happened"
      icon={<IconReceiptRefund aria-hidden />}
      className={className}
    >
      {children}
    </Alert>
  );
}
