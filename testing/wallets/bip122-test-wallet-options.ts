import type { Bip122TestKey, Bip122TestNetwork } from './bip122-keys.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** Method of a Bitcoin test wallet, for all its provider interfaces. */
export type Bip122TestMethod = 'connect' | 'switchNetwork' | 'signMessage' | 'signPsbt' | 'sendTransfer' | 'disconnect';

/** Options of `Bip122TestWallet`. */
export interface Bip122TestWalletOptions {
  /** Default `Bitcoin test wallet`. */
  readonly name?: string;
  /** The payment key and the ordinals key. Default: a P2WPKH and a P2TR key derived from the wallet's name. */
  readonly keys?: readonly [payment: Bip122TestKey, ordinals?: Bip122TestKey];
  /** Default `regtest`. */
  readonly network?: Bip122TestNetwork;
  /** `immediate` approves prompts automatically, `manual` only by `approve()`. Default `immediate`. */
  readonly approval?: TestWalletApproval;
  /** Sends a payment and returns the transaction id. Without it the wallet cannot send. */
  readonly pay?: (payment: { readonly from: Bip122TestKey; readonly to: string; readonly sats: number }) => Promise<string>;
}

/** A request that the wallet received. */
export interface Bip122TestRequest extends TestWalletRequest {
  readonly method: Bip122TestMethod;
}

/** The wallet as its provider interfaces use it. */
export interface Bip122TestEngine {
  readonly name: string;
  readonly network: Bip122TestNetwork;
  /** The keys that the site may see now, the payment key first. */
  readonly shared: readonly Bip122TestKey[];
  readonly canPay: boolean;
  request(method: Bip122TestMethod, params?: unknown): Promise<unknown>;
  on(event: 'accounts' | 'network' | 'change', listener: (payload: unknown) => void): () => void;
}
