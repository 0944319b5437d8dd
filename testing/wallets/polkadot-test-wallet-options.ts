import type { PolkadotTestSigner } from './polkadot-signer.js';
import type { TestWalletApproval, TestWalletRequest } from './test-wallet-options.js';

/** Method of a Polkadot test wallet. */
export type PolkadotTestMethod = 'enable' | 'accounts.get' | 'accounts.subscribe' | 'signPayload' | 'signRaw';

/** Options of `PolkadotTestWallet`. */
export interface PolkadotTestWalletOptions {
  /** Key in `window.injectedWeb3`. Default `latchkey-test`. */
  readonly key?: string;
  /** The active one first. */
  readonly accounts: readonly PolkadotTestSigner[];
  /** `immediate` approves prompts automatically, `manual` only by `approve()`. Default `immediate`. */
  readonly approval?: TestWalletApproval;
}

/** A request that the wallet received. */
export interface PolkadotTestRequest extends TestWalletRequest {
  readonly method: PolkadotTestMethod;
  readonly params: readonly unknown[];
}

/** The injected interface of an extension. @see https://github.com/polkadot-js/extension#injected-interface */
export interface PolkadotTestProvider {
  readonly version: string;
  enable(originName: string): Promise<unknown>;
}
