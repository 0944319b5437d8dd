/** Serialized provider error. */
export interface ProviderErrorJson {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error with a code, as wallets return to pages.
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 * @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** Returns the error as plain data. `data` is omitted if undefined. */
  toJSON(): ProviderErrorJson {
    return { code: this.code, message: this.message, ...(this.data === undefined ? {} : { data: this.data }) };
  }
}

/** 4001: the user rejected. */
export const userRejected = (): ProviderError => new ProviderError(4001, 'User rejected the request.');

/** 4100: the site lacks the permission, or the account. */
export const unauthorized = (reason: string): ProviderError => new ProviderError(4100, reason);

/** 4200: the method is not supported. */
export const unsupportedMethod = (method: string): ProviderError =>
  new ProviderError(4200, `The wallet does not support the method ${method}.`);

/** 4900: the wallet is unreachable. */
export const disconnected = (): ProviderError => new ProviderError(4900, 'The wallet is disconnected.');

/** 4901: the node of a chain is unreachable. */
export const chainDisconnected = (chainId: number): ProviderError =>
  new ProviderError(4901, `The wallet cannot reach the node of chain ${chainId}.`);

/** 4901 for another namespace than eip155. @param chainId CAIP-2 */
export const chainUnreachable = (chainId: string): ProviderError =>
  new ProviderError(4901, `The wallet cannot reach the node of ${chainId}.`);

/** 4902: the chain is unknown. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const unrecognizedChain = (chainId: number): ProviderError =>
  new ProviderError(4902, `Unrecognized chain 0x${chainId.toString(16)}. Add it with wallet_addEthereumChain first.`);

/** −32602: invalid parameters. */
export const invalidParams = (reason: string): ProviderError => new ProviderError(-32602, reason);

/** −32600: invalid request. */
export const invalidRequest = (reason: string): ProviderError => new ProviderError(-32600, reason);

/** −32002: the same prompt is already on screen. */
export const alreadyPending = (method: string): ProviderError =>
  new ProviderError(-32002, `A request of type ${method} is already pending.`);

/** Converts any thrown value to a provider error. Unexpected errors become −32603. */
export const toProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError ? error : new ProviderError(-32603, error instanceof Error ? error.message : String(error));
