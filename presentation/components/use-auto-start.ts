import { useEffect, useRef } from 'react';

/**
 * Starts a view's action once when the view mounts. StrictMode mounts effects twice: the first run is cancelled before its microtask, so
 * that the wallet gets one request.
 */
export const useAutoStart = (start: () => void): void => {
  const first = useRef(start);
  useEffect(() => {
    let isCancelled = false;
    queueMicrotask(() => {
      if (!isCancelled) first.current();
    });
    return () => {
      isCancelled = true;
    };
  }, []);
};
