import { of } from 'rxjs';
import type { CallRequest, CallResult, CallWalletState } from '../../application/account/call-wallet.use-case.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { useAction } from './use-action.js';

/** Calls to send as one, from the connected EVM account. */
export type SendCallsVariables = Omit<CallRequest<'eip155', 'sendCalls'>, 'from'>;

type SendCallsState = CallWalletState<CallResult<'eip155', 'sendCalls'>>;

/**
 * Sends several calls of the connected EVM account as one. `step` is `approve-in-wallet` while pending; `data` has the id of the batch, for
 * `useWalletCall('eip155', 'getCallsStatus')`.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * const { sendCalls } = useSendCalls();
 * sendCalls({ calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n }] });
 */
export const useSendCalls = () => {
  const { state, run, runAsync, cancel, reset } = useAction<readonly [SendCallsVariables], SendCallsState>(
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
