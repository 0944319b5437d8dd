import type { Bip122TestKey, Bip122TestNetwork } from './bip122-keys.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** What a Bitcoin test wallet can be asked, whichever language it is asked in. */
export type Bip122TestMethod = 'connect' | 'switchNetwork' | 'signMessage' | 'signPsbt' | 'sendTransfer' | 'disconnect';

/** A wallet to begin with. */
export interface Bip122TestWalletOptions {
  /** Default `Bitcoin test wallet`. */
  readonly name?: string;
  /** Keys: the one for payments first, then the one for ordinals. Default: a P2WPKH and a P2TR key of the wallet's name. */
  readonly keys?: readonly [payment: Bip122TestKey, ordinals?: Bip122TestKey];
  /** Default `regtest`. */
  readonly network?: Bip122TestNetwork;
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: TestWalletApproval;
  /** Pays by itself, and gives the transaction's id. Without it the wallet cannot. */
  readonly pay?: (payment: { readonly from: Bip122TestKey; readonly to: string; readonly sats: number }) => Promise<string>;
}

/** One request a wallet got. */
export interface Bip122TestRequest extends TestWalletRequest {
  readonly method: Bip122TestMethod;
}

/** The wallet behind its faces: what they ask of it and tell of it. */
export interface Bip122TestEngine {
  readonly name: string;
  readonly network: Bip122TestNetwork;
  /** The keys that the site may see now, the one for payments first. */
  readonly shared: readonly Bip122TestKey[];
  readonly pays: boolean;
  ask(method: Bip122TestMethod, params?: unknown): Promise<unknown>;
  on(event: 'accounts' | 'network' | 'change', listener: (payload: unknown) => void): () => void;
}
