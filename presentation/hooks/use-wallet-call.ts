import type { CallName, CallNamespace, CallRequest, CallResult, CallWalletState } from '../../application/account/call-wallet.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Sends a request that only wallets of one namespace support. Its name determines the types of request and result.
 * @example
 * const { status, callWallet } = useWalletCall('bip122', 'signPsbt');
 * callWallet({ account, psbt });
 */
export const useWalletCall = <N extends CallNamespace, C extends CallName<N>>(
  namespace: N,
  call: C,
): ActionResult<'callWallet', [request: CallRequest<N, C>], CallWalletState<CallResult<N, C>>> => {
  const { state, run, runAsync, cancel, reset } = useAction<[request: CallRequest<N, C>], CallWalletState<CallResult<N, C>>>(
    'useWalletCall',
    ({ callWallet }) => ({ execute: (request) => callWallet.execute({ namespace, call, request }) }),
    namespace,
    call,
  );
  return { ...state, callWallet: run, callWalletAsync: runAsync, cancel, reset };
};
