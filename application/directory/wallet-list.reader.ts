import { defer, distinctUntilChanged, EMPTY, ignoreElements, map, merge, type Observable, of, switchMap, takeUntil } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import {
  INITIAL_WALLET_LIST,
  reduceWalletList,
  type WalletListEvent,
  type WalletListState,
} from '../../domain/directory/wallet-list-state.js';
import { orderWallets } from '../../domain/directory/wallet-order.js';
import { listQuery, PAGE_SIZE, type WalletFilters } from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WatchConnectors } from '../connect/watch-connectors.use-case.js';
import type { OptionsStore } from '../shared/options.store.js';
import { PagedList } from '../shared/paged-list.js';
import { type DirectoryReader, listedWallets } from './directory.reader.js';
import type { RecentWallets } from './recent-wallets.js';
import type { WalletImages } from './wallet-images.js';

/** Maximum number of consecutive pages without a visible wallet that are skipped, in case the service ignores the query. */
const MAX_HIDDEN_PAGES = 5;

/** All wallets page by page, the featured ones, or those recommended by the directory. */
export type WalletListKind = 'all' | 'featured' | 'recommended';

/** The wallets listed before the pages. */
interface LeadingWallets {
  readonly featured: readonly DirectoryWallet[];
  readonly recommended: readonly DirectoryWallet[];
}

/** A list for one combination of filters and chains. */
class WalletList extends PagedList<WalletListState, WalletListEvent> {
  /** Number of loaded pages. */
  page = 0;
  /** Ids on the loaded pages, visible or not. */
  seen: ReadonlySet<string> = new Set();
  leading: LeadingWallets | null = null;
  readonly kind: WalletListKind;
  readonly namespace: Namespace | undefined;
  readonly filters: WalletFilters;

  constructor({ kind, namespace, filters }: Pick<WalletList, 'kind' | 'namespace' | 'filters'>) {
    super(INITIAL_WALLET_LIST, reduceWalletList);
    this.kind = kind;
    this.namespace = namespace;
    this.filters = filters;
  }
}

/** Result of a load: the event for the list and its new position. */
interface Step {
  readonly event: WalletListEvent;
  readonly position: Pick<WalletList, 'page' | 'seen'>;
}

/**
 * Holds the wallet lists. A list is loaded on the first subscription, keeps its pages between subscriptions, and is loaded
 * again after a failure.
 */
export class WalletListReader {
  readonly #reader: DirectoryReader;
  readonly #pictures: WalletImages;
  readonly #recent: RecentWallets;
  readonly #connectors: Pick<WatchConnectors, 'current'>;
  readonly #connections: ConnectionStore;
  readonly #options: OptionsStore;
  readonly #lists = new Map<string, WalletList>();

  constructor(
    reader: DirectoryReader,
    pictures: WalletImages,
    recent: RecentWallets,
    connectors: Pick<WatchConnectors, 'current'>,
    connections: ConnectionStore,
    options: OptionsStore,
  ) {
    this.#reader = reader;
    this.#pictures = pictures;
    this.#recent = recent;
    this.#connectors = connectors;
    this.#connections = connections;
    this.#options = options;
  }

  /** The list as loaded so far. Sends no request. */
  current(kind: WalletListKind, namespace?: Namespace): WalletListState {
    return this.#listOf(kind, namespace).state.value;
  }

