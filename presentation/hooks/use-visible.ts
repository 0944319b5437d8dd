import type { Latchkey } from '../../application/latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

const watch = ({ browser }: Latchkey): Watched<boolean> => ({
  current: () => {
    let visible = true;
    browser.visible$.subscribe((value) => (visible = value)).unsubscribe();
    return visible;
  },
  changes: browser.visible$,
  serverValue: true,
});

/** True while the page is visible; `false` while another app or tab covers it. */
export const useVisible = (): boolean => useObservable('useVisible', watch);
