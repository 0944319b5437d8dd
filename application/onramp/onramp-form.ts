import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  Subject,
  Subscription,
  share,
  startWith,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NO_ONRAMP_OPTIONS } from '../../domain/onramp/onramp-options.js';
import { onrampProvidersOf } from '../../domain/onramp/onramp-provider.js';
import type { OnrampQuoteRequest } from '../../domain/onramp/onramp-quote.js';
import {
  EMPTY_ONRAMP_FORM,
  isSameRequest,
  type OnrampChange,
  type OnrampEvent,
  type OnrampFormState,
  onrampRequestOf,
  reduceOnramp,
} from '../../domain/onramp/onramp-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Clock } from '../ports/clock.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { OptionsStore } from '../shared/options.store.js';
import { StateSubject } from '../shared/state-subject.js';

/** Debounce of quotes while the user types. */
const DEBOUNCE_MS = 500;
/** Prices change. */
const REFRESH_MS = 30_000;
/** An older price was not read again while the form was closed. */
const MAX_AGE_MS = 2 * REFRESH_MS;

/** The account that buys. */
export interface OnrampBuyer {
  readonly namespace: Namespace;
  readonly address: string;
  readonly chainId: ChainId;
  readonly isSmartAccount: boolean;
}

/** Dependencies of {@link OnrampForm}. */
export interface OnrampFormDeps {
  readonly api: Pick<BlockchainApi, 'onrampOptions' | 'onrampQuote'>;
  readonly connections: Pick<ConnectionStore, 'state' | 'state$' | 'disposed$'>;
  readonly options: Pick<OptionsStore, 'current'>;
  readonly modal: Pick<ModalStore, 'alert'>;
  readonly clock: Clock;
}

/** The account that is in use; `null` without one. */
export const onrampBuyerOf = ({ activeNamespace: namespace, namespaces }: ConnectionState): OnrampBuyer | null => {
  const own = namespaces[namespace];
  if (own?.session == null) return null;
  const [{ address, type }] = own.session.accounts;
  return { namespace, address, chainId: networkOf(own).caipNetworkId, isSmartAccount: type === 'smartAccount' };
};

/** The purchase that the user enters, kept while views change. Currencies and prices are read while it is watched. */
export class OnrampForm {
  readonly #deps: OnrampFormDeps;
  readonly #state = new StateSubject<OnrampFormState>(EMPTY_ONRAMP_FORM);
  readonly #retries = new Subject<void>();
  readonly #subscriptions = new Subscription();
  readonly #reading$: Observable<never>;
  #quotedAt = 0;

  constructor(deps: OnrampFormDeps) {
    this.#deps = deps;
    // The link to a provider names the address.
    const buyer$ = deps.connections.state$.pipe(
      map(onrampBuyerOf),
      distinctUntilChanged((before, after) => before?.chainId === after?.chainId && before?.address === after?.address),
    );
    this.#subscriptions.add(buyer$.subscribe((buyer) => this.#dispatch({ type: 'retargeted', chainId: buyer?.chainId ?? null })));
    this.#reading$ = buyer$.pipe(
      switchMap((buyer) =>
        buyer === null
          ? EMPTY
          : this.#retries.pipe(
              startWith(undefined),
              switchMap(() => concat(this.#dropOldQuote(), this.#readOptions(buyer.chainId), this.#readQuotes(buyer.chainId))),
            ),
      ),
      tap((event) => this.#dispatch(event)),
      ignoreElements(),
      takeUntil(deps.connections.disposed$),
      share(),
    );
  }

  get current(): OnrampFormState {
    return this.#state.value;
  }

  /** The form, then each change. Currencies are read on each subscription, and prices while subscribed. */
  watch(): Observable<OnrampFormState> {
    return merge(this.#state.value$, this.#reading$);
  }

  /** Changes what was entered. What could not be read is read again. */
  edit(change: OnrampChange): void {
    const { quote, error } = this.current;
    this.#dispatch({ type: 'edited', change });
    if (error !== null || (quote?.estimated === true && this.current.quote !== null)) this.#retries.next();
  }

  /** Notes the provider that the purchase is continued at, and its page once it is known. */
  checkOut(provider: NonNullable<OnrampFormState['provider']>, url: string | null): void {
    this.#dispatch({ type: 'checked-out', provider, url });
  }

  dispose(): void {
    this.#subscriptions.unsubscribe();
    this.#state.complete();
  }

  #dispatch(event: OnrampEvent): void {
    if (event.type === 'quoted') this.#quotedAt = this.#deps.clock.now();
    this.#state.next(reduceOnramp(this.current, event));
  }

  /** Drops a price that is to be read again, as after the device has slept. */
  #dropOldQuote(): Observable<OnrampEvent> {
    return defer(() => {
      if (this.current.quote === null || this.#deps.clock.now() - this.#quotedAt < MAX_AGE_MS) return EMPTY;
      return of<OnrampEvent[]>({ type: 'quoted', quote: null }, { type: 'quoting' });
    });
  }

  #readOptions(chainId: ChainId): Observable<OnrampEvent> {
    const { api, connections, options, modal } = this.#deps;
    const providers = onrampProvidersOf(connections.state.activeNamespace, options.current.onramp);
    // Others name currencies and prices on their pages only.
    if (!providers.some(({ hasQuotes }) => hasQuotes)) return of({ type: 'offered', options: NO_ONRAMP_OPTIONS });
    return fromAbortable<OnrampEvent>(async (signal, emit) => {
      try {
        emit({ type: 'offered', options: await api.onrampOptions(chainId, signal) });
      } catch (error) {
        signal.throwIfAborted();
        if (!isLatchkeyError(error)) throw error;
        const alert = serviceAlertOf(error);
        if (alert !== null) modal.alert(alert);
        emit({ type: 'failed', error });
      }
    });
  }

  #readQuotes(chainId: ChainId): Observable<OnrampEvent> {
    return this.#state.value$.pipe(
      map((state) => (state.error === null ? onrampRequestOf(state) : null)),
      distinctUntilChanged(isSameRequest),
      switchMap((request) => (request === null ? of<OnrampEvent>({ type: 'quoted', quote: null }) : this.#quotesOf(request, chainId))),
    );
  }

  #quotesOf(request: OnrampQuoteRequest, chainId: ChainId): Observable<OnrampEvent> {
    const { api, clock } = this.#deps;
    const read$ = fromAbortable<OnrampEvent>(async (signal, emit) => {
      try {
        emit({ type: 'quoted', quote: await api.onrampQuote(request, chainId, signal) });
      } catch (error) {
        signal.throwIfAborted();
        if (!isLatchkeyError(error)) throw error;
        emit({ type: 'failed', error });
      }
    });
    return timer(DEBOUNCE_MS, REFRESH_MS, clock.scheduler).pipe(
      switchMap(() => concat(this.#dropOldQuote(), read$)),
      startWith<OnrampEvent>({ type: 'quoting' }),
    );
  }
}
