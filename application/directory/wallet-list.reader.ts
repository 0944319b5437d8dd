import {
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  share,
  switchMap,
  takeUntil,
} from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { NO_WALLETS, reduceWalletList, type WalletListEvent, type WalletListState } from '../../domain/directory/wallet-list-state.js';
import { orderWallets } from '../../domain/directory/wallet-order.js';
import { listQuery, PAGE_ENTRIES, type WalletFilters } from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WatchConnectors } from '../connect/watch-connectors.use-case.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { OptionsStore } from '../shared/options.store.js';
import { StateSubject } from '../shared/state-subject.js';
import { type DirectoryReader, listed } from './directory.reader.js';
import type { RecentWallets } from './recent-wallets.js';
import type { WalletPictures } from './wallet-pictures.js';

/** A service that does not keep to the question may give pages of which nothing is shown: so many of them in a row are passed over. */
const UNSHOWN_PAGES = 5;

/** All wallets page by page, those that the host features, or those that the directory recommends. */
export type WalletListKind = 'all' | 'featured' | 'recommended';

/** What stands before the pages. */
interface Intro {
  readonly featured: readonly DirectoryWallet[];
  readonly recommended: readonly DirectoryWallet[];
}

/** One list: it belongs to what the host says and to the chains it was asked for. */
interface WalletList {
  readonly kind: WalletListKind;
  readonly namespace: Namespace | undefined;
  readonly filters: WalletFilters;
  readonly state: StateSubject<WalletListState>;
  /** Pages that are there. */
  page: number;
  /** Ids that were on one of them, shown or not. */
  seen: ReadonlySet<string>;
  intro: Intro | null;
  loading: Observable<WalletListState> | null;
}

/** What was asked for: what becomes of the list, and how far it is then. */
interface Step {
  readonly event: WalletListEvent;
  readonly reached: Pick<WalletList, 'page' | 'seen'>;
}

/**
 * Keeps the lists of wallets. A list is loaded when somebody watches it, goes on where it was when somebody comes back, and is
 * asked for again where it failed.
 */
export class WalletListReader {
  readonly #reader: DirectoryReader;
  readonly #pictures: WalletPictures;
  readonly #recent: RecentWallets;
  readonly #connectors: Pick<WatchConnectors, 'current'>;
  readonly #connections: ConnectionStore;
  readonly #options: OptionsStore;
  readonly #lists = new Map<string, WalletList>();

