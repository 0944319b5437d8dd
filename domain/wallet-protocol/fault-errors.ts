import { LatchkeyError } from '../errors/latchkey-error.js';
import type { FaultCode, ProtocolFault } from './protocol-fault.js';

/**
 * The error that the official clients would throw: an `Error` by name and sentence. They lose the number of the kind; here it is there as
 * `code`, also when the error is written as JSON, so that a peer which is sent it never sees `{}`.
 */
export class ProtocolError extends Error {
  /** The protocol's number of the kind, e.g. 5 for MISSING_OR_INVALID. */
  readonly code: number;
  /** What a peer has said beyond that. */
  readonly data?: unknown;

  constructor({ code, message, data }: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }

  /** What a peer or a log gets to see. */
  toJSON(): { readonly code: number; readonly message: string } {
    return { code: this.code, message: this.message };
  }
}

/** The error of the registry for what a rule of the protocol has against something: the same sentence under a code of Latchkey. */
export const latchkeyErrorOf = <Code extends FaultCode>({ kind, context }: ProtocolFault<Code>): LatchkeyError<Code> =>
  new LatchkeyError(kind, context);
