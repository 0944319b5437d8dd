import { SignClient } from '@walletconnect/sign-client';
import type { SessionGrants } from '../../../../../domain/wallet-protocol/rules/grants.js';

/** Records that the official client has for a call's topic and id. */
export interface OfficialState {
  readonly deleted: 'pairing' | 'session' | 'proposal' | 'request' | null;
  readonly session: { readonly expiry: number; readonly namespaces: SessionGrants; readonly requiredNamespaces: object } | null;
  readonly pairing: { readonly expiry: number } | null;
  readonly proposal: { readonly expiryTimestamp: number; readonly requiredNamespaces: object } | null;
  readonly hasKey: boolean;
}

/** Its validation methods. `isValidSessionSettleRequest` and `isValidAuthenticate` use only their parameters. */
export type Check =
  | 'isValidConnect'
  | 'isValidApprove'
  | 'isValidReject'
  | 'isValidSessionSettleRequest'
  | 'isValidUpdate'
  | 'isValidExtend'
  | 'isValidPing'
  | 'isValidRequest'
  | 'isValidRespond'
  | 'isValidEmit'
  | 'isValidDisconnect'
  | 'isValidAuthenticate';

const silent = { level: 'info', trace() {}, debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

/** The engine of the official client 2.21.8. It is never started: only its validation methods run, with the given records. */
export class OfficialEngine {
  #state: OfficialState = { deleted: null, session: null, pairing: null, proposal: null, hasKey: false };
  readonly #engine;

  constructor() {
    const core = {
      logger: silent,
      heartbeat: { on() {} },
      pairing: { pairings: this.#storeOf('pairing') },
      crypto: { keychain: { has: () => this.#state.hasKey } },
    };
    const client = Reflect.construct(SignClient, [{ core, logger: silent }]);
    client.session = this.#storeOf('session');
    client.proposal = this.#storeOf('proposal');
    this.#engine = client.engine;
    this.#engine.recentlyDeletedMap = { get: () => this.#state.deleted ?? undefined };
    for (const effect of ['deleteSession', 'deleteProposal', 'cleanupAfterResponse']) this.#engine[effect] = async () => undefined;
  }

  /** Returns the error message for a call's parameters, `null` if they are valid, `crash` if the validation throws a TypeError. */
  async describeFault(check: Check, params: unknown, state: OfficialState): Promise<string | null> {
    this.#state = state;
    try {
      await this.#engine[check](params);
      return null;
    } catch (error) {
      return error instanceof TypeError ? 'crash' : String(Reflect.get(Object(error), 'message'));
    }
  }

  /** A store that contains every key or none. */
  #storeOf(kind: 'session' | 'proposal' | 'pairing') {
    return { keys: { includes: () => this.#state[kind] !== null }, get: () => this.#state[kind] };
  }
}
