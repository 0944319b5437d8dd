import { useMemo } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { ModalSnapshot } from '../../application/modal/modal-snapshot.js';
import { currentView, INITIAL_ROUTER, type RouterEvent } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import { watchModal } from './watch-modal.js';

/** Where the modal is. */
export interface ModalPlace {
  readonly view: View;
  readonly canGoBack: boolean;
}

/** Where the modal is and the ways from there. The functions keep their identity. */
export interface ModalRouter extends ModalPlace {
  /** Shows a view after the current one. */
  readonly push: (view: View) => void;
  /** Shows a view in the place of the current one. */
  readonly replace: (view: View) => void;
  /** Shows a view and forgets the way to it. */
  readonly reset: (view: View) => void;
  /** One view back; closes where there is none. */
  readonly goBack: () => void;
  /** Any other move of the router. */
  readonly move: (event: RouterEvent) => void;
}

const START: ModalPlace = { view: currentView(INITIAL_ROUTER), canGoBack: false };

const place = ({ view, canGoBack }: ModalSnapshot): ModalPlace => ({ view, canGoBack });

const watch = (client: Latchkey) => watchModal(client, place, START);

/**
 * Follows and moves the modal's views.
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
