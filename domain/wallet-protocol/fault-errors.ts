import { LatchkeyError } from '../errors/latchkey-error.js';
import type { FaultCode, ProtocolFault } from './protocol-fault.js';

/**
 * An error with the name and message that the official clients use. Unlike theirs it has the error code as `code`, also in JSON, so that
 * a peer never receives `{}`.
 */
export class ProtocolError extends Error {
  /** Error code of the protocol, e.g. 5 for MISSING_OR_INVALID. */
  readonly code: number;
  /** Additional data from the peer. */
  readonly data?: unknown;

  constructor({ code, message, data }: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }

  /** Form for peers and logs. */
  toJSON(): { readonly code: number; readonly message: string } {
    return { code: this.code, message: this.message };
  }
}

/** Converts a protocol fault to a Latchkey error with the same message. */
export const latchkeyErrorOf = <Code extends FaultCode>({ kind, context }: ProtocolFault<Code>): LatchkeyError<Code> =>
  new LatchkeyError(kind, context);
