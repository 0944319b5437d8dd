import type { Latchkey } from '../../application/latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

const watch = ({ browser }: Latchkey): Watched<boolean> => ({
  current: () => {
    let online = true;
    browser.online$.subscribe((value) => (online = value)).unsubscribe();
    return online;
  },
  changes: browser.online$,
  serverValue: true,
});

/** True while the browser has a network connection. */
export const useOnline = (): boolean => useObservable('useOnline', watch);
