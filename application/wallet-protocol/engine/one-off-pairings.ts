import { PROPOSAL_EXPIRY_S } from '../../../domain/wallet-protocol/pairing-clock.js';
import { formatPairingUri, RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import type { RequesterContext } from './engine-context.js';
import type { NewPairing, PairingInput } from './pairings.js';
import type { ProposalPairings } from './session-proposer.js';

/**
 * Pairings of which only the key is stored: each is for one proposal and removed with it.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class OneOffPairings implements ProposalPairings {
  readonly #context: RequesterContext;

  constructor(context: RequesterContext) {
    this.#context = context;
    context.calls.handle('wc_pairingPing', async () => ({ response: { result: true }, isRepeatable: true }));
    // No response, as the peer has deleted its key. The proposal expires.
    context.calls.handle('wc_pairingDelete', async () => ({ response: null }));
  }

  /** A one-off pairing is never reused. */
  get(): null {
    return null;
  }

  async make({ methods = [] }: PairingInput = {}): Promise<NewPairing> {
    const { relay, clock } = this.#context;
    const { topic, symKey } = await relay.keyChain.createSymKey();
    const expiry = Math.floor(clock.now() / 1_000) + PROPOSAL_EXPIRY_S;
    const pairing = { topic, expiry, relay: { protocol: RELAY_PROTOCOL }, active: false, methods };
    return { pairing, uri: formatPairingUri({ topic, symKey, expiry, methods }) };
  }

  /** Returns the URI of a pairing; `null` if its key is gone. */
  readonly uriOf = async (topic: string, expiry: number, methods: readonly string[] = []): Promise<string | null> => {
    const symKey = await this.#context.relay.keyChain.symKeyOf(topic);
    return symKey === null ? null : formatPairingUri({ topic, symKey, expiry, methods });
  };

  async activate(): Promise<void> {
    // It expires with its proposal.
  }

  async onSessionSettled(): Promise<void> {
    // It is removed with its proposal.
  }

  async remove(topic: string): Promise<void> {
    const { relay, calls } = this.#context;
    await Promise.all([relay.unsubscribe([topic]), calls.cancelTopic(topic)]);
    await relay.keyChain.deleteKeys(topic);
  }
}
