import { useAction } from './use-action.js';

/**
 * Connects a wallet elsewhere by a QR code or a link. `state` is `pending` with step `working`, with step `scan-uri` while there
 * is a URI in `usePairing()`, then `success` with the account, or `error`. Unmounting cancels.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 * @example
 * const { pair } = usePairWallet();
 * const { wcUri } = usePairing();
 * <button onClick={() => pair()}>Pair</button>
 */
export const usePairWallet = () => {
  const { state, run, runAsync, cancel, reset } = useAction('usePairWallet', (useCases) => useCases.pairWallet);
  return { ...state, pair: run, pairAsync: runAsync, cancel, reset };
};
