import {
  defer,
  distinctUntilChanged,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  share,
  switchMap,
  takeUntil,
  tap,
} from 'rxjs';
import { ActivityGroups } from '../../domain/activity/activity-groups.js';
import { type ActivityEvent, type ActivityState, INITIAL_ACTIVITY, reduceActivity } from '../../domain/activity/activity-state.js';
import { PoisoningDetector } from '../../domain/activity/address-poisoning.js';
import { isSpamOnly } from '../../domain/activity/operation-label.js';
import type { HistoryPage } from '../../domain/activity/parse-history.js';
import { isHistoryRecorded } from '../../domain/activity/recorded-history.js';
import type { TrackedEvents } from '../../domain/analytics/tracked-event.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { sentActivity } from '../../domain/send/sent-activity.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { ChainServices } from '../ports/chain-services.js';
import type { TransactionRepository } from '../send/transaction-repository.js';
import type { EventBus } from '../shared/event-bus.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { OptionsStore } from '../shared/options.store.js';
import { StateSubject } from '../shared/state-subject.js';

/** The account and network whose history is shown. */
interface HistoryTarget {
  readonly namespace: Namespace;
  readonly network: Network;
  readonly address: string;
  readonly chainId: ChainId;
  readonly isSmartAccount: boolean;
}

/** The history of one account on one network. */
interface History {
  readonly target: HistoryTarget | null;
  readonly state: StateSubject<ActivityState>;
  groups: ActivityGroups;
  /** Cursor of the next page; `null` at the newest transaction and after the oldest one. */
  cursor: string | null;
  loading: Observable<ActivityState> | null;
}

/** Dependencies of {@link ActivityReader}. */
export interface ActivityReaderDeps {
  readonly api: BlockchainApi;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly sent: Pick<TransactionRepository, 'list$' | 'changes$' | 'refresh'>;
  readonly options: Pick<OptionsStore, 'current'>;
  readonly events: Pick<EventBus, 'track'>;
  readonly modal: Pick<ModalStore, 'alert'>;
}

/** Names the account and network of a history; empty without an account. */
const keyOf = (target: HistoryTarget | null): string => (target === null ? '' : `${target.chainId}:${target.address}`);

const targetOf = (namespace: Namespace, own: NamespaceState | undefined): HistoryTarget | null => {
  if (own?.session == null) return null;
  const [{ address, type }] = own.session.accounts;
  const network = networkOf(own);
  return { namespace, network, address, chainId: network.caipNetworkId, isSmartAccount: type === 'smartAccount' };
};

const createHistory = (target: HistoryTarget | null): History => ({
  target,
  state: new StateSubject(INITIAL_ACTIVITY),
  groups: new ActivityGroups(),
  cursor: null,
  loading: null,
});

const dispatch = ({ state }: History, event: ActivityEvent): void => state.next(reduceActivity(state.value, event));

/** Holds the history of each namespace's account on its network. Another account or network starts with an empty one. */
export class ActivityReader {
  readonly #deps: ActivityReaderDeps;
  readonly #histories = new Map<Namespace, History>();

  constructor(deps: ActivityReaderDeps) {
    this.#deps = deps;
  }

  /** The history as loaded so far. Sends no request. */
  current(namespace: Namespace): ActivityState {
    return this.#historyOf(namespace).state.value;
  }

  /** The history, then each change. Each subscription reads the newest transactions again; what is sent here follows by itself. */
  watch(namespace: Namespace): Observable<ActivityState> {
    return this.#deps.connections.state$.pipe(
      map(() => this.#historyOf(namespace)),
      distinctUntilChanged(),
      switchMap((history) => merge(defer(() => this.#read(history)).pipe(ignoreElements()), history.state.value$)),
      takeUntil(this.#deps.connections.disposed$),
    );
  }

  /**
   * Loads the next page, or the first one after a failure; emits the history once. Does nothing for a complete history.
   * @throws LatchkeyError `activity/account-required`
   */
  loadMore(namespace: Namespace): Observable<ActivityState> {
    return defer(() => {
      const history = this.#historyOf(namespace);
      const { target, state, cursor } = history;
      if (target === null) throw new LatchkeyError('activity/account-required', {});
      const { hasMore, error } = state.value;
      if (!hasMore && error === null && history.loading === null) return of(state.value);
      if (history.loading === null && cursor !== null)
        this.#deps.events.track('LOAD_MORE_TRANSACTIONS', this.#propertiesOf(target, cursor));
      return this.#load(history, cursor);
    });
  }

  #historyOf(namespace: Namespace): History {
    const target = targetOf(namespace, this.#deps.connections.state.namespaces[namespace]);
    const known = this.#histories.get(namespace);
    if (known !== undefined && keyOf(known.target) === keyOf(target)) return known;
    const history = createHistory(target);
    this.#histories.set(namespace, history);
    return history;
  }

  #read(history: History): Observable<unknown> {
    const { target } = history;
    return target === null || !this.#isSentHere(target) ? this.#load(history, null) : this.#followSent(history, target);
  }

  #historyServiceOf({ namespace }: HistoryTarget): ChainServices['getHistory'] | undefined {
    return this.#deps.chains.get(namespace)?.services?.getHistory;
  }

  /** Detects look-alikes of the user's accounts, of addresses that the app has labelled, and of recipients. */
  #poisoningDetectorOf({ namespace, network }: HistoryTarget): PoisoningDetector {
    const state = this.#deps.connections.state.namespaces[namespace];
    return new PoisoningDetector({
      own: state?.session?.accounts.map(({ address }) => address) ?? [],
      known: [...(state?.addressLabels.keys() ?? [])],
      listedSymbols: [network.nativeCurrency.symbol],
    });
  }

  #isSentHere(target: HistoryTarget): boolean {
    return isHistoryRecorded(target.namespace) && this.#historyServiceOf(target) === undefined;
  }

