import { useState } from 'react';
import { useVisible } from '../hooks/use-visible.js';
import { useElapsed } from './use-elapsed.js';

/** Whether the page stayed on screen for so many milliseconds after `running` became true: nothing was opened over it. */
export const usePageStayed = (ms: number, running: boolean): boolean => {
  const visible = useVisible();
  const [left, setLeft] = useState(false);
  if (running && !visible && !left) setLeft(true);
  if (!running && left) setLeft(false);
  return useElapsed(ms, running && visible && !left);
};
