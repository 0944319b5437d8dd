import {
  distinctUntilChanged,
  exhaustMap,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  scan,
  share,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { transferOf } from '../../domain/send/send-draft.js';
import { NO_FEES, type SendFees, withNewestToken } from '../../domain/send/send-state.js';
import type { TokenPoll } from '../balances/token.poll.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import { StateSubject } from '../shared/state-subject.js';
import type { EstimateFees, EstimateFeesState } from './estimate-fees.use-case.js';
import type { SendInput } from './prepare-send.js';
import type { SendForm } from './send-form.js';

/** Debounce of estimates while the user types. */
const DEBOUNCE_MS = 300;
/** Fees change with each block. */
const REFRESH_MS = 15_000;

/** Tests for an active account that need not hold the coin for fees: a smart account, whose operations are sponsored, or paid by whom its site says. */
export const isSponsoredAccount = ({ activeNamespace, namespaces }: ConnectionState): boolean =>
  namespaces[activeNamespace]?.session?.accounts[0].type === 'smartAccount';

/** Dependencies of {@link SendFeeEstimates}. */
export interface SendFeeEstimatesDeps {
  readonly form: Pick<SendForm, 'current' | 'state$'>;
  readonly tokens: Pick<TokenPoll, 'current' | 'watch'>;
  readonly estimateFees: Pick<EstimateFees, 'execute'>;
  readonly connections: Pick<ConnectionStore, 'state' | 'state$'>;
  readonly clock: Clock;
}

/** A transfer to estimate. */
interface Estimated {
  readonly input: SendInput;
  /** The same for the same transfer of the same account on the same network. */
  readonly key: string;
}

const feesOf = (state: EstimateFeesState): Partial<SendFees> =>
  state.status === 'success'
    ? { quotes: state.data, isEstimating: false, feeError: null }
    : { isEstimating: false, feeError: state.status === 'error' ? state.error : null };

/** Estimates the fees of the transfer that the user enters, while it is watched: with each change, and every 15 seconds. */
export class SendFeeEstimates {
  readonly #deps: SendFeeEstimatesDeps;
  readonly #state = new StateSubject<SendFees>(NO_FEES);
  readonly #following$: Observable<never>;
  /** The transfer that the fees are of. */
  #key: string | null = null;

  constructor(deps: SendFeeEstimatesDeps) {
    this.#deps = deps;
    const { form, tokens, connections } = deps;
    const tokens$ = connections.state$.pipe(
      map(({ activeNamespace }) => activeNamespace),
      distinctUntilChanged(),
      switchMap((namespace) => tokens.watch(namespace)),
    );
    this.#following$ = merge(form.state$, tokens$).pipe(
      map(() => this.#estimated()),
      distinctUntilChanged((one, other) => one?.key === other?.key),
      switchMap((estimated) => (estimated === null ? of(NO_FEES) : this.#estimates(estimated))),
      tap((fees) => this.#state.next(fees)),
      ignoreElements(),
      share(),
    );
  }

  /** Those of the transfer as it is entered now, which may not be watched. */
  get current(): SendFees {
    return this.#key !== null && this.#estimated()?.key === this.#key ? this.#state.value : NO_FEES;
  }

  /** The current fees, then each change; estimates while subscribed. */
  watch(): Observable<SendFees> {
    return merge(this.#state.value$, this.#following$);
  }

  #estimates({ input, key }: Estimated): Observable<SendFees> {
    const { estimateFees, clock } = this.#deps;
    // Those that are known, as after another view was shown.
    const known = this.#key === key ? this.#state.value : NO_FEES;
    this.#key = key;
    return timer(DEBOUNCE_MS, REFRESH_MS, clock.scheduler).pipe(
      exhaustMap(() =>
        estimateFees.execute(input).pipe(
          filter(({ status }) => status !== 'pending'),
          map(feesOf),
        ),
      ),
      startWith({ isEstimating: true }),
      // The fees of a refresh that fails stay those that are known.
      scan((before: SendFees, next: Partial<SendFees>): SendFees => ({ ...before, ...next }), known),
    );
  }

  /** The transfer as it is entered now; `null` while it is incomplete, or if its account pays no fee. */
  #estimated(): Estimated | null {
    const { form, tokens, connections } = this.#deps;
    const { activeNamespace: namespace, sendEpoch } = connections.state;
    if (isSponsoredAccount(connections.state)) return null;
    const transfer = transferOf(withNewestToken(form.current, tokens.current(namespace).items));
    if (transfer === null) return null;
    const { to, value, asset, all } = transfer;
    // The balance of the coin is read with each estimate.
    return { input: { ...transfer, namespace }, key: [sendEpoch, to, all === true ? 'all' : value, asset].join(' ') };
  }
}
