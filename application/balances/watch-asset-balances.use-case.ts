import { type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { AssetBalancePoll, AssetBalancesState } from './asset-balance.poll.js';

/** The namespace of the account; the active one by default. */
export interface WatchAssetBalancesInput {
  readonly namespace?: Namespace;
}

/**
 * Emits the connected account's balances of the tokens in the option `tokens` on the active network. Polls while subscribed: one
 * request a minute for all of them, none while the web page is hidden.
 */
export class WatchAssetBalances {
  readonly #poll: AssetBalancePoll;
  readonly #connections: ConnectionStore;

  constructor(poll: AssetBalancePoll, connections: ConnectionStore) {
    this.#poll = poll;
    this.#connections = connections;
  }

  /** The current state, for synchronous readers. Reads nothing. */
  current({ namespace }: WatchAssetBalancesInput = {}): AssetBalancesState {
    return this.#poll.current(namespace ?? this.#connections.state.activeNamespace);
  }

  /** Subscribers of a namespace share one poll. */
  execute({ namespace }: WatchAssetBalancesInput = {}): Observable<AssetBalancesState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#poll.watch(watched)));
  }
}
