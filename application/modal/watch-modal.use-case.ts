import type { Observable } from 'rxjs';
import type { ModalStore } from './modal.store.js';
import type { ModalSnapshot } from './modal-snapshot.js';

/** Emits the modal state: the current snapshot, then each change. */
export class WatchModal {
  readonly #modal: ModalStore;

  constructor(modal: ModalStore) {
    this.#modal = modal;
  }

  /** The current snapshot, for synchronous readers. */
  current(): ModalSnapshot {
    return this.#modal.snapshot;
  }

  execute(): Observable<ModalSnapshot> {
    return this.#modal.shown$;
  }
}
