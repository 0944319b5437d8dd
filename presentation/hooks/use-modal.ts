import { useCallback } from 'react';
import type { Latchkey, OpenOptions } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLoading } from '../../domain/modal/modal-machine.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

/** State of the modal's frame. */
export interface ModalFrame {
  readonly isOpen: boolean;
  /** Opening, or busy. */
  readonly loading: boolean;
  /** Shaking, because the user tried to close it while it cannot be closed. */
  readonly shake: boolean;
  /** False while the user cannot close the modal. */
  readonly canClose: boolean;
  /** Namespace that the modal was opened for, `null` for all. Its lists show nothing else. */
  readonly namespace: Namespace | null;
}

/** State of the modal's frame and the functions to change it. The functions keep their identity. */
export interface ModalControl extends ModalFrame {
  /** Fetches the modal's code ahead of time, for example when the pointer enters your own button. `open` fetches it if needed. */
  readonly prepare: () => void;
  /** Opens the modal. Resolves when it is on screen. */
  readonly open: (options?: OpenOptions) => Promise<void>;
  /** Closes the modal, whatever it shows. */
  readonly close: () => void;
  /** Closes the modal on behalf of the user. It shakes instead if it must stay open. */
  readonly requestClose: () => void;
  /** Ends connecting: closes the modal, or continues with the sign-in if the app uses it. */
  readonly closeAfterConnect: () => void;
}

const CLOSED: ModalFrame = { isOpen: false, loading: false, shake: false, canClose: true, namespace: null };

const frame = ({ modal, canClose }: ModalSnapshot): ModalFrame => ({
  isOpen: modal.open,
  loading: isLoading(modal),
  shake: modal.shake,
  canClose,
  namespace: modal.namespace,
});

const watch = (client: Latchkey) => watchModal(client, frame, CLOSED);

/**
 * Returns the modal's state and the functions to open and close it.
 * @example
 * const { open } = useModal();
 * <button onClick={() => open({ view: 'Networks' })}>Networks</button>
 */
export const useModal = (): ModalControl => {
  const { client, prepareModal } = useLatchkeyContext('useModal');
  const state = useObservable('useModal', watch);
  const open = useCallback((options?: OpenOptions) => client.open(options), [client]);
  const close = useCallback(() => void client.useCases.closeModal.execute({ by: 'app' }).subscribe(), [client]);
  const requestClose = useCallback(() => void client.useCases.closeModal.execute({ by: 'user' }).subscribe(), [client]);
  const closeAfterConnect = useCallback(() => void client.useCases.closeModal.execute({ by: 'connected' }).subscribe(), [client]);
  const prepare = useCallback(() => prepareModal?.(), [prepareModal]);
  return { ...state, prepare, open, close, requestClose, closeAfterConnect };
};
