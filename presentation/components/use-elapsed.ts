import { useEffect, useState } from 'react';

/**
 * True once `ms` milliseconds have passed since `running` became true or `since` changed. Stopping and restarting within one render does
 * not reset it.
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
