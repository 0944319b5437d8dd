import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';

/**
 * Requests to revoke the app's permissions; ignores wallets that do not support it or have already done so.
 * @throws LatchkeyError `connection/revoke-failed`; the signal's reason
 */
export const revoke = async (connectorId: string, request: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
  try {
    await request();
  } catch (cause) {
    if (isLatchkeyError(cause, 'wallet/unsupported-method') || isLatchkeyError(cause, 'wallet/unauthorized')) return;
    signal.throwIfAborted();
    throw new LatchkeyError('connection/revoke-failed', { connectorId }, { cause });
  }
};
