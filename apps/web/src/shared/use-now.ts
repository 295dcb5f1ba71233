import { useEffect, useState } from 'react';

/** The current time, anew every so many seconds: for 'Urgent', time left, and countdowns. */
export function useNow(everySeconds = 30): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return now;
}
