import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { mergeNamespaces } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { connectFault } from '../../../domain/wallet-protocol/rules/proposal-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { RequesterContext } from './engine-context.js';
import type { Pairings } from './pairings.js';
import type { SessionProposer } from './session-proposer.js';
import type { ConnectParams } from './sign-calls.js';
import { ValidationContexts } from './validation-contexts.js';

/** A published proposal. */
interface PendingConnection {
  readonly id: number;
  /** Omitted on an existing pairing. */
  readonly uri?: string;
  /**
   * The session, whenever it arrived. The promise never causes an unhandled rejection.
   * @throws PeerError the wallet's error response
   * @throws LatchkeyError `pairing/expired`, `wallet/invalid-response`, `config/disposed`
   */
  readonly approval: Promise<ProtocolSession>;
}

/**
 * Moves required namespaces to the optional ones, as the official client does since 2.21: a wallet without one of the chains or methods
 * grants what it has, and the session shows what that is. Wallets still enforce the required namespaces of apps with earlier versions.
 */
const asOptional = ({ requiredNamespaces = {}, optionalNamespaces }: ConnectParams): Partial<ConnectParams> =>
  Object.keys(requiredNamespaces).length === 0
    ? {}
    : { requiredNamespaces: {}, optionalNamespaces: mergeNamespaces(requiredNamespaces, optionalNamespaces) };

/** Validates the params of `connect()` and publishes the proposal. */
export class ConnectOperation {
  readonly #context: RequesterContext;
  readonly #validation: ValidationContexts;
  readonly #pairings: Pick<Pairings, 'remove'>;
  readonly #proposer: Pick<SessionProposer, 'propose' | 'outcomes'>;

  constructor(context: RequesterContext, pairings: Pick<Pairings, 'remove'>, proposer: Pick<SessionProposer, 'propose' | 'outcomes'>) {
    this.#context = context;
    this.#validation = new ValidationContexts(context);
    this.#pairings = pairings;
    this.#proposer = proposer;
  }

  /** @throws LatchkeyError `wallet-protocol/…`, `relay/…` */
  async connect(input: ConnectParams, signal: AbortSignal): Promise<PendingConnection> {
    const pairingTopic = input?.pairingTopic;
    const fault = connectFault(input, this.#validation.pairing(pairingTopic));
    if (fault?.stale.includes('pairing') === true) await this.#context.bestEffort(this.#pairings.remove(pairingTopic ?? ''));
    if (fault !== null) throw latchkeyErrorOf(fault);
    const { outcomes } = this.#proposer;
    const id = this.#context.calls.newId();
    const approval = outcomes.of(id);
    try {
      const { uri } = await this.#proposer.propose({ ...input, ...asOptional(input), id }, signal);
      return { id, approval, ...(uri === '' ? {} : { uri }) };
    } catch (error) {
      // A relay only throws errors.
      void outcomes.offer({ id, error: error as Error });
      throw error;
    }
  }
}
