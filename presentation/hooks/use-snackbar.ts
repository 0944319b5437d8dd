import { useMemo } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { INITIAL_SNACKBAR, type SnackbarState, type SnackbarVariant } from '../../domain/modal/snackbar-machine.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

/** The snackbar at the modal's edge. The functions keep their identity. */
export interface Snackbar {
  readonly snackbar: SnackbarState;
  /** Shows a message for 2.5 s, after closing the current one. Default variant `success`. */
  readonly show: (message: string, variant?: SnackbarVariant) => void;
  readonly hide: () => void;
}

const pick = ({ snackbar }: ModalSnapshot): SnackbarState => snackbar;

const watch = (client: Latchkey) => watchModal(client, pick, INITIAL_SNACKBAR);

/**
 * Returns the snackbar and the functions to show and hide it.
 * @example useSnackbar().show('Address copied');
 */
export const useSnackbar = (): Snackbar => {
  const { client } = useLatchkeyContext('useSnackbar');
  const actions = useMemo(
    () => ({
      show: (message: string, variant: SnackbarVariant = 'success') => client.modal.show({ message, variant }),
      hide: () => client.modal.show(null),
    }),
    [client],
  );
  return { snackbar: useObservable('useSnackbar', watch), ...actions };
};
