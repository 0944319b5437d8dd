import { useEffect, useRef } from 'react';
import { useOnline } from '../hooks/use-online.js';

/** Calls `retry` when the network comes back, if something is `failing` then. */
export const useOnceOnline = (failing: boolean, retry: () => void): void => {
  const online = useOnline();
  const was = useRef(online);
  useEffect(() => {
    const isBack = online && !was.current;
    was.current = online;
    if (isBack && failing) retry();
  }, [online, failing, retry]);
};
