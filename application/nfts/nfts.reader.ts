import { defer, distinctUntilChanged, finalize, ignoreElements, map, merge, type Observable, of, share, switchMap, takeUntil } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { hasNfts } from '../../domain/tokens/has-nfts.js';
import { INITIAL_NFTS, type NftsEvent, type NftsState, reduceNfts } from '../../domain/tokens/nfts-state.js';
import type { Nft, NftPage } from '../../domain/tokens/parse-nfts.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { StateSubject } from '../shared/state-subject.js';

/** The account and network whose NFTs are shown. */
interface NftsTarget {
  readonly namespace: Namespace;
  readonly address: string;
  readonly chainId: ChainId;
}

/** The NFTs of one account on one network. */
interface Collection {
  readonly target: NftsTarget | null;
  readonly state: StateSubject<NftsState>;
  /** By id: a page may repeat NFTs of the one before, if some were received meanwhile. */
  held: Map<string, Nft>;
  /** Cursor of the next page; `null` at the first one and after the last one. */
  cursor: string | null;
  loading: Observable<NftsState> | null;
}

/** Names the account and network of a collection; empty without an account. */
const keyOf = (target: NftsTarget | null): string => (target === null ? '' : `${target.chainId}:${target.address}`);

const targetOf = (namespace: Namespace, own: NamespaceState | undefined): NftsTarget | null => {
  if (own?.session == null) return null;
  const [{ address }] = own.session.accounts;
  return { namespace, address, chainId: networkOf(own).caipNetworkId };
};

const createCollection = (target: NftsTarget | null): Collection => ({
  target,
  state: new StateSubject(INITIAL_NFTS),
  held: new Map(),
  cursor: null,
  loading: null,
});

const dispatch = ({ state }: Collection, event: NftsEvent): void => state.next(reduceNfts(state.value, event));

/** Holds the NFTs of each namespace's account on its network. Another account or network starts with none. */
export class NftsReader {
  readonly #api: BlockchainApi;
  readonly #connections: ConnectionStore;
  readonly #modal: Pick<ModalStore, 'alert'>;
  readonly #collections = new Map<Namespace, Collection>();

  constructor(api: BlockchainApi, connections: ConnectionStore, modal: Pick<ModalStore, 'alert'>) {
    this.#api = api;
    this.#connections = connections;
    this.#modal = modal;
  }

  /** The NFTs as loaded so far. Sends no request. */
  current(namespace: Namespace): NftsState {
    return this.#collectionOf(namespace).state.value;
  }

  /** The NFTs, then each change. Each subscription reads the first page again. */
  watch(namespace: Namespace): Observable<NftsState> {
    return this.#connections.state$.pipe(
      map(() => this.#collectionOf(namespace)),
      distinctUntilChanged(),
      switchMap((collection) => merge(defer(() => this.#load(collection, null)).pipe(ignoreElements()), collection.state.value$)),
      takeUntil(this.#connections.disposed$),
    );
  }

  /**
   * Loads the next page, or the failed one again; emits the NFTs once. Does nothing if all are loaded.
   * @throws LatchkeyError `connection/not-connected`
   */
  loadMore(namespace: Namespace): Observable<NftsState> {
    return defer(() => {
      const collection = this.#collectionOf(namespace);
      const { target, state, cursor } = collection;
      if (target === null) throw new LatchkeyError('connection/not-connected', { namespace });
      const { hasMore, error } = state.value;
      if (!hasMore && error === null && collection.loading === null) return of(state.value);
      return this.#load(collection, cursor);
    });
  }

  #collectionOf(namespace: Namespace): Collection {
    const target = targetOf(namespace, this.#connections.state.namespaces[namespace]);
    const known = this.#collections.get(namespace);
    if (known !== undefined && keyOf(known.target) === keyOf(target)) return known;
    const collection = createCollection(target);
    this.#collections.set(namespace, collection);
    return collection;
  }

  /** One request at a time; subscribers share it, and it is aborted when all of them have unsubscribed. */
  #load(collection: Collection, cursor: string | null): Observable<NftsState> {
    const { target } = collection;
    if (target === null) return of(collection.state.value);
    if (collection.loading !== null) return collection.loading;
    const loading: Observable<NftsState> = defer(() => {
      dispatch(collection, { type: 'requested' });
      return fromAbortable<NftsState>(async (signal, emit) => {
        const event = await this.#next(collection, target, cursor, signal);
        if (signal.aborted) return;
        // Cleared before the dispatch: a subscriber may load the next page synchronously.
        if (collection.loading === loading) collection.loading = null;
        dispatch(collection, event);
        emit(collection.state.value);
      });
    }).pipe(
      finalize(() => {
        if (collection.loading !== loading) return;
        collection.loading = null;
        dispatch(collection, { type: 'cancelled' });
      }),
      share(),
    );
    collection.loading = loading;
    return loading;
  }

  async #next(
    collection: Collection,
    { namespace, address, chainId }: NftsTarget,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<NftsEvent> {
    try {
      if (!hasNfts(namespace) || !(await this.#api.isSupported(chainId, signal))) return { type: 'unsupported' };
      // The first page replaces what was loaded before, so that NFTs that were sent go.
      const held = cursor === null ? new Map<string, Nft>() : new Map(collection.held);
      const readPage = (from: string | null): Promise<NftPage | null> => this.#api.nfts({ address, chainId, cursor: from }, signal);
      const page = await readShown(readPage, chainId, held, cursor);
      signal.throwIfAborted();
      if (page === null) return { type: 'unsupported' };
      for (const nft of page.items) held.set(nft.id, nft);
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

/** Reads pages until one has an NFT to show that is not held yet; `null` if the service lists none. */
const readShown = async (
  readPage: (cursor: string | null) => Promise<NftPage | null>,
  chainId: ChainId,
  held: ReadonlyMap<string, Nft>,
  from: string | null,
): Promise<NftPage | null> => {
  const seen = new Set<string | null>([from]);
  for (let cursor = from; ; ) {
    const page = await readPage(cursor);
    if (page === null) return null;
    const shown = page.items.filter((nft) => nft.chainId === chainId && !nft.isSpam);
    const items = shown.filter(({ id }) => !held.has(id));
    // A service that repeats a cursor, or ignores it and repeats a page, would be asked forever.
    const isRepeated = seen.has(page.next) || (shown.length > 0 && items.length === 0);
    const next = isRepeated ? null : page.next;
    if (items.length > 0 || next === null) return { items, next };
    seen.add(next);
    cursor = next;
  }
};
