import { useEffect, useState } from 'react';

/** Whether so many milliseconds have passed since `running` became true. */
export const useElapsed = (ms: number, running = true): boolean => {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [ms, running]);
  return elapsed;
};
