import { VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface Props {
  /** What there is, as an id; another one is news. */
  of: string | undefined;
  children: ReactNode;
}

/** Tells screen readers what appears on an open screen. What was there at first they read with the screen. */
export function News({ of, children }: Props) {
  const [first] = useState(of);
  const [hasChanged, setChanged] = useState(false);
  if (of !== first && !hasChanged) setChanged(true);
  return <VisuallyHidden role="status">{of !== undefined && hasChanged && children}</VisuallyHidden>;
}
