import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

/** After this time a change is no longer news, and may no longer be true. */
const HEARD_AFTER_MS = 20_000;

interface Props {
  /** What there is, as an id; another one is news. */
  of: string | undefined;
  children: ReactNode;
}

/** Tells screen readers what appears on an open screen. What was there at first they read with the screen. */
export function News({ of, children }: Props) {
  const [last, setLast] = useState(of);
  const [isNews, setNews] = useState(false);
  if (of !== last) {
    setLast(of);
    setNews(true);
  }
  useEffect(() => {
    const timer = setTimeout(() => setNews(false), HEARD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [of]);
  return <VisuallyHidden role="status">{of !== undefined && isNews && children}</VisuallyHidden>;
}
