/** Wallet state that a page may see. `accounts` is empty while the wallet is locked or the page is not connected. */
export interface ToyState {
  /** Addresses, the active one first. */
  readonly accounts: readonly string[];
  /** Name of the chain that the wallet is on. */
  readonly network: string;
}

/** Methods of the provider. All but `state` and `forget` need the user's approval. */
export type ToyMethod = 'state' | 'forget' | 'connect' | 'switchNetwork' | 'signMessage' | 'signTransfer';

/** The provider that a wallet exposes to a page. Its results are untrusted. */
export interface ToyProvider {
  request(method: ToyMethod, parameters?: unknown): Promise<unknown>;
  /** Calls the listener with the visible state on every change. Returns a function that unsubscribes. */
  onChange(listener: (state: unknown) => void): () => void;
}

/** Detail of the announcement event. */
export interface ToyAnnouncement {
  readonly id: string;
  readonly name: string;
  readonly provider: ToyProvider;
}

/** Event that announces a wallet. Its `detail` is a {@link ToyAnnouncement}. */
export const ANNOUNCE = 'toychain:announce';
/** Event that a page dispatches to make all wallets announce themselves again. */
export const CALL = 'toychain:call';

/** Values of `code` in a wallet's errors. */
export type ToyErrorCode = 'rejected' | 'busy' | 'not-allowed' | 'unknown-method' | 'unknown-network' | 'wrong-network';

/** An error of a toy wallet. */
export class ToyError extends Error {
  readonly code: ToyErrorCode;

  constructor(code: ToyErrorCode) {
    super(code);
    this.code = code;
  }
}
