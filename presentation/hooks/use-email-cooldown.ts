import type { Latchkey } from '../../application/latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

const watch = ({ useCases: { watchEmailCooldown } }: Latchkey): Watched<number> => ({
  current: () => watchEmailCooldown.current().seconds,
  changes: watchEmailCooldown.execute(),
  serverValue: 0,
});

/**
 * Returns the seconds until another code can be requested; 0 if it can be now. Loads the embedded wallet's code.
 * @example const seconds = useEmailCooldown();
 */
export const useEmailCooldown = (): number => useObservable('useEmailCooldown', watch);
