import type { KnownProposal } from '../../../domain/wallet-protocol/rules/proposal-rules.js';
import type { KnownPairing, KnownUpdate } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { KeyChain } from '../../ports/key-chain.port.js';
import type { RequesterContext } from './engine-context.js';
import type { RecentDeletions } from './recent-deletions.js';

/** What is known of a topic, for every rule that is given one. */
export type KnownTopic = KnownUpdate & KnownPairing;

/** What the knowledge is taken from. */
export type Knowledge = Pick<RequesterContext, 'clock' | 'tables'> & {
  readonly deleted: Pick<RecentDeletions, 'of'>;
  readonly relay: { readonly keyChain: Pick<KeyChain, 'hasKey'> };
};

/**
 * Builds what the rules are told of the things that a call names. A name may be of any kind: of what is no topic or id, nothing is known.
 */
export class Known {
  readonly #from: Knowledge;

  constructor(from: Knowledge) {
    this.#from = from;
  }

  /** Of a topic that may be a session's or a pairing's. The keys are asked only where the topic has a session. */
  async topic(topic: unknown): Promise<KnownTopic> {
    const { tables, relay, deleted, clock } = this.#from;
    const hasKey = typeof topic === 'string' && tables.sessions.get(topic) !== null && (await relay.keyChain.hasKey(topic));
    // Looked up after the wait: a session may have ended in between.
    const session = typeof topic === 'string' ? tables.sessions.get(topic) : null;
    return { deleted: deleted.of(topic), session, hasKey, pairing: this.pairing(topic).pairing, nowMs: clock.now() };
  }

  /** Of a pairing's topic. */
  pairing(topic: unknown): KnownPairing {
    const { tables, clock } = this.#from;
    return { pairing: typeof topic === 'string' ? tables.pairings.get(topic) : null, nowMs: clock.now() };
  }

  /** Of a proposal's id. */
  proposal(id: unknown): KnownProposal {
    const { tables, deleted, clock } = this.#from;
    return { deleted: deleted.of(id), proposal: typeof id === 'number' ? tables.proposals.get(id) : null, nowMs: clock.now() };
  }
}
