import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import type { RequesterContext } from './engine-context.js';

/**
 * Sessions that a wallet settled, or may have settled, and that nobody here wants: ended for the wallet, and forgotten.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class UnwantedSessions {
  readonly #context: Pick<RequesterContext, 'calls' | 'relay' | 'life'>;

  constructor(context: Pick<RequesterContext, 'calls' | 'relay' | 'life'>) {
    this.#context = context;
  }

  /** Ends one that the wallet may have settled. One that cannot be told keeps a session that leads nowhere until it expires. */
  async decline(topic: string): Promise<void> {
    await this.#tell(topic).catch(() => undefined);
    await this.forget(topic);
  }

  /** Ends one that the wallet has settled. @throws LatchkeyError `relay/…` */
  async end(topic: string): Promise<void> {
    await this.#tell(topic);
    await this.forget(topic);
  }

  /** Forgets the topic of one. */
  async forget(topic: string): Promise<void> {
    const { relay, calls } = this.#context;
    await relay.unsubscribe([topic]);
    await calls.giveUp(topic);
    await relay.keyChain.deleteKeys(topic);
  }

  #tell(topic: string): Promise<void> {
    const { calls, life } = this.#context;
    return calls.tell({ topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected }, life);
  }
}
