import { catchError, EMPTY, exhaustMap, filter, firstValueFrom, map, merge, type Observable, startWith, take, timer } from 'rxjs';
import type { ActivityItem } from '../../domain/activity/activity-item.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { ONRAMP_NETWORKS, onrampNetworkOf } from '../../domain/onramp/onramp-network.js';
import { meldUrlOf, type OnrampProviderId } from '../../domain/onramp/onramp-provider.js';
import { canCheckOut, type OnrampState } from '../../domain/onramp/onramp-state.js';
import type { TokenPoll } from '../balances/token.poll.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BlockchainApi, BlockchainApiError } from '../ports/blockchain-api.port.js';
import type { Popup } from '../ports/browser.port.js';
import type { Clock } from '../ports/clock.port.js';
import { throwOnAbort } from '../shared/aborted.js';
import type { EventBus } from '../shared/event-bus.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { OptionsStore } from '../shared/options.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { type OnrampBuyer, type OnrampForm, onrampBuyerOf } from './onramp-form.js';
import type { WatchOnramp } from './watch-onramp.use-case.js';

/** Interval at which purchases are read. */
const POLL_MS = 4_000;
/** A purchase that has not appeared by then was probably not made. */
const GIVE_UP_MS = 180_000;
/** Interval at which the window is checked: browsers do not report that it was closed. */
const WINDOW_MS = 500;

/** The provider of the purchase, and the window for its page. */
export interface CheckOutOnrampInput {
  readonly provider: OnrampProviderId;
  /**
   * Window that was opened in the click: `client.browser.openPopup({ isolated: true })`. It shows the page of the provider, and stays open. Without one, as when the
   * browser has blocked it, the user follows the link, which `watchOnramp` emits as `checkoutUrl`.
   */
  readonly popup?: Popup | null;
}

/** Error codes of the use case `checkOutOnramp`. */
export type CheckOutOnrampError =
  | BlockchainApiError
  | 'connection/not-connected'
  | 'onramp/provider-unavailable'
  | 'onramp/incomplete'
  | 'onramp/price-unknown'
  | 'onramp/no-purchase';

/** Success once the account has the purchase, also one in progress; `null` at a provider whose purchases are in no history, once its window is closed. */
export type CheckOutOnrampState = UseCaseState<'working' | 'pay-at-provider', ActivityItem | null, CheckOutOnrampError>;

/** Dependencies of {@link CheckOutOnramp}. */
export interface CheckOutOnrampDeps {
  readonly form: Pick<OnrampForm, 'checkOut'>;
  readonly onramp: Pick<WatchOnramp, 'current'>;
  readonly api: Pick<BlockchainApi, 'onrampUrl' | 'history'>;
  readonly connections: Pick<ConnectionStore, 'state'>;
  readonly tokens: Pick<TokenPoll, 'refresh'>;
  readonly options: Pick<OptionsStore, 'current'>;
  readonly events: Pick<EventBus, 'track'>;
  readonly clock: Clock;
}

/**
 * Continues the purchase that the user has entered on the page of a provider, and waits for it: the purchases of the account are read every 4 seconds,
 * for 3 minutes. Cancelling does not close the window, in which the user may be paying.
 */
export class CheckOutOnramp {
  readonly #deps: CheckOutOnrampDeps;

  constructor(deps: CheckOutOnrampDeps) {
    this.#deps = deps;
  }

