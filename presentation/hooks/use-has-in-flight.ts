import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

const pick = ({ hasInFlight }: ModalSnapshot): boolean => hasInFlight;

const watch = (client: Latchkey) => watchModal(client, pick, false);

/**
 * Returns true once a transaction of this site was on its way in this page. Loads no code, unlike `useInFlight`.
 * @example const Tray = () => (useHasInFlight() ? <List /> : null);
 */
export const useHasInFlight = (): boolean => useObservable('useHasInFlight', watch);
