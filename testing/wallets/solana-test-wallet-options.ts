import type { SolanaTestSigner } from './solana-test-signer.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** Asks a node of a chain, such as `solana:mainnet`. */
export type SolanaTestNode = (chain: string, method: string, params: readonly unknown[]) => Promise<unknown>;

/** Names of the features that a test wallet may lack. */
export type SolanaTestFeature =
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn';

/** A wallet to begin with. */
export interface SolanaTestWalletOptions {
  /** Default: `Test wallet`. */
  readonly name?: string;
  /** The active one first. */
  readonly accounts: readonly SolanaTestSigner[];
  /** Default: `solana:mainnet` and `solana:devnet`. */
  readonly chains?: readonly string[];
  /** What it cannot do. */
  readonly lacks?: readonly SolanaTestFeature[];
  /** Default: legacy and 0. */
  readonly transactionVersions?: readonly ('legacy' | 0)[];
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: TestWalletApproval;
  /** Broadcasts what the wallet sends itself. Without one, signatures are real and nothing is sent. */
  readonly node?: SolanaTestNode;
  /** What `solana:signIn` signs for. Default: `app.example`. */
  readonly domain?: string;
}

/** One request a wallet got: the name of the feature and its inputs. */
export interface SolanaTestRequest extends TestWalletRequest {
  readonly params: readonly unknown[];
}

/** The part of a page's `window` that a wallet registers on. */
export interface SolanaRegistryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}
