import { LatchkeyError } from '../../errors/latchkey-error.js';

/** The error for what breaks a rule of signing in. @param detail the protocol's own sentence, without a key or a signature */
export const invalidParameter = (detail: string, cause?: unknown): Error =>
  new LatchkeyError('wallet-protocol/invalid-parameter', { detail }, { cause });
