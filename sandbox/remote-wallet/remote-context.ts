import type { Decision, Question } from '../wallet/engine/question.js';
import { isObject } from '../wallet/engine/read-params.js';
import type { Turns } from '../wallet/engine/turns.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import type { OfficialClient, SignSdk } from './open-client.js';
import type { Restriction } from './remote-control.js';

/** Any thrown value as the error of a JSON-RPC answer, which has a code and a message. @see https://www.jsonrpc.org/specification#error_object */
export const toErrorObject = (thrown: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } => {
  const { code, message, data } = isObject(thrown) ? thrown : { code: undefined, message: String(thrown), data: undefined };
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'The wallet failed.',
    ...(data === undefined ? {} : { data }),
  };
};

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
