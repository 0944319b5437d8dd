import { useEffect, useState } from 'react';

/**
 * Whether so many milliseconds have passed since `running` became true, or since `since` changed: what ends and begins again within one
 * render stays true.
 */
export const useElapsed = (ms: number, running = true, since: unknown = null): boolean => {
  const [elapsed, setElapsed] = useState<{ readonly since: unknown } | null>(null);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setElapsed({ since }), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(null);
    };
  }, [ms, running, since]);
  return elapsed !== null && elapsed.since === since;
};
