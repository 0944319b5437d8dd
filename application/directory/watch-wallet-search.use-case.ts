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
import { NO_SEARCH, type WalletSearchState } from '../../domain/directory/wallet-list-state.js';
import { orderWallets } from '../../domain/directory/wallet-order.js';
import { isSearch, sameSearch, searchQuery, type WalletSearch } from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WatchConnectors } from '../connect/watch-connectors.use-case.js';
import type { Clock } from '../ports/clock.port.js';
import { throwOnAbort } from '../shared/aborted.js';
import type { EventBus } from '../shared/event-bus.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { pause } from '../shared/pause.js';
import { type DirectoryReader, shown } from './directory.reader.js';
import type { RecentWallets } from './recent-wallets.js';
import type { WalletPictures } from './wallet-pictures.js';

/** What is searched for, as it is typed. */
export interface WatchWalletSearchInput {
  /** The terms now and each time they change; the same ones again where the search for them is to be tried again. */
  readonly terms$: Observable<WalletSearch>;
  /** Only wallets that serve this namespace's networks; those of all networks by default. */
  readonly namespace?: Namespace;
}

/** A search waits until nothing was typed for so long; what it begins with does not wait. */
const TYPING_MS = 500;
/** A result is shown after so long at the earliest (specification, section 9): one that comes at once looks like a flicker. */
const AT_LEAST_MS = 300;
/** A result waits for its pictures, but no longer than this (specification, section 9). */
const IMAGES_RACE_MS = 2_000;

/**
 * Searches the directory while somebody types, 100 wallets at most. The newest terms always win, in whatever order the answers
 * come; the older question is withdrawn. Never fails: an error is part of the state.
 */
export class WatchWalletSearch {
  readonly #reader: DirectoryReader;
  readonly #pictures: WalletPictures;
  readonly #recent: RecentWallets;
  readonly #connectors: Pick<WatchConnectors, 'current'>;
  readonly #clock: Clock;
  readonly #events: EventBus;
  #latest = NO_SEARCH;

  constructor(
    reader: DirectoryReader,
    pictures: WalletPictures,
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

  /** What the search that was told of last says; nothing while nobody searches. */
  current(): WalletSearchState {
    return this.#latest;
  }

  execute({ terms$, namespace }: WatchWalletSearchInput): Observable<WalletSearchState> {
    return new Observable((subscriber) => {
      let state = NO_SEARCH;
      let text: string | null = null;
      const tell = (next: WalletSearchState): void => {
        state = next;
        this.#latest = next;
        subscriber.next(next);
      };
      tell(NO_SEARCH);
      const search = (terms: WalletSearch): Observable<never> => {
        // What it begins with, and a button, is no typing.
        const isTyped = text !== null && terms.search.trim() !== text;
        text = terms.search.trim();
        if (!isSearch(terms)) {
          if (state !== NO_SEARCH) tell(NO_SEARCH);
          return EMPTY;
        }
        tell({ ...state, pending: true, error: null });
        return fromAbortable<never>(async (signal) => {
          const result = await this.#search(terms, namespace, isTyped ? TYPING_MS : 0, signal);
          if (!signal.aborted) tell({ ...state, ...result, pending: false });
        });
      };
      subscriber.add(() => {
        this.#latest = NO_SEARCH;
      });
      subscriber.add(
        // The same terms again are another try where the last one failed.
        terms$
          .pipe(
            distinctUntilChanged((before, terms) => state.error === null && sameSearch(before, terms)),
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
      const { wallets, count } = await this.#reader.ask(searchQuery(filters, terms), signal);
      const connectors = this.#connectors.current(namespace === undefined ? {} : { namespace });
      const order = { connectors, recent: this.#recent.list(), recommended: filters.featured };
      const found = orderWallets(shown(wallets, filters), order);
      await this.#prefetch(found, signal);
      return { wallets: found, count: Math.max(count, found.length), found: terms };
    };
    try {
      const [result] = await Promise.all([find(), pause(AT_LEAST_MS, this.#clock, signal)]);
      return result;
    } catch (error) {
      if (!isLatchkeyError(error)) throw error;
      return { error };
    }
  }

  /** Waits for the first pictures; what is late then goes on coming while its row is on screen. */
  async #prefetch(wallets: WalletSearchState['wallets'], signal: AbortSignal): Promise<void> {
    const prefetched = defer(() => this.#pictures.prefetch(wallets, signal));
    await firstValueFrom(race(prefetched, timer(IMAGES_RACE_MS, this.#clock.scheduler)).pipe(throwOnAbort(signal)));
  }
}
