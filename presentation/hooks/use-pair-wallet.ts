import type { PairWalletInput, PairWalletState } from '../../application/wallet-protocol/pair-wallet.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Connects a remote wallet by QR code or deep link. `status` is `pending` with step `working`, or step `scan-uri` while `usePairing()` has
 * a URI, then `success` with the account in `data`, or `error`. Unmounting cancels.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 * @example
 * const { pair } = usePairWallet();
 * const { wcUri } = usePairing();
 * <button onClick={() => pair()}>Pair</button>
 */
export const usePairWallet = (): ActionResult<'pair', [input?: PairWalletInput], PairWalletState> => {
  const { state, run, runAsync, cancel, reset } = useAction('usePairWallet', (useCases) => useCases.pairWallet);
  return { ...state, pair: run, pairAsync: runAsync, cancel, reset };
};
