import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { mergeNamespaces } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { connectFault } from '../../../domain/wallet-protocol/rules/proposal-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { RequesterContext } from './engine-context.js';
import { Known } from './known.js';
import type { Pairings } from './pairings.js';
import type { Proposing } from './proposing.js';
import type { ConnectParams } from './sign-calls.js';

/** A wallet that was asked. */
interface Connecting {
  readonly id: number;
  /** Left out where the wallet has the pairing already. */
  readonly uri?: string;
  /**
   * The session. Never an unhandled rejection, and never too late for an answer.
   * @throws PeerError what the wallet answered instead
   * @throws LatchkeyError `pairing/expired`, `wallet/invalid-response`, `config/disposed`
   */
  readonly approval: Promise<ProtocolSession>;
}

/**
 * What a host requires is asked for as optional, as the official client does from 2.21 on: a wallet without one of the chains, or one of the
 * calls, gives what it has, and the session says what that is. Wallets still hold apps of earlier versions to what those require.
 */
const asOptional = ({ requiredNamespaces = {}, optionalNamespaces }: ConnectParams): Partial<ConnectParams> =>
  Object.keys(requiredNamespaces).length === 0
    ? {}
    : { requiredNamespaces: {}, optionalNamespaces: mergeNamespaces(requiredNamespaces, optionalNamespaces) };

/** Asks wallets for sessions in the words of a host, which are checked first. */
export class Inviting {
  readonly #context: RequesterContext;
  readonly #known: Known;
  readonly #pairings: Pick<Pairings, 'remove'>;
  readonly #proposing: Pick<Proposing, 'propose' | 'outcomes'>;

  constructor(context: RequesterContext, pairings: Pick<Pairings, 'remove'>, proposing: Pick<Proposing, 'propose' | 'outcomes'>) {
    this.#context = context;
    this.#known = new Known(context);
    this.#pairings = pairings;
    this.#proposing = proposing;
  }

  /**
   * Asks a wallet for a session.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async connect(input: ConnectParams, signal: AbortSignal): Promise<Connecting> {
    const pairingTopic = input?.pairingTopic;
    const fault = connectFault(input, this.#known.pairing(pairingTopic));
    if (fault?.stale.includes('pairing') === true) await this.#context.tidy(this.#pairings.remove(pairingTopic ?? ''));
    if (fault !== null) throw latchkeyErrorOf(fault);
    const { outcomes } = this.#proposing;
    const id = this.#context.calls.newId();
    const approval = outcomes.of(id);
    try {
      const { uri } = await this.#proposing.propose({ ...input, ...asOptional(input), id }, signal);
      return { id, approval, ...(uri === '' ? {} : { uri }) };
    } catch (error) {
      // What a relay throws is an error.
      void outcomes.offer({ id, error: error as Error });
      throw error;
    }
  }
}
