import { type Observable, of } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { hasNfts } from '../../domain/tokens/has-nfts.js';
import { NftLookAlikes } from '../../domain/tokens/nft-look-alikes.js';
import { INITIAL_NFTS, type NftsEvent, type NftsState, reduceNfts } from '../../domain/tokens/nfts-state.js';
import type { Nft } from '../../domain/tokens/parse-nfts.js';
import { AccountLists, type AccountTarget } from '../connect/account-lists.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import { PagedList } from '../shared/paged-list.js';
import { readShownPage } from '../shared/read-shown-page.js';

/** The NFTs of one account on one network. */
class Collection extends PagedList<NftsState, NftsEvent> {
  /** By id: a page may repeat NFTs of the one before, if some were received meanwhile. */
  held: ReadonlyMap<string, Nft> = new Map();
  lookAlikes = new NftLookAlikes();
  /** Cursor of the next page; `null` at the first one and after the last one. */
  cursor: string | null = null;
  readonly target: AccountTarget | null;

  constructor(target: AccountTarget | null) {
    super(INITIAL_NFTS, reduceNfts);
    this.target = target;
  }
}

/** Holds the NFTs of each namespace's account on its network. Another account or network starts with none. */
export class NftsReader {
  readonly #api: BlockchainApi;
  readonly #modal: Pick<ModalStore, 'alert'>;
  readonly #collections: AccountLists<NftsState, Collection>;

  constructor(api: BlockchainApi, connections: ConnectionStore, modal: Pick<ModalStore, 'alert'>) {
    this.#api = api;
    this.#modal = modal;
    this.#collections = new AccountLists(connections, (target) => new Collection(target));
  }

  /** The NFTs as loaded so far. Sends no request. */
  current(namespace: Namespace): NftsState {
    return this.#collections.of(namespace).state.value;
  }

  /** The NFTs, then each change. Each subscription reads the first page again. */
  watch(namespace: Namespace): Observable<NftsState> {
    return this.#collections.watch(namespace, (collection) => this.#load(collection, null));
  }

  /**
   * Loads the next page, or the failed one again; emits the NFTs once. Does nothing if all are loaded.
   * @throws LatchkeyError `connection/not-connected`
   */
  loadMore(namespace: Namespace): Observable<NftsState> {
    return this.#collections.load(namespace, (collection) => {
      const { target, state, cursor, loading } = collection;
      if (target === null) throw new LatchkeyError('connection/not-connected', { namespace });
      const { hasMore, error } = state.value;
      return !hasMore && error === null && loading === null ? of(state.value) : this.#load(collection, cursor);
    });
  }

  #load(collection: Collection, cursor: string | null): Observable<NftsState> {
    const { target } = collection;
    return target === null ? of(collection.state.value) : collection.load((signal) => this.#next(collection, target, cursor, signal));
  }

  async #next(
    collection: Collection,
    { namespace, address, chainId }: AccountTarget,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<NftsEvent> {
    try {
      if (!hasNfts(namespace) || !(await this.#api.isSupported(chainId, signal))) return { type: 'unsupported' };
      // The first page replaces what was loaded before, so that NFTs that were sent go.
      const held = cursor === null ? new Map<string, Nft>() : new Map(collection.held);
      const page = await readShownPage({
        from: cursor,
        readPage: (from) => this.#api.nfts({ address, chainId, cursor: from }, signal),
        isShown: (nft) => nft.chainId === chainId && !nft.isSpam,
        isListed: ({ id }) => held.has(id),
      });
      signal.throwIfAborted();
      if (page === null) return { type: 'unsupported' };
      const lookAlikes = cursor === null ? new NftLookAlikes() : collection.lookAlikes;
      for (const nft of page.items) held.set(nft.id, nft);
      for (const [id, resembles] of lookAlikes.add(page.items)) {
        const nft = held.get(id);
        if (nft !== undefined) held.set(id, { ...nft, resembles });
      }
      collection.lookAlikes = lookAlikes;
      collection.held = held;
      collection.cursor = page.next;
      return { type: 'loaded', nfts: [...held.values()], hasMore: page.next !== null };
    } catch (error) {
      // Also reached after an abort, when the outcome is ignored.
      if (!isLatchkeyError(error)) throw error;
      // A cursor that the service refuses would be refused again.
      if (!signal.aborted && isLatchkeyError(error, 'service/refused')) collection.cursor = null;
      const alert = serviceAlertOf(error);
      if (alert !== null && !signal.aborted) this.#modal.alert(alert);
      // The app's developer has to act, not the user: the code says so.
      const isMisconfigured = isLatchkeyError(error, 'config/project-id-missing');
      return { type: 'failed', error: isMisconfigured ? error : new LatchkeyError('nfts/fetch-failed', { chainId }, { cause: error }) };
    }
  }
}
