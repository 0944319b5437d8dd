import { useMemo } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { currentView, INITIAL_ROUTER, type RouterEvent } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

/** Current view of the modal. */
export interface ModalLocation {
  readonly view: View;
  readonly canGoBack: boolean;
}

/** Current view of the modal and the functions to navigate. The functions keep their identity. */
export interface ModalRouter extends ModalLocation {
  /** Shows a view after the current one. */
  readonly push: (view: View) => void;
  /** Replaces the current view. */
  readonly replace: (view: View) => void;
  /** Shows a view and clears the history. */
  readonly reset: (view: View) => void;
  /** Goes back one view, or closes the modal in the first one. */
  readonly goBack: () => void;
  /** Sends any other event to the router. */
  readonly move: (event: RouterEvent) => void;
}

const INITIAL_LOCATION: ModalLocation = { view: currentView(INITIAL_ROUTER), canGoBack: false };

const toLocation = ({ view, canGoBack }: ModalSnapshot): ModalLocation => ({ view, canGoBack });

const watch = (client: Latchkey) => watchModal(client, toLocation, INITIAL_LOCATION);

/**
 * Returns the modal's current view and the functions to navigate.
 * @example
 * const { push } = useRouter();
 * push({ name: 'Networks', data: undefined });
 */
export const useRouter = (): ModalRouter => {
  const { client } = useLatchkeyContext('useRouter');
  const moves = useMemo(() => {
    const close = (): void => void client.useCases.closeModal.execute({ by: 'app' }).subscribe();
    const move = (event: RouterEvent): void => client.modal.navigate(event, close);
    return {
      push: (view: View) => move({ type: 'push', view }),
      replace: (view: View) => move({ type: 'replace', view }),
      reset: (view: View) => move({ type: 'reset', view }),
      goBack: () => move({ type: 'go-back' }),
      move,
    };
  }, [client]);
  return { ...useObservable('useRouter', watch), ...moves };
};
