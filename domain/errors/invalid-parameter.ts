import { LatchkeyError } from './latchkey-error.js';

/** Error of a sign-in rule. @param detail the message of the official clients, without keys and signatures */
export const invalidParameter = (detail: string, cause?: unknown): Error =>
  new LatchkeyError('wallet-protocol/invalid-parameter', { detail }, { cause });
