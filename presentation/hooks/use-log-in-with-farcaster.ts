import type { LogInWithFarcasterState } from '../../application/embedded-wallet/log-in-with-farcaster.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Waits until the user has approved the login in the Farcaster app; its URL comes from {@link useRequestFarcasterUrl}. After `success`,
 * connect the embedded wallet: `connect({ namespace, connectorId: 'ID_AUTH' })` of {@link useConnect}. Unmounting cancels.
 * @example
 * const { logInWithFarcasterAsync } = useLogInWithFarcaster();
 */
export const useLogInWithFarcaster = (): ActionResult<'logInWithFarcaster', [], LogInWithFarcasterState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useLogInWithFarcaster', (useCases) => useCases.logInWithFarcaster);
  return { ...state, logInWithFarcaster: run, logInWithFarcasterAsync: runAsync, cancel, reset };
};
