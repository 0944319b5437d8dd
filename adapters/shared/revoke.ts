import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * Asks a wallet to forget the site; one that cannot, or already has, is fine.
 * @throws LatchkeyError `connection/revoke-failed`; the signal's reason
 */
export const revoke = async (connectorId: string, ask: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
  try {
    await ask();
  } catch (cause) {
    if (isLatchkeyError(cause, 'wallet/unsupported-method') || isLatchkeyError(cause, 'wallet/unauthorized')) return;
    signal.throwIfAborted();
    throw new LatchkeyError('connection/revoke-failed', { connectorId }, { cause });
  }
};
