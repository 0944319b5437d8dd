import { defer, type Observable, of } from 'rxjs';
import type { SnackbarMessage } from '../../domain/modal/snackbar-machine.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ModalStore } from './modal.store.js';

/** Done. */
export type ShowSnackbarState = UseCaseState<'working', undefined, never>;

/** Shows a short message at the modal's edge; `null` takes it away. */
export class ShowSnackbar {
  readonly #modal: ModalStore;

  constructor(modal: ModalStore) {
    this.#modal = modal;
  }

  execute(content: SnackbarMessage | null): Observable<ShowSnackbarState> {
    return defer(() => {
      this.#modal.show(content);
      return of<ShowSnackbarState[]>({ status: 'pending', step: 'working' }, { status: 'success', result: undefined });
    });
  }
}
