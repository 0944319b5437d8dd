import { type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { AssetBalancePoll, AssetBalancesState } from './asset-balance.poll.js';

/** Which namespace's account; the active one's by default. */
export interface WatchAssetBalancesInput {
  readonly namespace?: Namespace;
}

/**
 * Follows what the connected account has of the tokens in the option `tokens`, on the network in use, and keeps it fresh
 * while somebody watches: one question a minute for all of them, none while the page is hidden.
 */
export class WatchAssetBalances {
  readonly #poll: AssetBalancePoll;
  readonly #connections: ConnectionStore;

  constructor(poll: AssetBalancePoll, connections: ConnectionStore) {
    this.#poll = poll;
    this.#connections = connections;
  }

  /** What is known at this moment, for synchronous readers. Reads nothing. */
  current({ namespace }: WatchAssetBalancesInput = {}): AssetBalancesState {
    return this.#poll.current(namespace ?? this.#connections.state.activeNamespace);
  }

  /** All watchers of a namespace share one reading. */
  execute({ namespace }: WatchAssetBalancesInput = {}): Observable<AssetBalancesState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#poll.watch(watched)));
  }
}
