import type { Observable } from 'rxjs';
import type { ModalStore } from './modal.store.js';
import type { ModalSnapshot } from './modal-snapshot.js';

/** Follows what the modal shows: the snapshot now, then each change. */
export class WatchModal {
  readonly #modal: ModalStore;

  constructor(modal: ModalStore) {
    this.#modal = modal;
  }

  /** The snapshot at this moment, for synchronous readers. */
  current(): ModalSnapshot {
    return this.#modal.snapshot;
  }

  execute(): Observable<ModalSnapshot> {
    return this.#modal.snapshot$;
  }
}
