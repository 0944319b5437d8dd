import type { Observable } from 'rxjs';
import type { SnackbarMessage } from '../../domain/modal/snackbar-machine.js';
import { runAtOnce } from '../shared/run-at-once.js';
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
    return runAtOnce(() => {
      this.#modal.show(content);
      return undefined;
    });
  }
}
