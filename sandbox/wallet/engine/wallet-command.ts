import type { Fault } from './fault.js';

/** What a person can do in the wallet's home. */
export type WalletCommand =
  | { readonly type: 'lock' }
  | { readonly type: 'unlock' }
  | { readonly type: 'select-account'; readonly index: number }
  | { readonly type: 'switch-chain'; readonly chainId: number }
  | { readonly type: 'disconnect-site'; readonly origin: string };

/** What only a test can do. */
export type TestCommand =
  | WalletCommand
  | { readonly type: 'set-auto-approve'; readonly on: boolean }
  | { readonly type: 'set-fault'; readonly fault: Fault | null }
  /** Breaks the line to every page, as when a wallet restarts; pages reconnect by themselves. */
  | { readonly type: 'drop-pages' }
  /** Back to the fresh wallet; pending questions are rejected, the log is emptied. */
  | { readonly type: 'reset' }
  | { readonly type: 'read-log' }
  | { readonly type: 'read-state' };
