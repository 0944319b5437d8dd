import type { KeyedMutex } from '../wallet/engine/keyed-mutex.js';
import type { Decision, Prompt } from '../wallet/engine/prompt.js';
import { isObject } from '../wallet/engine/read-params.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import type { OfficialClient, SignSdk } from './open-client.js';
import type { Restriction } from './remote-control.js';

/** Converts any thrown value to a JSON-RPC error. @see https://www.jsonrpc.org/specification#error_object */
export const toErrorObject = (thrown: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } => {
  const { code, message, data } = isObject(thrown) ? thrown : { code: undefined, message: String(thrown), data: undefined };
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'Internal wallet error.',
    ...(data === undefined ? {} : { data }),
  };
};

/** Source of a proposal or request, for the prompt and the log. */
export interface RequestSource {
  /** Id of the proposal or request. */
  readonly id: number;
  readonly method: string;
  /** URL in the app's metadata. Not verified. */
  readonly url: string;
  /** Topic of the session, or of the pairing for a proposal. */
  readonly topic: string;
}

/** Dependencies of the proposal and request handlers. */
export interface RemoteContext {
  readonly client: OfficialClient;
  readonly sdk: SignSdk;
  readonly mutex: KeyedMutex;
  state(): WalletState;
  update(change: (state: WalletState) => WalletState): void;
  restriction(): Restriction | null;
  /**
   * Shows a prompt and waits for the user's decision.
   * @throws ProviderError 4001 when the user rejects, 4900 when the prompt is withdrawn
   */
  ask(source: RequestSource, prompt: Prompt): Promise<Decision & { readonly approve: true }>;
  /** Returns true if a proposal or request no longer needs a response, because it expired or its session was deleted. */
  isObsolete(id: number): boolean;
}

/** Result of handling a proposal or request. */
export interface RemoteOutcome {
  readonly outcome: 'pending' | 'responded' | 'failed' | 'abandoned';
  readonly code?: number;
}
