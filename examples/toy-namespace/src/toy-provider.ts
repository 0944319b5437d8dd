/** What a wallet lets a page see. No account: it is locked, or the page is not allowed any. */
export interface ToyState {
  /** Addresses, the active one first. */
  readonly accounts: readonly string[];
  /** Name of the chain that the wallet is on. */
  readonly network: string;
}

/** What a page may ask: `state` and `forget` of nobody, the others of the wallet's owner. */
export type ToyMethod = 'state' | 'forget' | 'connect' | 'switchNetwork' | 'signMessage' | 'signTransfer';

/** The object that a wallet hands to a page. Everything it answers may be anything: pages check it. */
export interface ToyProvider {
  request(method: ToyMethod, parameters?: unknown): Promise<unknown>;
  /** Calls back with what the page may see whenever that changes; gives a function that ends it. */
  onChange(listener: (state: unknown) => void): () => void;
}

/** What a wallet says of itself. */
export interface ToyAnnouncement {
  readonly id: string;
  readonly name: string;
  readonly provider: ToyProvider;
}

/** Wallets announce themselves with this event, its `detail` is a {@link ToyAnnouncement}. */
export const ANNOUNCE = 'toychain:announce';
/** Pages that came later ask all wallets to announce themselves again. */
export const CALL = 'toychain:call';

/** How a wallet refuses, in `code` of the error. */
export type ToyErrorCode = 'rejected' | 'busy' | 'not-allowed' | 'unknown-method' | 'unknown-network' | 'wrong-network';

/** An error of a toy wallet. */
export class ToyError extends Error {
  readonly code: ToyErrorCode;

  constructor(code: ToyErrorCode) {
    super(code);
    this.code = code;
  }
}
