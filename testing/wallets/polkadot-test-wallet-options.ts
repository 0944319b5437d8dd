import type { PolkadotTestSigner } from './polkadot-signer.js';

/** What a test wallet can be asked. */
export type PolkadotTestMethod = 'enable' | 'accounts.get' | 'accounts.subscribe' | 'signPayload' | 'signRaw';

/** A wallet to begin with. */
export interface PolkadotTestWalletOptions {
  /** Its key in `window.injectedWeb3`. Default `latchkey-test`. */
  readonly key?: string;
  /** The active one first. */
  readonly accounts: readonly PolkadotTestSigner[];
  /** Whether its owner approves prompts at once or only by `approve()`. Default `at-once`. */
  readonly approval?: 'at-once' | 'by-hand';
}

/** One request a wallet got. */
export interface PolkadotTestRequest {
  readonly method: PolkadotTestMethod;
  readonly params: readonly unknown[];
}

/** How the next request of a method is answered instead of truthfully. */
export type PolkadotTestAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code?: number | string; readonly message?: string } }
  /** Not at all. */
  | 'never'
  /** Truthfully, once `approve()` is called, whatever the approval mode. */
  | 'late'
  /** Truthfully, and whoever listens hears the accounts twice. */
  | 'twice';

/** What an extension puts into the page. @see https://github.com/polkadot-js/extension#injected-interface */
export interface PolkadotTestProvider {
  readonly version: string;
  enable(originName: string): Promise<unknown>;
}