  constructor(
    reader: DirectoryReader,
    pictures: WalletPictures,
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

  /** The list as far as it is there; asks nothing. */
  current(kind: WalletListKind, namespace?: Namespace): WalletListState {
    return this.#listOf(kind, namespace).state.value;
  }

  /** The list now and after each change; what it begins with is loaded. */
  watch(kind: WalletListKind, namespace?: Namespace): Observable<WalletListState> {
    const { state$ } = this.#connections;
    return merge(state$, this.#options.options$).pipe(
      map(() => this.#listOf(kind, namespace)),
      distinctUntilChanged(),
      switchMap((list) => this.#watch(list)),
      takeUntil(this.#connections.disposed$),
    );
  }

  /** Loads what comes next, or what failed; gives the list when that is there. A list that is complete stays as it is. */
  more(kind: WalletListKind, namespace?: Namespace): Observable<WalletListState> {
    const list = this.#listOf(kind, namespace);
    return defer(() => {
      const state = list.state.value;
      return list.page === 0 || state.hasMore || state.error !== null ? this.#load(list) : of(state);
    });
  }

  #watch(list: WalletList): Observable<WalletListState> {
    const load$ = defer(() => (list.page === 0 ? this.#load(list) : (list.loading ?? EMPTY)));
    return merge(list.state.value$, load$.pipe(ignoreElements()));
  }

  #listOf(kind: WalletListKind, namespace: Namespace | undefined): WalletList {
    const filters = this.#reader.filters(namespace);
    const key = JSON.stringify([kind, namespace, filters]);
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list: WalletList = {
      kind,
      namespace,
      filters,
      state: new StateSubject(NO_WALLETS),
      page: 0,
      seen: new Set(),
      intro: null,
      loading: null,
    };
    this.#lists.set(key, list);
    return list;
  }

  /** One load at a time; all who wait for it share it, and it is given up when they have all left. */
  #load(list: WalletList): Observable<WalletListState> {
    if (list.loading !== null) return list.loading;
    const loading: Observable<WalletListState> = defer(() => {
      dispatch(list, { type: 'requested' });
      return fromAbortable<WalletListState>(async (signal, emit) => {
        const { event, reached } = await this.#next(list, signal);
        if (signal.aborted) return;
        // Who hears of the page may ask for the next one at once.
        if (list.loading === loading) list.loading = null;
        Object.assign(list, reached);
        dispatch(list, event);
        emit(list.state.value);
        if (event.type === 'loaded') await this.#pictures.prefetch(event.wallets, signal);
      });
    }).pipe(
      finalize(() => {
        if (list.loading !== loading) return;
        list.loading = null;
        dispatch(list, { type: 'given-up' });
      }),
      share(),
    );
    list.loading = loading;
    return loading;
  }

  async #next(list: WalletList, signal: AbortSignal): Promise<Step> {
    const { kind, filters, namespace, page, seen } = list;
    try {
      if (kind === 'all') return await this.#nextPage(list, signal);
      const wallets = await (kind === 'featured'
        ? this.#reader.featured(filters, namespace, signal)
        : this.#reader.recommended(filters, signal));
      const count = kind === 'featured' ? wallets.length : await this.#reader.count(filters, signal);
      return { event: { type: 'loaded', wallets, count, hasMore: false }, reached: { page: 1, seen } };
    } catch (error) {
      // After an abort nobody looks at the outcome.
      if (!isLatchkeyError(error)) throw error;
      const known = list.intro === null ? [] : this.#ordered(list, []);
      return { event: { type: 'failed', error, wallets: known }, reached: { page, seen } };
    }
  }

  /** The next page of which something is shown; those before it count as well. */
  async #nextPage(list: WalletList, signal: AbortSignal): Promise<Step> {
    const { filters } = list;
    const intro = await this.#intro(list, signal);
    const leading = intro.recommended.map(({ id }) => id);
    const seen = new Set(list.seen);
    for (let page = list.page + 1; ; page += 1) {
      const { wallets, dropped, count: others } = await this.#reader.page(listQuery(filters, page, leading), signal);
      // A service that has no pages says the same to each question: the list is over with it, whatever the count.
      const isNew = dropped.length > 0 || wallets.some(({ id }) => !seen.has(id));
      for (const { id } of wallets) seen.add(id);
      const hasMore = isNew && page * PAGE_ENTRIES < others;
      const shown = this.#ordered(list, listed(wallets, filters));
      if (shown.length === 0 && hasMore && page - list.page < UNSHOWN_PAGES) continue;
      const count = intro.featured.length + intro.recommended.length + others;
      return { event: { type: 'loaded', wallets: shown, count, hasMore }, reached: { page, seen } };
    }
  }

  /** Featured and recommended wallets. An answer that makes no sense costs these only; no answer costs the page too. */
  async #intro(list: WalletList, signal: AbortSignal): Promise<Intro> {
    if (list.intro !== null) return list.intro;
    const { filters, namespace } = list;
    const orNone = (error: unknown): readonly DirectoryWallet[] => {
      if (isLatchkeyError(error, 'directory/invalid-response')) return [];
      throw error;
    };
    const [featured, recommended] = await Promise.all([
      this.#reader.featured(filters, namespace, signal).catch(orNone),
      this.#reader.recommended(filters, signal).catch(orNone),
    ]);
    list.intro = { featured, recommended };
    return list.intro;
  }

  /** What is added to a list, in its order; the first addition begins with the featured and the recommended wallets. */
  #ordered({ page, intro, namespace }: WalletList, wallets: readonly DirectoryWallet[]): readonly DirectoryWallet[] {
    const leading = [...(intro?.featured ?? []), ...(intro?.recommended ?? [])];
    return orderWallets(page === 0 ? [...leading, ...wallets] : wallets, {
      connectors: this.#connectors.current(namespace === undefined ? {} : { namespace }),
      recent: this.#recent.list(),
      recommended: leading.map(({ id }) => id),
    });
  }
}

const dispatch = ({ state }: WalletList, event: WalletListEvent): void => state.next(reduceWalletList(state.value, event));
