import { defer, map, type Observable, of, tap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isSameDraft, transferOf } from '../../domain/send/send-draft.js';
import type { SendState } from '../../domain/send/send-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { RecentRecipients } from './recent-recipients.js';
import type { SendForm } from './send-form.js';
import type { ConfirmedTransaction, SendTransaction, SendTransactionError, SendTransactionState } from './send-transaction.use-case.js';
import type { WatchSend } from './watch-send.use-case.js';

/** Error codes of the use case `submitSend`. */
export type SubmitSendError = SendTransactionError | 'send/incomplete' | 'send/not-compared' | 'send/changed' | 'send/failed';

/** Input of the use case `submitSend`. */
export interface SubmitSendInput {
  /** `digest` of the state that the user has reviewed. A transfer that has changed since is not sent. Default: it is sent as it is. */
  readonly reviewed?: string | null;
}

/** The steps of `sendTransaction`. */
export type SubmitSendState = UseCaseState<
  Extract<SendTransactionState, { readonly status: 'pending' }>['step'],
  ConfirmedTransaction,
  SubmitSendError
>;

/** Dependencies of {@link SubmitSend}. */
export interface SubmitSendDeps {
  readonly form: Pick<SendForm, 'current' | 'recheck' | 'reset'>;
  readonly send: Pick<WatchSend, 'current'>;
  readonly sendTransaction: Pick<SendTransaction, 'execute'>;
  readonly recent: Pick<RecentRecipients, 'add'>;
  readonly connections: Pick<ConnectionStore, 'state'>;
}

/** Errors after which a transfer may be in the network. */
const isBroadcast = (state: SendTransactionState): boolean => {
  if (state.status === 'error') return /^network\/(?:unknown-outcome|transaction-)/.test(state.error.code);
  return state.status === 'success' || state.hash !== undefined;
};

/** Why a transfer is not sent as it is. */
const refusalOf = (
  { fault, address, found, isCompared, digest }: SendState,
  { reviewed }: SubmitSendInput,
): ErrorOf<'send/incomplete' | 'send/not-compared' | 'send/changed'> | null => {
  if (fault !== null || address === null) return new LatchkeyError('send/incomplete', {});
  if (reviewed !== undefined && reviewed !== digest) return new LatchkeyError('send/changed', {});
  const resembles = found?.lookAlike?.resembles;
  return resembles === undefined || isCompared ? null : new LatchkeyError('send/not-compared', { recipient: address, resembles });
};

/**
 * Sends the transfer that the user has entered. Once it is broadcast the form is emptied and its recipient is remembered; after a failure
 * before that, everything is kept. A recipient that imitates a known address must have been compared with it.
 */
export class SubmitSend {
  readonly #deps: SubmitSendDeps;

  constructor(deps: SubmitSendDeps) {
    this.#deps = deps;
  }

  execute(input: SubmitSendInput = {}): Observable<SubmitSendState> {
    return defer((): Observable<SubmitSendState> => {
      this.#deps.form.recheck();
      const submitted = this.#deps.form.current;
      const { activeNamespace: namespace } = this.#deps.connections.state;
      const state = this.#deps.send.current();
      const transfer = transferOf(state);
      const refusal = refusalOf(state, input);
      if (refusal !== null || transfer === null)
        return of<SubmitSendState[]>(
          { status: 'pending', step: 'approve-in-wallet' },
          { status: 'error', error: refusal ?? new LatchkeyError('send/incomplete', {}) },
        );
      const { speed, feeLimit, digest, token } = state;
      const fee = feeLimit === null ? {} : { speed, maxFee: feeLimit };
      const shown = token === null || token.asset === null ? {} : { token: { symbol: token.symbol, decimals: token.decimals } };
      const sent = { ...transfer, ...shown, namespace, ...fee, ...(digest === null ? {} : { reviewed: digest }) };
      let isKept = true;
      return this.#deps.sendTransaction.execute(sent).pipe(
        tap((sending) => {
          if (!isKept || !isBroadcast(sending)) return;
          isKept = false;
          this.#deps.recent.add({ namespace, address: transfer.to, name: submitted.found?.name ?? null });
          // The user may have begun another one meanwhile.
          if (isSameDraft(this.#deps.form.current, submitted)) this.#deps.form.reset();
        }),
        map((sending) => this.#toSubmitState(sending, namespace)),
      );
    });
  }

  /** Failures that say nothing to users become `send/failed`. */
  #toSubmitState(state: SendTransactionState, namespace: Namespace): SubmitSendState {
    return state.status === 'error' && isLatchkeyError(state.error, 'wallet/request-failed')
      ? { status: 'error', error: new LatchkeyError('send/failed', { namespace }, { cause: state.error }) }
      : state;
  }
}
