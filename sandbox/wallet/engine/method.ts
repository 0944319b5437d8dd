import type { Decision, Prompt } from './prompt.js';
import type { Subscriptions } from './subscriptions.js';
import type { WalletState } from './wallet-state.js';

/** Context of a method call. */
export interface MethodContext {
  /** Origin of the requesting site, as sent by the browser. */
  readonly origin: string;
  readonly method: string;
  state(): WalletState;
  update(change: (state: WalletState) => WalletState): void;
  /**
   * Shows a prompt and waits for the user's decision.
   * @throws ProviderError 4001 when the user rejects
   */
  ask(prompt: Prompt): Promise<Decision & { readonly approve: true }>;
  /** Returns true while a prompt of one of these kinds by this site is on screen. */
  hasPrompt(kinds: readonly Prompt['kind'][]): boolean;
  /**
   * Sends a request to the node of a chain, by default the current one.
   * @throws ProviderError with the node's code, or 4901
   */
  node(method: string, params: unknown, chainId?: number): Promise<unknown>;
  /** Runs tasks with the same key one at a time, so that two transactions never use the same nonce. */
  runExclusive<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Drops the connection of the request, for the fault `drop`. */
  drop(): void;
  /** Subscriptions of the requesting page. */
  readonly subscriptions: Subscriptions;
}

/** A method: resolves with a result or throws a `ProviderError`. */
export type Method = (params: unknown, context: MethodContext) => Promise<unknown>;
