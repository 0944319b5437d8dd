import type { Decision, Question } from '../wallet/engine/question.js';
import type { Turns } from '../wallet/engine/turns.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import type { Restriction } from './remote-command.js';
import type { OfficialClient, SignSdk } from './sign-sdk.js';

/** Who asks, for the person's eyes and the log. */
export interface Asker {
  /** Id of the proposal or request. */
  readonly id: number;
  readonly method: string;
  /** The address that the app gives as its own. */
  readonly url: string;
  /** Session, or the pairing before there is one. */
  readonly topic: string;
}

/** What answers to proposals and requests work with. */
export interface RemoteContext {
  readonly client: OfficialClient;
  readonly sdk: SignSdk;
  readonly turns: Turns;
  state(): WalletState;
  update(change: (state: WalletState) => WalletState): void;
  restriction(): Restriction | null;
  /**
   * Shows a question and waits for the person.
   * @throws ProviderError 4001 when the answer is no, 4900 when the question was taken back
   */
  ask(asker: Asker, question: Question): Promise<Decision & { readonly approve: true }>;
  /** Whether a proposal or request needs no answer any more: it expired, or its session is gone. */
  isOver(id: number): boolean;
}

/** What became of a proposal or request. */
export interface RemoteOutcome {
  readonly outcome: 'pending' | 'answered' | 'failed' | 'abandoned';
  readonly code?: number;
}
