import type { RequestFarcasterUrlState } from '../../application/embedded-wallet/request-farcaster-url.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Begins a login to the embedded wallet with Farcaster. `data` is the URL that the Farcaster app opens: show it as a QR code, on phones as a
 * link, and wait with {@link useLogInWithFarcaster}. Unmounting cancels.
 * @example
 * const { requestFarcasterUrl, data } = useRequestFarcasterUrl();
 * <button onClick={() => requestFarcasterUrl()}>Continue with Farcaster</button>
 */
export const useRequestFarcasterUrl = (): ActionResult<'requestFarcasterUrl', [], RequestFarcasterUrlState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useRequestFarcasterUrl', (useCases) => useCases.requestFarcasterUrl);
  return { ...state, requestFarcasterUrl: run, requestFarcasterUrlAsync: runAsync, cancel, reset };
};
