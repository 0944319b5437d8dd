import { useEffect, useRef } from 'react';
import { useOnline } from '../hooks/use-online.js';

/** Calls `retry` when the browser is back online, if `hasFailed` is set. */
export const useRetryWhenOnline = (hasFailed: boolean, retry: () => void): void => {
  const online = useOnline();
  const wasOnline = useRef(online);
  useEffect(() => {
    const isBack = online && !wasOnline.current;
    wasOnline.current = online;
    if (isBack && hasFailed) retry();
  }, [online, hasFailed, retry]);
};
