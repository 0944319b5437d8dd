import type { Observable } from 'rxjs';
import { runAtOnce } from '../shared/run-at-once.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ModalStore } from './modal.store.js';

/** Done. */
export type DismissAlertState = UseCaseState<'working', undefined, never>;

/** Closes the alert bar. */
export class DismissAlert {
  readonly #modal: ModalStore;

  constructor(modal: ModalStore) {
    this.#modal = modal;
  }

  execute(): Observable<DismissAlertState> {
    return runAtOnce(() => {
      this.#modal.dismissAlert();
      return undefined;
    });
  }
}
