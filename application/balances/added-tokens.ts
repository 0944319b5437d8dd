import { distinctUntilChanged, filter, map, merge, type Observable, Subject, startWith } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { addToken, parseAddedTokens } from '../../domain/tokens/added-tokens.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { AssetBalance } from '../ports/chain-services.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { balanceTarget } from './balance-target.js';

/** The tokens that the user has added by their addresses, persisted in the storage and shared with other tabs. Invalid entries are ignored. */
export class AddedTokens {
  readonly #storage: Pick<Storage, 'get' | 'set' | 'changes$'>;
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #changed = new Subject<void>();

  constructor(storage: Pick<Storage, 'get' | 'set' | 'changes$'>, chains: Chains, connections: ConnectionStore) {
    this.#storage = storage;
    this.#chains = chains;
    this.#connections = connections;
  }

  /** The current tokens of a network, then each change, by other tabs too. */
  on$(chainId: ChainId): Observable<readonly AssetId[]> {
    const { changes$ } = this.#storage;
    return merge(this.#changed, changes$.pipe(filter(({ key }) => key === STORAGE_KEYS.addedTokens))).pipe(
      startWith(null),
      map(() => this.#storage.get(STORAGE_KEYS.addedTokens)),
      distinctUntilChanged(),
      map((text) => parseAddedTokens(text).filter((asset) => parseAssetId(asset).chainId === chainId)),
    );
  }

  /** Balances of tokens of the connected account, from the chain. Those that do not exist are omitted. @throws LatchkeyError */
  async read(namespace: Namespace, assets: readonly AssetId[], signal: AbortSignal): Promise<readonly AssetBalance[]> {
    const { chain, network, session } = balanceTarget(this.#chains, this.#connections, namespace);
    const { address } = session.accounts[0];
    return (await chain.services?.getAssetBalances?.({ address, assets, network }, signal)) ?? [];
  }

  add(asset: AssetId): void {
    const next = addToken(parseAddedTokens(this.#storage.get(STORAGE_KEYS.addedTokens)), asset);
    this.#storage.set(STORAGE_KEYS.addedTokens, JSON.stringify(next));
    this.#changed.next();
  }
}
