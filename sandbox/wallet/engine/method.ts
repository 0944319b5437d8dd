import type { Decision, Question } from './question.js';
import type { Subscriptions } from './subscriptions.js';
import type { WalletState } from './wallet-state.js';

/** What a method of the wallet works with. */
export interface MethodContext {
  /** The site that asks, as the browser names it. */
  readonly origin: string;
  readonly method: string;
  state(): WalletState;
  update(change: (state: WalletState) => WalletState): void;
  /**
   * Shows a question and waits for the person.
   * @throws ProviderError 4001 when the answer is no
   */
  ask(question: Question): Promise<Decision & { readonly approve: true }>;
  /** Whether a question of this kind by this site is on screen. */
  isAsking(kinds: readonly Question['kind'][]): boolean;
  /**
   * Asks the node of a chain; without `chainId`, of the current one.
   * @throws ProviderError with the node's code, or 4901
   */
  node(method: string, params: unknown, chainId?: number): Promise<unknown>;
  /** Runs tasks of one key one after another, so that two transactions never take the same nonce. */
  inTurn<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Breaks the line on which the request came. Only the fault `drop` does. */
  drop(): void;
  /** Subscriptions of the page that asks. */
  readonly subscriptions: Subscriptions;
}

/** One method: from parameters to a result, or a thrown `ProviderError`. */
export type Method = (params: unknown, context: MethodContext) => Promise<unknown>;
