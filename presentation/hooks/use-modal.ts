import { useCallback } from 'react';
import type { Latchkey, OpenOptions } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLoading } from '../../domain/modal/modal-machine.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

/** The modal's frame. */
export interface ModalFrame {
  readonly isOpen: boolean;
  /** Being opened, or busy. */
  readonly loading: boolean;
  /** Shaking, because somebody wanted to close what cannot be closed now. */
  readonly shake: boolean;
  /** False while a person's wish to close is refused. */
  readonly canClose: boolean;
  /** The namespace the modal was opened for, `null` for all: its lists show nothing else. */
  readonly namespace: Namespace | null;
}

/** The modal's frame and what can be done with it. The functions keep their identity. */
export interface ModalControl extends ModalFrame {
  /** Fetches the modal's code: for an idle moment, or when the pointer reaches a button of your own. Opening it does so anyway. */
  readonly prepare: () => void;
  /** Opens the modal; resolves when it is on screen. */
  readonly open: (options?: OpenOptions) => Promise<void>;
  /** Closes the modal, whatever it shows. */
  readonly close: () => void;
  /** A person wants to close: the modal closes, or shakes where it must stay. */
  readonly requestClose: () => void;
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
 * Opens, closes and follows the modal.
 * @example
 * const { open } = useModal();
 * <button onClick={() => open({ view: 'Networks' })}>Networks</button>
 */
export const useModal = (): ModalControl => {
  const { client, prepareModal } = useLatchkeyContext('useModal');
  const state = useObservable('useModal', watch);
  const open = useCallback((options?: OpenOptions) => client.open(options), [client]);
  const close = useCallback(() => void client.useCases.closeModal.execute({ by: 'app' }).subscribe(), [client]);
  const requestClose = useCallback(() => void client.useCases.closeModal.execute({ by: 'person' }).subscribe(), [client]);
  const prepare = useCallback(() => prepareModal?.(), [prepareModal]);
  return { ...state, prepare, open, close, requestClose };
};
