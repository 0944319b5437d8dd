import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { type AlertState, INITIAL_ALERT } from '../../domain/modal/alert.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

const pick = ({ alert }: ModalSnapshot): AlertState => alert;

const watch = (client: Latchkey) => watchModal(client, pick, INITIAL_ALERT);

/** Returns the alert bar, which stays open until it is dismissed. */
export const useAlert = (): { readonly alert: AlertState; readonly dismiss: () => void } => {
  const { client } = useLatchkeyContext('useAlert');
  return { alert: useObservable('useAlert', watch), dismiss: client.modal.dismissAlert };
};
