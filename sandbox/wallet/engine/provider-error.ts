/** A provider error as it crosses a wire. */
export interface ProviderErrorJson {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error with a number, as a wallet gives it to a page.
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

  /** The error as plain data; `data` only where there is some. */
  toJSON(): ProviderErrorJson {
    return { code: this.code, message: this.message, ...(this.data === undefined ? {} : { data: this.data }) };
  }
}

/** 4001: the person said no. */
export const userRejected = (): ProviderError => new ProviderError(4001, 'The person rejected the request.');

/** 4100: the site may not do this, or not with this account. */
export const unauthorized = (reason: string): ProviderError => new ProviderError(4100, reason);

/** 4200: the wallet does not know the method. */
export const unsupportedMethod = (method: string): ProviderError =>
  new ProviderError(4200, `The wallet does not support the method ${method}.`);

/** 4900: the wallet cannot be reached. */
export const disconnected = (): ProviderError => new ProviderError(4900, 'The wallet is disconnected.');

/** 4901: the wallet cannot reach the node of a chain. */
export const chainDisconnected = (chainId: number): ProviderError =>
  new ProviderError(4901, `The wallet cannot reach the node of chain ${chainId}.`);

/** 4901, of a chain besides eip155. @param chainId CAIP-2 */
export const chainUnreachable = (chainId: string): ProviderError =>
  new ProviderError(4901, `The wallet cannot reach the node of ${chainId}.`);

/** 4902: the wallet does not know the chain. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const unrecognizedChain = (chainId: number): ProviderError =>
  new ProviderError(4902, `The wallet does not know chain 0x${chainId.toString(16)}. Offer it with wallet_addEthereumChain first.`);

/** −32602: the parameters are not what the method takes. */
export const invalidParams = (reason: string): ProviderError => new ProviderError(-32602, reason);

/** −32600: not a request at all. */
export const invalidRequest = (reason: string): ProviderError => new ProviderError(-32600, reason);

/** −32002: the same question is already on screen. */
export const alreadyPending = (method: string): ProviderError =>
  new ProviderError(-32002, `A request of type ${method} is already waiting for the person's answer.`);

/** Makes a provider error of whatever was thrown; a defect becomes −32603. */
export const toProviderError = (error: unknown): ProviderError =>
  error instanceof ProviderError ? error : new ProviderError(-32603, error instanceof Error ? error.message : String(error));
