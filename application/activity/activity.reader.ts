import { distinctUntilChanged, filter, firstValueFrom, ignoreElements, map, merge, type Observable, of, tap } from 'rxjs';
import { ActivityGroups } from '../../domain/activity/activity-groups.js';
import { type ActivityEvent, type ActivityState, INITIAL_ACTIVITY, reduceActivity } from '../../domain/activity/activity-state.js';
import { PoisoningDetector } from '../../domain/activity/address-poisoning.js';
import { isSpamOnly } from '../../domain/activity/operation-label.js';
import { isHistoryRecorded } from '../../domain/activity/recorded-history.js';
import type { TrackedEvents } from '../../domain/analytics/tracked-event.js';
import { parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { sentActivity } from '../../domain/send/sent-activity.js';
import type { AssetBalancePoll } from '../balances/asset-balance.poll.js';
import type { TokenPoll } from '../balances/token.poll.js';
import { AccountLists, type AccountTarget } from '../connect/account-lists.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { ChainServices } from '../ports/chain-services.js';
import type { TransactionRepository } from '../send/transaction-repository.js';
import { throwOnAbort } from '../shared/aborted.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import { PagedList } from '../shared/paged-list.js';
import { readShownPage } from '../shared/read-shown-page.js';

/** The history of one account on one network. */
class History extends PagedList<ActivityState, ActivityEvent> {
  groups = new ActivityGroups();
  /** Symbols that the groups were marked with. */
  listedSymbols: readonly string[] = [];
  /** Cursor of the next page; `null` at the newest transaction and after the oldest one. */
  cursor: string | null = null;
  readonly target: AccountTarget | null;

  constructor(target: AccountTarget | null) {
    super(INITIAL_ACTIVITY, reduceActivity);
    this.target = target;
  }
}

/** Dependencies of {@link ActivityReader}. */
export interface ActivityReaderDeps {
  readonly api: BlockchainApi;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly assets: Pick<AssetBalancePoll, 'current' | 'watch'>;
  readonly tokens: Pick<TokenPoll, 'current'>;
  readonly sent: Pick<TransactionRepository, 'list$' | 'changes$' | 'refresh'>;
  readonly options: Pick<OptionsStore, 'current'>;
  readonly events: Pick<EventBus, 'track'>;
  readonly modal: Pick<ModalStore, 'alert'>;
}

/** Holds the history of each namespace's account on its network. Another account or network starts with an empty one. */
export class ActivityReader {
  readonly #deps: ActivityReaderDeps;
  readonly #histories: AccountLists<ActivityState, History>;

  constructor(deps: ActivityReaderDeps) {
    this.#deps = deps;
    this.#histories = new AccountLists(deps.connections, (target) => new History(target));
  }

  /** The history as loaded so far. Sends no request. */
  current(namespace: Namespace): ActivityState {
    return this.#histories.of(namespace).state.value;
  }

  /** Addresses that the account has sent something of value to, as far as its history is loaded. Sends no request. */
  recipients(namespace: Namespace): readonly string[] {
    return this.#histories.of(namespace).groups.recipients;
  }

  /** Reads the newest transactions, unless they were read. Resolves once they are read, or cannot be: then the next call tries again. */
  async readNewest(namespace: Namespace, signal: AbortSignal): Promise<void> {
    const isRead = ({ months, isEmpty, pending }: ActivityState): boolean => !pending && (isEmpty || months.length > 0);
    const known = this.current(namespace);
    if (known.error === null && isRead(known)) return;
    await firstValueFrom(this.watch(namespace).pipe(filter(isRead), throwOnAbort(signal)), { defaultValue: null });
  }

  /** The history, then each change. Each subscription reads the newest transactions again; what is sent here follows by itself. */
  watch(namespace: Namespace): Observable<ActivityState> {
    return this.#histories.watch(namespace, (history) => this.#read(history));
  }

  /**
   * Loads the next page, or the first one after a failure; emits the history once. Does nothing for a complete history.
   * @throws LatchkeyError `activity/account-required`
   */
  loadMore(namespace: Namespace): Observable<ActivityState> {
    return this.#histories.load(namespace, (history) => {
      const { target, state, cursor, loading } = history;
      if (target === null) throw new LatchkeyError('activity/account-required', {});
      const { hasMore, error } = state.value;
      if (!hasMore && error === null && loading === null) return of(state.value);
      if (loading === null && cursor !== null) this.#deps.events.track('LOAD_MORE_TRANSACTIONS', this.#propertiesOf(target, cursor));
      return this.#load(history, cursor);
    });
  }

  #read(history: History): Observable<unknown> {
    const { target } = history;
    if (target === null) return this.#load(history, null);
    return this.#isSentHere(target)
      ? this.#followSent(history, target)
      : merge(this.#load(history, null), this.#followSymbols(history, target));
  }

  /** Marks imitations of the configured tokens, also those that are listed before the symbols of the tokens are read. */
  #followSymbols(history: History, target: AccountTarget): Observable<unknown> {
    return this.#deps.assets.watch(target.namespace).pipe(
      map(({ balances }) => balances),
      distinctUntilChanged(),
      tap(() => {
        const { groups } = history;
        if (groups.isEmpty || !this.#mark(history, target)) return;
        history.dispatch({ type: 'regrouped', months: history.groups.months });
      }),
    );
  }

  /** Marks a history anew if other symbols are known than before. Returns whether it has. */
  #mark(history: History, target: AccountTarget): boolean {
    const listedSymbols = this.#symbolsOf(target);
    if (listedSymbols.join('\n') === history.listedSymbols.join('\n')) return false;
    history.groups = history.groups.markedBy(this.#poisoningDetectorOf(target, listedSymbols));
    history.listedSymbols = listedSymbols;
    return true;
  }

  /** Symbols of the coin, of the configured tokens, and of those with a value that the account is known to hold. Sends no request. */
  #symbolsOf({ namespace, network, chainId }: AccountTarget): readonly string[] {
    const configured = (this.#deps.assets.current(namespace).balances ?? []).filter(({ asset }) => parseAssetId(asset).chainId === chainId);
    const held = (this.#deps.tokens.current(namespace).items ?? []).filter(
      ({ valueUsd, resembles }) => valueUsd !== null && valueUsd > 0 && resembles === undefined,
    );
    const symbols = [network.nativeCurrency, ...configured, ...held].map(({ symbol }) => symbol);
    return [...new Set(symbols)].filter((symbol) => symbol !== null).sort();
  }

  #emptyGroupsOf(target: AccountTarget): Pick<History, 'groups' | 'listedSymbols'> {
    const listedSymbols = this.#symbolsOf(target);
    return { groups: new ActivityGroups(this.#poisoningDetectorOf(target, listedSymbols)), listedSymbols };
  }

  #historyServiceOf({ namespace }: AccountTarget): ChainServices['getHistory'] | undefined {
    return this.#deps.chains.get(namespace)?.services?.getHistory;
  }

  /** Detects look-alikes of the user's accounts, of addresses that the app has labelled, and of recipients. */
  #poisoningDetectorOf({ namespace }: AccountTarget, listedSymbols: readonly string[]): PoisoningDetector {
    const state = this.#deps.connections.state.namespaces[namespace];
    return new PoisoningDetector({
      own: state?.session?.accounts.map(({ address }) => address) ?? [],
      known: [...(state?.addressLabels.keys() ?? [])],
      listedSymbols,
    });
  }

  #isSentHere(target: AccountTarget): boolean {
    return isHistoryRecorded(target.namespace) && this.#historyServiceOf(target) === undefined;
  }

  /** Follows what this tab and others send. A renewed lease of a tab changes no line of it. */
  #followSent(history: History, target: AccountTarget): Observable<unknown> {
    const { sent } = this.#deps;
    sent.refresh();
    return merge(sent.changes$.pipe(ignoreElements()), sent.list$).pipe(
      map((transactions) => sentActivity(transactions, target)),
      distinctUntilChanged((before, after) => JSON.stringify(before) === JSON.stringify(after)),
      tap((items) => {
        history.groups = new ActivityGroups();
        history.groups.add(items);
        history.dispatch({ type: 'loaded', months: history.groups.months, hasMore: false, source: 'sent-here' });
      }),
    );
  }

  #load(history: History, cursor: string | null): Observable<ActivityState> {
    const { target } = history;
    if (target === null) return of(history.state.value);
    return history.load(
      (signal) => this.#next(history, target, cursor, signal),
      ({ type }) => {
        if (type === 'failed') this.#deps.events.track('ERROR_FETCH_TRANSACTIONS', this.#propertiesOf(target, cursor));
      },
    );
  }

  async #next(history: History, target: AccountTarget, cursor: string | null, signal: AbortSignal): Promise<ActivityEvent> {
    const { chainId } = target;
    try {
      const ofChain = this.#historyServiceOf(target);
      if (ofChain === undefined && !(await this.#deps.api.isSupported(chainId, signal))) return { type: 'unsupported' };
      const readPage =
        ofChain === undefined
          ? (from: string | null) => this.#deps.api.history({ address: target.address, chainId, cursor: from }, signal)
          : (from: string | null) => ofChain({ address: target.address, network: target.network, cursor: from }, signal);
      const reading = readShownPage({ from: cursor, readPage, isShown: (item) => item.chainId === chainId && !isSpamOnly(item) });
      // Prepared while the reply is under way.
      const first = cursor === null ? this.#emptyGroupsOf(target) : null;
      const page = await reading;
      signal.throwIfAborted();
      if (page === null) return { type: 'unsupported' };
      const { items, next } = page;
      // The first page replaces what was loaded before, so that a transaction that is no longer on the chain goes.
      if (first !== null) Object.assign(history, first);
      this.#mark(history, target);
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

  #propertiesOf({ address, isSmartAccount }: AccountTarget, cursor: string | null): TrackedEvents['LOAD_MORE_TRANSACTIONS'] {
    return { address, projectId: this.#deps.options.current.projectId, cursor: cursor ?? undefined, isSmartAccount };
  }
}
