import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** The current time, updated every `everySeconds`: for 'Urgent', time left, and countdowns. */
export function useNow(everySeconds = 30): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), everySeconds * 1000, { autoInvoke: true });
  return now;
}
