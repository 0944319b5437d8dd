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
import { type SendDraft, transferOf } from '../../domain/send/send-draft.js';
import { NO_FEES, type SendFees } from '../../domain/send/send-state.js';
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

const keyOf = (input: SendInput | null): string =>
  input === null ? '' : [input.namespace, input.to, input.value, input.asset, input.all].join(' ');

const feesOf = (state: EstimateFeesState): Partial<SendFees> =>
  state.status === 'success'
    ? { quotes: state.data, isEstimating: false, feeError: null }
    : { isEstimating: false, feeError: state.status === 'error' ? state.error : null };

/** Estimates the fees of the transfer that the user enters, while it is watched: with each change, and every 15 seconds. */
export class SendFeeEstimates {
  readonly #state = new StateSubject<SendFees>(NO_FEES);
  readonly #following$: Observable<never>;
  /** The transfer that the fees are of. */
  #key = '';

  constructor(
    form: Pick<SendForm, 'state$'>,
    estimateFees: Pick<EstimateFees, 'execute'>,
    connections: Pick<ConnectionStore, 'state'>,
    clock: Clock,
  ) {
    const inputOf = (draft: SendDraft): SendInput | null => {
      const namespace = connections.state.activeNamespace;
      const transfer = isSponsoredAccount(connections.state) ? null : transferOf(draft);
      return transfer === null ? null : { ...transfer, namespace };
    };
    const estimates$ = (input: SendInput): Observable<SendFees> =>
      timer(DEBOUNCE_MS, REFRESH_MS, clock.scheduler).pipe(
        exhaustMap(() =>
          estimateFees.execute(input).pipe(
            filter(({ status }) => status !== 'pending'),
            map(feesOf),
          ),
        ),
        startWith({ isEstimating: true }),
        // The fees of a refresh that fails stay those that are known.
        scan((before: SendFees, next: Partial<SendFees>): SendFees => ({ ...before, ...next }), this.#known(keyOf(input))),
      );
    this.#following$ = form.state$.pipe(
      map(inputOf),
      distinctUntilChanged((one, other) => keyOf(one) === keyOf(other)),
      switchMap((input) => (input === null ? of(NO_FEES) : estimates$(input))),
      tap((fees) => this.#state.next(fees)),
      ignoreElements(),
      share(),
    );
  }

  get current(): SendFees {
    return this.#state.value;
  }

  /** The current fees, then each change; estimates while subscribed. */
  watch(): Observable<SendFees> {
    return merge(this.#state.value$, this.#following$);
  }

  /** Fees that are known of a transfer, as after another view was shown. */
  #known(key: string): SendFees {
    const known = this.#key === key ? this.#state.value : NO_FEES;
    this.#key = key;
    return known;
  }
}
