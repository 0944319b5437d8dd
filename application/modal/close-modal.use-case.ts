import type { Observable } from 'rxjs';
import { accountOf } from '../../domain/connection/connection-views.js';
import { embeddedCloseEvent } from '../../domain/router/closing-rules.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { AfterConnect } from './after-connect.js';
import type { ModalStore } from './modal.store.js';

/**
 * Closing by the `user` may be refused, closing by the `app` never. `connected`: the user has connected, and what follows is decided by the
 * `AfterConnect` policy.
 */
export interface CloseModalInput {
  readonly by: 'user' | 'app' | 'connected';
}

/** `closed` is true if the modal is closed now. */
export type CloseModalState = UseCaseState<'working', { readonly closed: boolean }, never>;

/**
 * Closes the modal and clears the current pairing. If closing is refused, the modal shakes instead. In embedded mode it stays open
 * and shows Account or Connect.
 */
export class CloseModal {
  readonly #modal: ModalStore;
  readonly #connections: ConnectionStore;
  readonly #options: OptionsStore;
  readonly #events: EventBus;
  readonly #afterConnect: AfterConnect;

  constructor(
    modal: ModalStore,
    connections: ConnectionStore,
    options: OptionsStore,
    events: EventBus,
    afterConnect: AfterConnect = (close) => close(),
  ) {
    this.#modal = modal;
    this.#connections = connections;
    this.#options = options;
    this.#events = events;
    this.#afterConnect = afterConnect;
  }

  execute({ by }: CloseModalInput): Observable<CloseModalState> {
    return runSync(() => ({ closed: by === 'connected' ? this.#closeAfterConnect() : this.#close(by) }));
  }

  #closeAfterConnect(): boolean {
    let isClosed = false;
    this.#afterConnect(() => {
      isClosed = this.#close('app');
    });
    return isClosed;
  }

  #close(by: 'user' | 'app'): boolean {
    const reaction = by === 'app' ? 'close' : this.#modal.closeReaction(this.#connections.state.pairing.buffering);
    if (reaction === 'shake') this.#modal.shake();
    if (reaction !== 'close') return false;
    const connected = accountOf(this.#connections.state).isConnected;
    const wasOpen = this.#modal.snapshot.modal.open;
    this.#connections.dispatch({ type: 'pairing-changed', pairing: { wcUri: undefined, wcPairingExpiry: undefined } });
    if (this.#options.current.enableEmbedded) {
      this.#modal.clearLoading();
      this.#modal.navigate(embeddedCloseEvent(connected));
      return false;
    }
    this.#modal.close();
    if (wasOpen) this.#events.track('MODAL_CLOSE', { connected });
    return true;
  }
}
