import { defer, EMPTY, expand, filter, type Observable, of, repeat, switchMap, take, timer } from 'rxjs';
import { ActivityGroups } from '../../domain/activity/activity-groups.js';
import type { ActivityItem } from '../../domain/activity/activity-item.js';
import { type ActivityEvent, type ActivityState, INITIAL_ACTIVITY, reduceActivity } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { purchaseItemOf } from '../../domain/onramp/purchase-item.js';
import type { TokenPoll } from '../balances/token.poll.js';
import { AccountLists, type AccountTarget } from '../connect/account-lists.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Clock } from '../ports/clock.port.js';
import { PagedList } from '../shared/paged-list.js';

/** Time between reads while a purchase is in progress. */
const REFETCH_MS = 3_000;
/** Time between reads otherwise: a provider lists a purchase some time after the payment. */
const IDLE_REFETCH_MS = 15_000;

/** Namespace of the provider whose purchases are in histories. */
const NAMESPACE: Namespace = 'eip155';

/** The purchases of one account. */
class Purchases extends PagedList<ActivityState, ActivityEvent> {
  groups = new ActivityGroups();
  readonly items = new Map<string, ActivityItem>();
  /** Cursor of the next page; `null` after the oldest purchase, `undefined` before the newest one. */
  cursor: string | null | undefined = undefined;
  /** Those of the first page. Older ones are not read again. */
  newest: readonly ActivityItem[] = [];
  readonly target: AccountTarget | null;

  constructor(target: AccountTarget | null) {
    super(INITIAL_ACTIVITY, reduceActivity);
    this.target = target;
  }

  /** Time until the newest ones are read again, in ms; `null` after a failure, where the user decides. */
  get refetchMs(): number | null {
    const { error, isSupported } = this.state.value;
    if (error !== null || !isSupported) return null;
    return this.newest.some(({ status }) => status === 'pending') ? REFETCH_MS : IDLE_REFETCH_MS;
  }
}

/** Dependencies of {@link PurchasesReader}. */
export interface PurchasesReaderDeps {
  readonly api: BlockchainApi;
  readonly connections: ConnectionStore;
  readonly tokens: Pick<TokenPoll, 'refresh'>;
  readonly modal: Pick<ModalStore, 'alert'>;
  readonly clock: Clock;
}

/** Holds the purchases of each namespace's account, on all networks. Another account starts with none. */
export class PurchasesReader {
  readonly #deps: PurchasesReaderDeps;
  readonly #lists: AccountLists<ActivityState, Purchases>;

  constructor(deps: PurchasesReaderDeps) {
    this.#deps = deps;
    this.#lists = new AccountLists(deps.connections, (target) => new Purchases(target));
  }

  /** The purchases as loaded so far. Sends no request. */
  current(namespace: Namespace): ActivityState {
    return this.#lists.of(namespace).state.value;
  }

  /** The purchases, then each change. The newest ones are read while subscribed, more often while one of them is in progress. */
  watch(namespace: Namespace): Observable<ActivityState> {
    const { scheduler } = this.#deps.clock;
    return this.#lists.watch(namespace, (list) => {
      const newest$ = defer(() => this.#load(list, null));
      return newest$.pipe(
        expand(() => {
          const { refetchMs } = list;
          return refetchMs === null ? EMPTY : timer(refetchMs, scheduler).pipe(switchMap(() => newest$));
        }),
        // Continues with the user's attempt after a failure.
        repeat({
          delay: () =>
            list.state.value$.pipe(
              filter(({ error, isSupported }) => error === null && isSupported),
              take(1),
            ),
        }),
      );
    });
  }

  /**
   * Loads the next page, or the first one after a failure; emits the purchases once. Does nothing if all are loaded.
   * @throws LatchkeyError `activity/account-required`
   */
  loadMore(namespace: Namespace): Observable<ActivityState> {
    return this.#lists.load(namespace, (list) => {
      const { target, state, cursor, loading } = list;
      if (target === null) throw new LatchkeyError('activity/account-required', {});
      const { hasMore, error } = state.value;
      return !hasMore && error === null && loading === null ? of(state.value) : this.#load(list, cursor ?? null);
    });
  }

  #load(list: Purchases, cursor: string | null): Observable<ActivityState> {
    const { target } = list;
    return target === null ? of(list.state.value) : list.load((signal) => this.#next(list, target, cursor, signal));
  }

  async #next(list: Purchases, target: AccountTarget, cursor: string | null, signal: AbortSignal): Promise<ActivityEvent> {
    const { api, modal } = this.#deps;
    const { namespace, address, chainId } = target;
    try {
      if (namespace !== NAMESPACE || !(await api.isSupported(chainId, signal))) return { type: 'unsupported' };
      const { items, next } = await api.history({ address, chainId, cursor, onramp: 'coinbase' }, signal);
      signal.throwIfAborted();
      const purchases = items.map(purchaseItemOf);
      this.#add(list, namespace, purchases);
      if (cursor === null) list.newest = purchases;
      // The newest ones are read again while older pages stay.
      if (cursor !== null || list.cursor === undefined) list.cursor = next;
      return { type: 'loaded', months: list.groups.months, hasMore: typeof list.cursor === 'string', source: 'service' };
    } catch (error) {
      // Also reached after an abort, when the outcome is ignored.
      if (!isLatchkeyError(error)) throw error;
      const alert = serviceAlertOf(error);
      if (alert !== null && !signal.aborted) modal.alert(alert);
      // The app's developer has to act, not the user: the code says so.
      const isMisconfigured = isLatchkeyError(error, 'config/project-id-missing');
      return { type: 'failed', error: isMisconfigured ? error : new LatchkeyError('activity/fetch-failed', { chainId }, { cause: error }) };
    }
  }

  /** Adds purchases. What was bought is in the balances once a purchase is completed. */
  #add(list: Purchases, namespace: Namespace, items: readonly ActivityItem[]): void {
    const isCompleted = items.some(({ id, status }) => status === 'confirmed' && list.items.get(id)?.status === 'pending');
    for (const item of items) list.items.set(item.id, item);
    list.groups.add(items);
    if (isCompleted) this.#deps.tokens.refresh(namespace);
  }
}