  /** The current list, then each change; loads the first page. */
  watch(kind: WalletListKind, namespace?: Namespace): Observable<WalletListState> {
    const { state$ } = this.#connections;
    return merge(state$, this.#options.options$).pipe(
      map(() => this.#listOf(kind, namespace)),
      distinctUntilChanged(),
      switchMap((list) => this.#watch(list)),
      takeUntil(this.#connections.disposed$),
    );
  }

  /** Loads the next page, or retries the failed one; emits the list once. Does nothing for a complete list. */
  loadMore(kind: WalletListKind, namespace?: Namespace): Observable<WalletListState> {
    const list = this.#listOf(kind, namespace);
    return defer(() => {
      const state = list.state.value;
      return list.page === 0 || state.hasMore || state.error !== null ? this.#load(list) : of(state);
    }).pipe(takeUntil(this.#connections.disposed$));
  }

  #watch(list: WalletList): Observable<WalletListState> {
    const load$ = defer(() => (list.page === 0 ? this.#load(list) : (list.loading ?? EMPTY)));
    return merge(list.state.value$, load$.pipe(ignoreElements()));
  }

  #listOf(kind: WalletListKind, namespace: Namespace | undefined): WalletList {
    const filters = this.#reader.filters(namespace);
    const key = JSON.stringify([kind, namespace, filters]);
    const existing = this.#lists.get(key);
    if (existing !== undefined) return existing;
    const list = new WalletList({ kind, namespace, filters });
    this.#lists.set(key, list);
    return list;
  }

  #load(list: WalletList): Observable<WalletListState> {
    return list.load(
      async (signal) => {
        const { event, position } = await this.#next(list, signal);
        if (!signal.aborted) Object.assign(list, position);
        return event;
      },
      async (event, signal) => {
        if (event.type === 'loaded') await this.#pictures.prefetch(event.wallets, signal);
      },
    );
  }

  async #next(list: WalletList, signal: AbortSignal): Promise<Step> {
    const { kind, filters, namespace, page, seen } = list;
    try {
      if (kind === 'all') return await this.#nextPage(list, signal);
      const wallets = await (kind === 'featured'
        ? this.#reader.featured(filters, namespace, signal)
        : this.#reader.recommended(filters, signal));
      const count = kind === 'featured' ? wallets.length : await this.#reader.count(filters, signal);
      return { event: { type: 'loaded', wallets, count, hasMore: false }, position: { page: 1, seen } };
    } catch (error) {
      // Also reached after an abort, when the outcome is ignored.
      if (!isLatchkeyError(error)) throw error;
      const wallets = list.leading === null ? [] : this.#ordered(list, []);
      return { event: { type: 'failed', error, wallets }, position: { page, seen } };
    }
  }

  /** Loads pages until one has a visible wallet. */
  async #nextPage(list: WalletList, signal: AbortSignal): Promise<Step> {
    const { filters } = list;
    const { featured, recommended } = await this.#loadLeadingWallets(list, signal);
    const recommendedIds = recommended.map(({ id }) => id);
    const seen = new Set(list.seen);
    for (let page = list.page + 1; ; page += 1) {
      const { wallets, dropped, count: others } = await this.#reader.getPage(listQuery(filters, page, recommendedIds), signal);
      // A service without paging returns the same page each time: the list is then complete, whatever the count.
      const isNew = dropped.length > 0 || wallets.some(({ id }) => !seen.has(id));
      for (const { id } of wallets) seen.add(id);
      const hasMore = isNew && page * PAGE_SIZE < others;
      const visible = this.#ordered(list, listedWallets(wallets, filters));
      if (visible.length === 0 && hasMore && page - list.page < MAX_HIDDEN_PAGES) continue;
      const count = featured.length + recommended.length + others;
      return { event: { type: 'loaded', wallets: visible, count, hasMore }, position: { page, seen } };
    }
  }

  /** Loads featured and recommended wallets. They are omitted after an invalid response; any other error fails the page too. */
  async #loadLeadingWallets(list: WalletList, signal: AbortSignal): Promise<LeadingWallets> {
    if (list.leading !== null) return list.leading;
    const { filters, namespace } = list;
    const orNone = (error: unknown): readonly DirectoryWallet[] => {
      if (isLatchkeyError(error, 'directory/invalid-response')) return [];
      throw error;
    };
    const [featured, recommended] = await Promise.all([
      this.#reader.featured(filters, namespace, signal).catch(orNone),
      this.#reader.recommended(filters, signal).catch(orNone),
    ]);
    list.leading = { featured, recommended };
    return list.leading;
  }

  /** Sorts the wallets of a page; the first page starts with the featured and the recommended wallets. */
  #ordered({ page, leading, namespace }: WalletList, wallets: readonly DirectoryWallet[]): readonly DirectoryWallet[] {
    const first = [...(leading?.featured ?? []), ...(leading?.recommended ?? [])];
    return orderWallets(page === 0 ? [...first, ...wallets] : wallets, {
      connectors: this.#connectors.current(namespace === undefined ? {} : { namespace }),
      recent: this.#recent.list(),
      recommended: first.map(({ id }) => id),
    });
  }
}
