import { type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { TokenPoll } from './token.poll.js';
import type { TokensState } from './tokens-state.js';

/** The namespace of the account; the active one by default. */
export interface WatchTokensInput {
  readonly namespace?: Namespace;
}

/**
 * Emits the coin and tokens of the connected account on the active network with their values: tokens of the option `tokens` first, then those that
 * the wallet (EIP-7811) or the blockchain API lists. Polls every ten seconds while subscribed and the web page is visible. Never errors: an error is
 * part of the state.
 */
export class WatchTokens {
  readonly #poll: TokenPoll;
  readonly #connections: ConnectionStore;

  constructor(poll: TokenPoll, connections: ConnectionStore) {
    this.#poll = poll;
    this.#connections = connections;
  }

  /** The current state, for synchronous readers. Reads nothing. */
  current({ namespace }: WatchTokensInput = {}): TokensState {
    return this.#poll.current(namespace ?? this.#connections.state.activeNamespace);
  }

  /** Subscribers of a namespace share one poll. */
  execute({ namespace }: WatchTokensInput = {}): Observable<TokensState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#poll.watch(watched)));
  }
}
