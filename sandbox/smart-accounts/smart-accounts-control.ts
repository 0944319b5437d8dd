import { overHttp } from '../process/control-endpoint.js';

/** Whose operations the paymaster pays for. */
export type Sponsorship =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** Up to an amount for each account, in wei as a decimal. What it has paid is read from the chain. */
  | { readonly kind: 'limit'; readonly perAccountWei: string };

/** Test controls of bundlers and paymaster, on all chains that have them. */
export interface SmartAccountsControl {
  /** Default: all. */
  setSponsorship(sponsorship: Sponsorship): Promise<void>;
  /** Whether the bundlers close connections without a response. */
  setBundlerDown(isDown: boolean): Promise<void>;
  /** Whether operations stay in the bundlers, and are not sent to the chain. */
  setBundlingPaused(isPaused: boolean): Promise<void>;
  /** Restarts the bundlers, which drop their operations. */
  restartBundlers(): Promise<void>;
}

/** Controls bundlers and paymaster of a running sandbox over HTTP. @param origin `sandbox.urls.smartAccounts` */
export const smartAccountsOverHttp = (origin: string, token: string): SmartAccountsControl => overHttp(origin, token);
