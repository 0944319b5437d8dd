import { walletProtocolError } from '../wallet-protocol-error.js';

/** The error for what breaks a rule of signing in. @param detail the protocol's own sentence, without a key or a signature */
export const invalidParameter = (detail: string, cause?: unknown): Error =>
  walletProtocolError('wallet-protocol/invalid-parameter', { detail }, cause);
