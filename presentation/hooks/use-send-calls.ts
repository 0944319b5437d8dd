import { of } from 'rxjs';
import type { CallRequest, CallResult, CallWalletState } from '../../application/account/call-wallet.use-case.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { type ActionResult, useAction } from './use-action.js';

/** Batch of calls from the connected EVM account. */
export type SendCallsVariables = Omit<CallRequest<'eip155', 'sendCalls'>, 'from'>;

/** States of `useSendCalls`. */
export type SendCallsState = CallWalletState<CallResult<'eip155', 'sendCalls'>>;

/**
 * Sends a batch of calls from the connected EVM account. `status` is `pending` with step `approve-in-wallet`, then `success` with the batch
 * id in `data`, for `useWalletCall('eip155', 'getCallsStatus')`, or `error`.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * const { sendCalls } = useSendCalls();
 * sendCalls({ calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n }] });
 */
export const useSendCalls = (): ActionResult<'sendCalls', [input: SendCallsVariables], SendCallsState> => {
  const { state, run, runAsync, cancel, reset } = useAction<[input: SendCallsVariables], SendCallsState>(
    'useSendCalls',
    ({ callWallet, watchConnection }) => ({
      execute: (variables) => {
        const { caipAddress: from } = accountOf(watchConnection.current(), 'eip155');
        if (from === undefined)
          return of<SendCallsState>({ status: 'error', error: new LatchkeyError('connection/not-connected', { namespace: 'eip155' }) });
        return callWallet.execute<'eip155', 'sendCalls'>({ namespace: 'eip155', call: 'sendCalls', request: { ...variables, from } });
      },
    }),
  );
  return { ...state, sendCalls: run, sendCallsAsync: runAsync, cancel, reset };
};
