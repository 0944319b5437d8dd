import type { Eip155TestSigner } from './eip155-signer.js';
import type { TestNode } from './eip155-test-signing.js';
import { TEST_WALLET_ICON } from './test-wallet-icon.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** EIP-6963 provider info of a test wallet. @see https://eips.ethereum.org/EIPS/eip-6963 */
export interface Eip155TestWalletInfo {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

/** Options of `Eip155TestWallet`. */
export interface Eip155TestWalletOptions {
  readonly info?: Partial<Eip155TestWalletInfo>;
  /** Addresses or signers, the active one first. */
  readonly accounts: readonly (string | Eip155TestSigner)[];
  /** Default 1. */
  readonly chainId?: number;
  /** Further chains of the wallet. */
  readonly knownChainIds?: readonly number[];
  /** `immediate` approves prompts automatically, `manual` only by `approve()`. Default `immediate`. */
  readonly approval?: TestWalletApproval;
  /** Node for transactions and for requests that the wallet does not handle. Without it the wallet has no chain. */
  readonly node?: TestNode;
}

/** A request that the wallet received. */
export interface Eip155TestRequest extends TestWalletRequest {
  readonly params: readonly unknown[];
}

/** The part of `Window` that a wallet needs to announce itself. */
export interface AnnouncementWindow {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
  dispatchEvent(event: Event): boolean;
}

/** Default provider info. */
export const DEFAULT_TEST_WALLET_INFO: Eip155TestWalletInfo = {
  uuid: '6f1ab1c2-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
  name: 'Test wallet',
  icon: TEST_WALLET_ICON,
  rdns: 'test.latchkey.wallet',
};
