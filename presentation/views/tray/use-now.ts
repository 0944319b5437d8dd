import { useEffect, useState } from 'react';

/** The time in ms since 1970, updated at an interval while `running`. */
export const useNow = (intervalMs: number, running: boolean): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, running]);
  return now;
};
