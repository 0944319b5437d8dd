import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { WalletCalls } from '../ports/wallet-calls.js';

/**
 * The calls of a namespace.
 * @throws LatchkeyError `wallet/unsupported-method` where the session is another namespace's, or its wallet has none of them
 */
export const requireCalls = <N extends keyof WalletCalls>(session: WalletSession, namespace: N): WalletCalls[N] => {
  const calls = session.calls?.[namespace];
  if (calls === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: namespace });
  return calls;
};