  execute({ provider, popup = null }: CheckOutOnrampInput): Observable<CheckOutOnrampState> {
    return runUseCase('working', async ({ signal, step }) => {
      let isShown = false;
      // An empty window helps no one.
      const closeEmpty = (): void => {
        if (!isShown) popup?.close();
      };
      signal.addEventListener('abort', closeEmpty, { once: true });
      try {
        const { connections, form, events } = this.#deps;
        const buyer = onrampBuyerOf(connections.state);
        if (buyer === null) throw new LatchkeyError('connection/not-connected', { namespace: connections.state.activeNamespace });
        form.checkOut(provider, null);
        events.track('SELECT_BUY_PROVIDER', { provider, isSmartAccount: buyer.isSmartAccount });
        const [url, known] = await Promise.all([this.#urlOf(provider, buyer, signal), this.#knownOf(provider, buyer, signal)]);
        form.checkOut(provider, url);
        isShown = true;
        popup?.navigate(url);
        step('pay-at-provider');
        if (provider !== 'coinbase') return await this.#closed(popup, signal);
        const purchase = await this.#purchaseOf(provider, buyer, known, signal);
        if (purchase.status === 'confirmed') this.#deps.tokens.refresh(buyer.namespace);
        return purchase;
      } catch (error) {
        closeEmpty();
        throw error;
      }
    });
  }

  /** Link to the page of the provider. @throws LatchkeyError */
  async #urlOf(id: OnrampProviderId, buyer: OnrampBuyer, signal: AbortSignal): Promise<string> {
    const { api, onramp, options } = this.#deps;
    const { address, chainId, namespace, isSmartAccount } = buyer;
    const state = onramp.current();
    const provider = state.providers.find((each) => each.id === id);
    const unavailable = new LatchkeyError('onramp/provider-unavailable', { provider: provider?.name ?? id });
    if (provider === undefined || state.isRestricted) throw unavailable;
    if (!provider.hasQuotes) return meldUrlOf(namespace, address, options.current.onramp) ?? Promise.reject(unavailable);
    const defaultNetwork = onrampNetworkOf(chainId);
    if (defaultNetwork === null) throw unavailable;
    if (!canCheckOut(state, provider)) throw faultOf(state);
    // A smart account may not be the user's on other networks: its contract has an address on each.
    const blockchains = isSmartAccount ? [defaultNetwork] : ONRAMP_NETWORKS;
    const url = await api.onrampUrl(
      {
        chainId,
        destinationWallets: [{ address, blockchains, assets: state.purchase === null ? [] : [state.purchase.symbol] }],
        defaultNetwork,
        partnerUserId: address,
        ...(state.quote === null ? {} : { presetCryptoAmount: state.quote.purchaseAmount.amount }),
      },
      signal,
    );
    if (url === null) throw unavailable;
    return url;
  }

  /** Ids of the purchases before; `null` if they are not known. */
  async #knownOf(provider: OnrampProviderId, buyer: OnrampBuyer, signal: AbortSignal): Promise<ReadonlySet<string> | null> {
    if (provider !== 'coinbase') return null;
    try {
      return new Set((await this.#read(buyer, signal)).map(({ id }) => id));
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return null;
    }
  }

  /** The first purchase that appears. A read that fails is followed by the next one. */
  #purchaseOf(
    provider: OnrampProviderId,
    buyer: OnrampBuyer,
    known: ReadonlySet<string> | null,
    signal: AbortSignal,
  ): Promise<ActivityItem> {
    const { clock } = this.#deps;
    const start = clock.now();
    let failure: LatchkeyError | undefined;
    const isNew = ({ id, status, minedAtMs }: ActivityItem): boolean =>
      known === null ? status === 'pending' || minedAtMs >= start : !known.has(id);
    const read$ = fromAbortable<ActivityItem | undefined>(async (aborted, emit) => {
      emit((await this.#read(buyer, aborted)).find(isNew));
    }).pipe(
      catchError((error: unknown) => {
        if (!isLatchkeyError(error)) throw error;
        failure = error;
        return EMPTY;
      }),
    );
    const found$ = timer(POLL_MS, POLL_MS, clock.scheduler).pipe(
      startWith(0),
      exhaustMap(() => read$),
      filter((item) => item !== undefined),
    );
    const givenUp$ = timer(GIVE_UP_MS, clock.scheduler).pipe(
      map((): never => {
        throw new LatchkeyError('onramp/no-purchase', { provider }, failure === undefined ? {} : { cause: failure });
      }),
    );
    return firstValueFrom(merge(found$, givenUp$).pipe(throwOnAbort(signal)));
  }

  async #read({ address, chainId }: OnrampBuyer, signal: AbortSignal): Promise<readonly ActivityItem[]> {
    return (await this.#deps.api.history({ address, chainId, cursor: null, onramp: 'coinbase' }, signal)).items;
  }

  /** Waits until the window is closed; without one, for as long as a purchase is waited for. */
  async #closed(popup: Popup | null, signal: AbortSignal): Promise<null> {
    const { scheduler } = this.#deps.clock;
    const closed$ = popup === null ? timer(GIVE_UP_MS, scheduler) : timer(WINDOW_MS, WINDOW_MS, scheduler).pipe(filter(() => popup.closed));
    await firstValueFrom(closed$.pipe(take(1), throwOnAbort(signal)));
    return null;
  }
}

const faultOf = ({ error, fault }: OnrampState): LatchkeyError => {
  if (error !== null) return error;
  return fault === null ? new LatchkeyError('onramp/price-unknown', {}) : new LatchkeyError('onramp/incomplete', {});
};
