import { SignClient } from '@walletconnect/sign-client';
import type { SessionGrants } from '../../../../../domain/wallet-protocol/rules/grants.js';

/** What the official client is made to know of the topic and the id that a call names. */
export interface Known {
  readonly deleted: 'pairing' | 'session' | 'proposal' | 'request' | null;
  readonly session: { readonly expiry: number; readonly namespaces: SessionGrants; readonly requiredNamespaces: object } | null;
  readonly pairing: { readonly expiry: number } | null;
  readonly proposal: { readonly expiryTimestamp: number; readonly requiredNamespaces: object } | null;
  readonly hasKey: boolean;
}

/** Its checks by the calls that they belong to; `isValidSessionSettleRequest` and `isValidAuthenticate` know nothing but their parameters. */
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

/**
 * The engine of the official client 2.21.8. It is never started: only its checks run, over what it is made to know.
 */
export class OfficialEngine {
  #known: Known = { deleted: null, session: null, pairing: null, proposal: null, hasKey: false };
  readonly #engine;

  constructor() {
    const core = {
      logger: silent,
      heartbeat: { on() {} },
      pairing: { pairings: this.#storeOf('pairing') },
      crypto: { keychain: { has: () => this.#known.hasKey } },
    };
    const client = Reflect.construct(SignClient, [{ core, logger: silent }]);
    client.session = this.#storeOf('session');
    client.proposal = this.#storeOf('proposal');
    this.#engine = client.engine;
    this.#engine.recentlyDeletedMap = { get: () => this.#known.deleted ?? undefined };
    for (const effect of ['deleteSession', 'deleteProposal', 'cleanupAfterResponse']) this.#engine[effect] = async () => undefined;
  }

  /** The message of its error about the parameters of a call, `null` where it lets them through, `crash` where it breaks down over them. */
  async verdict(check: Check, params: unknown, known: Known): Promise<string | null> {
    this.#known = known;
    try {
      await this.#engine[check](params);
      return null;
    } catch (error) {
      return error instanceof TypeError ? 'crash' : String(Reflect.get(Object(error), 'message'));
    }
  }

  /** Whatever is asked for is there, or nothing is. */
  #storeOf(kind: 'session' | 'proposal' | 'pairing') {
    return { keys: { includes: () => this.#known[kind] !== null }, get: () => this.#known[kind] };
  }
}
