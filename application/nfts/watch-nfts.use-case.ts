import { type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NftsState } from '../../domain/tokens/nfts-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { NftsReader } from './nfts.reader.js';

/** The namespace of the account; the active one by default. */
export interface WatchNftsInput {
  readonly namespace?: Namespace;
}

/**
 * Emits the NFTs of the connected account on its network. The first page is read on each subscription, the next ones by
 * {@link LoadMoreNfts}. Never errors: an error is part of the state.
 */
export class WatchNfts {
  readonly #reader: NftsReader;
  readonly #connections: ConnectionStore;

  constructor(reader: NftsReader, connections: ConnectionStore) {
    this.#reader = reader;
    this.#connections = connections;
  }

  /** The NFTs as loaded so far, for synchronous readers. Sends no request. */
  current({ namespace }: WatchNftsInput = {}): NftsState {
    return this.#reader.current(namespace ?? this.#connections.state.activeNamespace);
  }

  execute({ namespace }: WatchNftsInput = {}): Observable<NftsState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#reader.watch(watched)));
  }
}
