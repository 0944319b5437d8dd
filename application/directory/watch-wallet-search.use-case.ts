import {
  defer,
  distinctUntilChanged,
  EMPTY,
  endWith,
  firstValueFrom,
  ignoreElements,
  Observable,
  race,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { INITIAL_WALLET_SEARCH, type WalletSearchState } from '../../domain/directory/wallet-list-state.js';
import { orderWallets } from '../../domain/directory/wallet-order.js';
import { isSameSearch, isSearch, searchQuery, type WalletSearch } from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WatchConnectors } from '../connect/watch-connectors.use-case.js';
import type { Clock } from '../ports/clock.port.js';
import { throwOnAbort } from '../shared/aborted.js';
import type { EventBus } from '../shared/event-bus.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { pause } from '../shared/pause.js';
import { type DirectoryReader, visibleWallets } from './directory.reader.js';
import type { RecentWallets } from './recent-wallets.js';
import type { WalletImages } from './wallet-images.js';

/** Input of the search. */
export interface WatchWalletSearchInput {
  /** The search terms as the user types. Emitting the same terms again retries a failed search. */
  readonly terms$: Observable<WalletSearch>;
  /** Only wallets for this namespace's networks; for all networks by default. */
  readonly namespace?: Namespace;
}

/** Debounce while typing; the initial terms are searched immediately. */
const DEBOUNCE_MS = 500;
/** Minimum time until a result is shown, to avoid flicker (specification, section 9). */
const MIN_PENDING_MS = 300;
/** Maximum wait for the images of a result (specification, section 9). */
const IMAGES_TIMEOUT_MS = 2_000;

/**
 * Searches the wallet directory as the user types, with 100 results at most. New terms abort the previous search. Never errors: an
 * error is part of the state.
 */
export class WatchWalletSearch {
  readonly #reader: DirectoryReader;
  readonly #pictures: WalletImages;
  readonly #recent: RecentWallets;
  readonly #connectors: Pick<WatchConnectors, 'current'>;
  readonly #clock: Clock;
  readonly #events: EventBus;
  #latest = INITIAL_WALLET_SEARCH;

  constructor(
    reader: DirectoryReader,
    pictures: WalletImages,
    recent: RecentWallets,
    connectors: Pick<WatchConnectors, 'current'>,
    clock: Clock,
    events: EventBus,
  ) {
    this.#reader = reader;
    this.#pictures = pictures;
    this.#recent = recent;
    this.#connectors = connectors;
    this.#clock = clock;
    this.#events = events;
  }

  /** The state emitted last; the initial state while there is no search. */
  current(): WalletSearchState {
    return this.#latest;
  }

  execute({ terms$, namespace }: WatchWalletSearchInput): Observable<WalletSearchState> {
    return new Observable((subscriber) => {
      let state = INITIAL_WALLET_SEARCH;
      let text: string | null = null;
      const emit = (next: WalletSearchState): void => {
        state = next;
        this.#latest = next;
        subscriber.next(next);
      };
      emit(INITIAL_WALLET_SEARCH);
      const search = (terms: WalletSearch): Observable<never> => {
        // The initial terms, and a change of the `certified` filter, are not debounced.
        const isTyped = text !== null && terms.search.trim() !== text;
        text = terms.search.trim();
        if (!isSearch(terms)) {
          if (state !== INITIAL_WALLET_SEARCH) emit(INITIAL_WALLET_SEARCH);
          return EMPTY;
        }
        emit({ ...state, pending: true, error: null });
        return fromAbortable<never>(async (signal) => {
          const result = await this.#search(terms, namespace, isTyped ? DEBOUNCE_MS : 0, signal);
          if (!signal.aborted) emit({ ...state, ...result, pending: false });
        });
      };
      subscriber.add(() => {
        this.#latest = INITIAL_WALLET_SEARCH;
      });
      subscriber.add(
        // After a failure, the same terms retry the search.
        terms$
          .pipe(
            distinctUntilChanged((before, terms) => state.error === null && isSameSearch(before, terms)),
            switchMap(search),
            takeUntil(this.#events.events$.pipe(ignoreElements(), endWith(null))),
          )
          .subscribe(subscriber),
      );
    });
  }

  async #search(
    terms: WalletSearch,
    namespace: Namespace | undefined,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Partial<WalletSearchState>> {
    if (waitMs > 0) await pause(waitMs, this.#clock, signal);
    this.#events.track('SEARCH_WALLET', { badge: terms.certified ? 'certified' : undefined, search: terms.search.trim() });
    const filters = this.#reader.filters(namespace);
    const find = async (): Promise<Partial<WalletSearchState>> => {
      const { wallets, count } = await this.#reader.fetchPage(searchQuery(filters, terms), signal);
      const connectors = this.#connectors.current(namespace === undefined ? {} : { namespace });
      const order = { connectors, recent: this.#recent.list(), recommended: filters.featured };
      const found = orderWallets(visibleWallets(wallets, filters), order);
      await this.#prefetch(found, signal);
      return { wallets: found, count: Math.max(count, found.length), search: terms };
    };
    try {
      const [result] = await Promise.all([find(), pause(MIN_PENDING_MS, this.#clock, signal)]);
      return result;
    } catch (error) {
      if (!isLatchkeyError(error)) throw error;
      return { error };
    }
  }

  /** Waits for the first images; slower ones are loaded by their visible rows. */
  async #prefetch(wallets: WalletSearchState['wallets'], signal: AbortSignal): Promise<void> {
    const prefetched = defer(() => this.#pictures.prefetch(wallets, signal));
    await firstValueFrom(race(prefetched, timer(IMAGES_TIMEOUT_MS, this.#clock.scheduler)).pipe(throwOnAbort(signal)));
  }
}
