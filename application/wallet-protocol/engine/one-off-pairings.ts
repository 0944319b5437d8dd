import { PROPOSAL_EXPIRY_S } from '../../../domain/wallet-protocol/pairing-clock.js';
import { formatPairingUri, RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import type { RequesterContext } from './engine-context.js';
import type { NewPairing } from './pairings.js';
import type { ProposalPairings } from './proposing.js';

/**
 * Pairings of which nothing is kept but the key: each serves one proposal, and ends with it.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class OneOffPairings implements ProposalPairings {
  readonly #context: RequesterContext;

  constructor(context: RequesterContext) {
    this.#context = context;
    context.calls.handle('wc_pairingPing', async () => ({ answer: { result: true }, isRepeatable: true }));
    // Not answered: its peer has no key any more. Its proposal runs out.
    context.calls.handle('wc_pairingDelete', async () => ({ answer: null }));
  }

  /** None serves twice. */
  get(): null {
    return null;
  }

  async make(): Promise<NewPairing> {
    const { relay, clock } = this.#context;
    const { topic, symKey } = await relay.keyChain.createSymKey();
    const expiry = Math.floor(clock.now() / 1_000) + PROPOSAL_EXPIRY_S;
    const pairing = { topic, expiry, relay: { protocol: RELAY_PROTOCOL }, active: false, methods: [] };
    return { pairing, uri: formatPairingUri({ topic, symKey, expiry, methods: [] }) };
  }

  /** The URI of a pairing; `null` where its key is gone. */
  readonly uriOf = async (topic: string, expiry: number): Promise<string | null> => {
    const symKey = await this.#context.relay.keyChain.symKeyOf(topic);
    return symKey === null ? null : formatPairingUri({ topic, symKey, expiry, methods: [] });
  };

  async activate(): Promise<void> {
    // It lives as long as its proposal.
  }

  async serve(): Promise<void> {
    // It is over by then.
  }

  async remove(topic: string): Promise<void> {
    const { relay, calls } = this.#context;
    await Promise.all([relay.unsubscribe([topic]), calls.giveUp(topic)]);
    await relay.keyChain.deleteKeys(topic);
  }
}
