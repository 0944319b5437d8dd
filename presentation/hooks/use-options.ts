import type { Latchkey } from '../../application/latchkey.js';
import type { Options } from '../../domain/options/options.js';
import { useObservable, type Watched } from './use-observable.js';

const watch = ({ options }: Latchkey): Watched<Options> => ({
  current: () => options.current,
  changes: options.options$,
  server: options.current,
});

/** Follows the options in use, which a host may change while the page runs. */
export const useOptions = (): Options => useObservable('useOptions', watch);
