import { useEffect, useState } from 'react';

/**
 * The current time, updated every `everySeconds`: for 'Urgent', time left, and countdowns. (Mantine's useInterval would render
 * everything that uses it once more as soon as it is on the screen.)
 */
export function useNow(everySeconds = 30): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return now;
}
