/** An answer of the relay that is an error. @see https://www.jsonrpc.org/specification#error_object */
export class RelayError extends Error {
  override readonly name = 'RelayError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** −32602: the parameters are not what the method takes. */
export const invalidParams = (reason: string): RelayError => new RelayError(-32602, reason);

/** −32601: the relay has no such method. */
export const unknownMethod = (method: string): RelayError => new RelayError(-32601, `Method not found: ${method}`);
