import type { Eip155TestSigner } from './eip155-signer.js';
import type { TestNode } from './eip155-test-signing.js';
import { TEST_WALLET_ICON } from './test-wallet-icon.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** How a test wallet describes itself when it announces itself. @see https://eips.ethereum.org/EIPS/eip-6963 */
export interface Eip155TestWalletInfo {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

/** A wallet to begin with. */
export interface Eip155TestWalletOptions {
  readonly info?: Partial<Eip155TestWalletInfo>;
  /** Addresses or signers, the active one first. */
  readonly accounts: readonly (string | Eip155TestSigner)[];
  /** Default 1. */
  readonly chainId?: number;
  /** Chains it knows besides its own. */
  readonly knownChainIds?: readonly number[];
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: TestWalletApproval;
  /** Asks a node: what the wallet does not answer itself, and what it broadcasts. Without one there is no chain behind it. */
  readonly node?: TestNode;
}

/** One request a wallet got. */
export interface Eip155TestRequest extends TestWalletRequest {
  readonly params: readonly unknown[];
}

/** The part of a page's `window` that a wallet announces itself on. */
export interface AnnouncementWindow {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
  dispatchEvent(event: Event): boolean;
}

/** What a test wallet says of itself by default. */
export const DEFAULT_TEST_WALLET_INFO: Eip155TestWalletInfo = {
  uuid: '6f1ab1c2-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
  name: 'Test wallet',
  icon: TEST_WALLET_ICON,
  rdns: 'test.latchkey.wallet',
};
