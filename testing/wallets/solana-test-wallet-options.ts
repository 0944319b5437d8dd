import type { SolanaTestSigner } from './solana-test-signer.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** Sends a JSON-RPC request to a node of a chain, such as `solana:mainnet`. */
export type SolanaTestNode = (chain: string, method: string, params: readonly unknown[]) => Promise<unknown>;

/** Features that a test wallet may not support. */
export type SolanaTestFeature =
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn';

/** Options of `SolanaTestWallet`. */
export interface SolanaTestWalletOptions {
  /** Default: `Test wallet`. */
  readonly name?: string;
  /** The active one first. */
  readonly accounts: readonly SolanaTestSigner[];
  /** Default: `solana:mainnet` and `solana:devnet`. */
  readonly chains?: readonly string[];
  readonly unsupportedFeatures?: readonly SolanaTestFeature[];
  /** Default: legacy and 0. */
  readonly transactionVersions?: readonly ('legacy' | 0)[];
  /** `immediate` approves prompts automatically, `manual` only by `approve()`. Default `immediate`. */
  readonly approval?: TestWalletApproval;
  /** Node for `signAndSendTransaction`. Without it, signatures are real but nothing is broadcast. */
  readonly node?: SolanaTestNode;
  /** Domain that `solana:signIn` signs by default. Default: `app.example`. */
  readonly domain?: string;
}

/** A request that the wallet received: the name of the feature and its inputs. */
export interface SolanaTestRequest extends TestWalletRequest {
  readonly params: readonly unknown[];
}

/** The part of `Window` that a wallet needs to register. */
export interface SolanaRegistryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  dispatchEvent(event: Event): boolean;
}
