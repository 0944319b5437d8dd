import type { Latchkey } from '../../application/latchkey.js';
import type { Options } from '../../domain/options/options.js';
import { useObservable, type Watched } from './use-observable.js';

const watch = ({ options }: Latchkey): Watched<Options> => ({
  current: () => options.current,
  changes: options.options$,
  serverValue: options.current,
});

/** Returns the current options, which the app may change at runtime. */
export const useOptions = (): Options => useObservable('useOptions', watch);
