import type { CallName, CallNamespace, CallRequest, CallResult, CallWalletState } from '../../application/account/call-wallet.use-case.js';
import { useAction } from './use-action.js';

/**
 * Asks the connected wallet for a call that only wallets of one namespace know; request and answer are typed by its name.
 * @example
 * const { status, callWallet } = useWalletCall('bip122', 'signPsbt');
 * callWallet({ account, psbt });
 */
export const useWalletCall = <N extends CallNamespace, C extends CallName<N>>(namespace: N, call: C) => {
  const { state, run, runAsync, cancel, reset } = useAction<readonly [CallRequest<N, C>], CallWalletState<CallResult<N, C>>>(
    'useWalletCall',
    ({ callWallet }) => ({ execute: (request) => callWallet.execute({ namespace, call, request }) }),
  );
  return { ...state, callWallet: run, callWalletAsync: runAsync, cancel, reset };
};
