import type { PolkadotTestSigner } from './polkadot-signer.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** What a test wallet can be asked. */
export type PolkadotTestMethod = 'enable' | 'accounts.get' | 'accounts.subscribe' | 'signPayload' | 'signRaw';

/** A wallet to begin with. */
export interface PolkadotTestWalletOptions {
  /** Its key in `window.injectedWeb3`. Default `latchkey-test`. */
  readonly key?: string;
  /** The active one first. */
  readonly accounts: readonly PolkadotTestSigner[];
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: TestWalletApproval;
}

/** One request a wallet got. */
export interface PolkadotTestRequest extends TestWalletRequest {
  readonly method: PolkadotTestMethod;
  readonly params: readonly unknown[];
}

/** What an extension puts into the page. @see https://github.com/polkadot-js/extension#injected-interface */
export interface PolkadotTestProvider {
  readonly version: string;
  enable(originName: string): Promise<unknown>;
}