  /** Follows what this tab and others send. A renewed lease of a tab changes no line of it. */
  #followSent(history: History, target: HistoryTarget): Observable<unknown> {
    const { sent } = this.#deps;
    sent.refresh();
    return merge(sent.changes$.pipe(ignoreElements()), sent.list$).pipe(
      map((transactions) => sentActivity(transactions, target)),
      distinctUntilChanged((before, after) => JSON.stringify(before) === JSON.stringify(after)),
      tap((items) => {
        history.groups = new ActivityGroups();
        history.groups.add(items);
        dispatch(history, { type: 'loaded', months: history.groups.months, hasMore: false, source: 'sent-here' });
      }),
    );
  }

  /** One request at a time; subscribers share it, and it is aborted when all of them have unsubscribed. */
  #load(history: History, cursor: string | null): Observable<ActivityState> {
    const { target } = history;
    if (target === null) return of(history.state.value);
    if (history.loading !== null) return history.loading;
    const loading: Observable<ActivityState> = defer(() => {
      dispatch(history, { type: 'requested' });
      return fromAbortable<ActivityState>(async (signal, emit) => {
        const event = await this.#next(history, target, cursor, signal);
        if (signal.aborted) return;
        // Cleared before the dispatch: a subscriber may load the next page synchronously.
        if (history.loading === loading) history.loading = null;
        dispatch(history, event);
        if (event.type === 'failed') this.#deps.events.track('ERROR_FETCH_TRANSACTIONS', this.#propertiesOf(target, cursor));
        emit(history.state.value);
      });
    }).pipe(
      finalize(() => {
        if (history.loading !== loading) return;
        history.loading = null;
        dispatch(history, { type: 'cancelled' });
      }),
      share(),
    );
    history.loading = loading;
    return loading;
  }

  async #next(history: History, target: HistoryTarget, cursor: string | null, signal: AbortSignal): Promise<ActivityEvent> {
    const { chainId } = target;
    try {
      const ofChain = this.#historyServiceOf(target);
      if (ofChain === undefined && !(await this.#deps.api.isSupported(chainId, signal))) return { type: 'unsupported' };
      const readPage =
        ofChain === undefined
          ? (from: string | null) => this.#deps.api.history({ address: target.address, chainId, cursor: from }, signal)
          : (from: string | null) => ofChain({ address: target.address, network: target.network, cursor: from }, signal);
      const { items, next } = await readShown(readPage, chainId, cursor);
      signal.throwIfAborted();
      // The first page replaces what was loaded before, so that a transaction that is no longer on the chain goes.
      if (cursor === null) history.groups = new ActivityGroups(this.#poisoningDetectorOf(target));
      history.groups.add(items);
      history.cursor = next;
      const source = ofChain === undefined ? 'service' : 'chain';
      return { type: 'loaded', months: history.groups.months, hasMore: next !== null, source };
    } catch (error) {
      // Also reached after an abort, when the outcome is ignored.
      if (!isLatchkeyError(error)) throw error;
      history.cursor = null;
      const alert = serviceAlertOf(error);
      if (alert !== null && !signal.aborted) this.#deps.modal.alert(alert);
      // The app's developer has to act, not the user: the code says so.
      const isMisconfigured = isLatchkeyError(error, 'config/project-id-missing');
      return { type: 'failed', error: isMisconfigured ? error : new LatchkeyError('activity/fetch-failed', { chainId }, { cause: error }) };
    }
  }

  #propertiesOf({ address, isSmartAccount }: HistoryTarget, cursor: string | null): TrackedEvents['LOAD_MORE_TRANSACTIONS'] {
    return { address, projectId: this.#deps.options.current.projectId, cursor: cursor ?? undefined, isSmartAccount };
  }
}

/** Reads pages until one has a transaction to show. */
const readShown = async (
  readPage: (cursor: string | null) => Promise<HistoryPage>,
  chainId: ChainId,
  from: string | null,
): Promise<HistoryPage> => {
  const seen = new Set<string | null>([from]);
  for (let cursor = from; ; ) {
    const page = await readPage(cursor);
    const items = page.items.filter((item) => item.chainId === chainId && !isSpamOnly(item));
    // A service that repeats a cursor would be asked forever.
    const next = seen.has(page.next) ? null : page.next;
    if (items.length > 0 || next === null) return { items, next };
    seen.add(next);
    cursor = next;
  }
};
