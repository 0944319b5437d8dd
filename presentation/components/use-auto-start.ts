import { useEffect, useRef } from 'react';

/**
 * Starts a view's work once, when the view appears. StrictMode mounts effects twice: the first of the two is called off
 * before its microtask runs, so that the wallet is asked once.
 */
export const useAutoStart = (start: () => void): void => {
  const first = useRef(start);
  useEffect(() => {
    let gone = false;
    queueMicrotask(() => {
      if (!gone) first.current();
    });
    return () => {
      gone = true;
    };
  }, []);
};
