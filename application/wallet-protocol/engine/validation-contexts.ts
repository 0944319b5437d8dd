import type { ProposalValidationContext } from '../../../domain/wallet-protocol/rules/proposal-rules.js';
import type { PairingValidationContext, UpdateValidationContext } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { KeyChain } from '../../ports/key-chain.port.js';
import type { RequesterContext } from './engine-context.js';
import type { RecentDeletions } from './recent-deletions.js';

/** Validation context of a topic, for every rule that takes one. */
export type TopicValidationContext = UpdateValidationContext & PairingValidationContext;

export type ValidationSources = Pick<RequesterContext, 'clock' | 'tables'> & {
  readonly deleted: Pick<RecentDeletions, 'of'>;
  readonly relay: { readonly keyChain: Pick<KeyChain, 'hasKey'> };
};

/** Builds the validation contexts of rules. Topics and ids may be any value: an invalid one has no record. */
export class ValidationContexts {
  readonly #sources: ValidationSources;

  constructor(sources: ValidationSources) {
    this.#sources = sources;
  }

  /** Builds the context of a session or pairing topic. The key chain is read only if the topic has a session. */
  async topic(topic: unknown): Promise<TopicValidationContext> {
    const { tables, relay, deleted, clock } = this.#sources;
    const hasKey = typeof topic === 'string' && tables.sessions.get(topic) !== null && (await relay.keyChain.hasKey(topic));
    // Read after the await: the session may have been closed meanwhile.
    const session = typeof topic === 'string' ? tables.sessions.get(topic) : null;
    return { deleted: deleted.of(topic), session, hasKey, pairing: this.pairing(topic).pairing, nowMs: clock.now() };
  }

  /** Builds the context of a pairing topic. */
  pairing(topic: unknown): PairingValidationContext {
    const { tables, clock } = this.#sources;
    return { pairing: typeof topic === 'string' ? tables.pairings.get(topic) : null, nowMs: clock.now() };
  }

  /** Builds the context of a proposal id. */
  proposal(id: unknown): ProposalValidationContext {
    const { tables, deleted, clock } = this.#sources;
    return { deleted: deleted.of(id), proposal: typeof id === 'number' ? tables.proposals.get(id) : null, nowMs: clock.now() };
  }
}
