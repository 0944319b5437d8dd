import type { Observable } from 'rxjs';
import type { RouterEvent } from '../../domain/router/router-machine.js';
import type { View } from '../../domain/router/views.js';
import { runAtOnce } from '../shared/run-at-once.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { CloseModal } from './close-modal.use-case.js';
import type { ModalStore } from './modal.store.js';

/** The view on screen afterwards. */
export type NavigateModalState = UseCaseState<'working', View, never>;

/** Moves the modal between its views. A step back that has nowhere to go closes it. */
export class NavigateModal {
  readonly #modal: ModalStore;
  readonly #close: CloseModal;

  constructor(modal: ModalStore, close: CloseModal) {
    this.#modal = modal;
    this.#close = close;
  }

  execute(event: RouterEvent): Observable<NavigateModalState> {
    return runAtOnce(() => {
      this.#modal.navigate(event, () => void this.#close.execute({ by: 'app' }).subscribe());
      return this.#modal.snapshot.view;
    });
  }
}
