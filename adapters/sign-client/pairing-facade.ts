import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { Pairings } from '../../application/wallet-protocol/engine/pairings.js';
import type { Pairing } from '../../domain/wallet-protocol/pairing.js';
import { Emitter } from './emitter.js';
import { forHost } from './host-error.js';
import { toSignPairing } from './sign-shapes.js';
import { SignStore } from './sign-store.js';
import type { SignMetadata, SignPairing } from './sign-types.js';

/** The parts of the engine that the facade shows. */
export interface PairingFacadeOptions {
  readonly pairings: Pick<Pairings, 'create' | 'pair' | 'activate' | 'setExpiry' | 'setPeer' | 'ping' | 'disconnect' | 'uriOf'>;
  readonly context: Pick<EngineContext, 'tables' | 'deleted' | 'events' | 'life'>;
  readonly logger: Logger;
}

const EVENTS: readonly string[] = ['pairing_create', 'pairing_ping', 'pairing_delete', 'pairing_expire'];

/** The pairings as hosts know them from `core.pairing`. */
export class PairingFacade {
  readonly name = 'pairing';
  readonly context = 'pairing';
  /** `pairing_create`, `pairing_ping`, `pairing_delete`, `pairing_expire`. */
  readonly events = new Emitter();
  readonly pairings: SignStore<string, SignPairing, Pairing>;
  readonly logger: Logger;
  readonly #engine: PairingFacadeOptions['pairings'];
  readonly #life: AbortSignal;

  constructor({ pairings, context, logger }: PairingFacadeOptions) {
    this.#engine = pairings;
    this.#life = context.life;
    this.logger = logger;
    this.pairings = new SignStore({
      name: 'pairing',
      kind: 'pairing',
      table: context.tables.pairings,
      keyOf: ({ topic }) => topic,
      toHost: toSignPairing,
      ofHost: (pairing) => pairing,
      isDeleted: (topic) => context.deleted.of(topic) === 'pairing',
      logger,
    });
    context.events.events$.subscribe(({ name, data }) => {
      if (EVENTS.includes(name)) this.events.emit(name, data);
    });
  }

  /** A client that was made has its pairings. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** Makes a pairing, and its URI for the other party. @throws LatchkeyError `relay/…` */
  create({ methods }: { methods?: string[] } = {}): Promise<{ topic: string; uri: string }> {
    return forHost(async () => {
      const { pairing, uri } = await this.#engine.create(methods === undefined ? {} : { methods }, this.#life);
      return { topic: pairing.topic, uri };
    });
  }

  /** Joins the pairing of a URI. @throws ProtocolError */
  pair(params: { uri: string; activatePairing?: boolean }): Promise<SignPairing> {
    return forHost(async () => toSignPairing(await this.#engine.pair(params, this.#life)));
  }

  /** The peer was heard: the pairing lives on. */
  activate({ topic }: { topic: string }): Promise<void> {
    return this.#engine.activate(topic);
  }

  /** Every call of the protocol is taken up already. */
  register(_params: { methods: string[] }): void {
    // What a client does not know is answered as unsupported.
  }

  /** @param params `expiry` in seconds since 1970 */
  updateExpiry({ topic, expiry }: { topic: string; expiry: number }): Promise<void> {
    return this.#engine.setExpiry(topic, expiry);
  }

  updateMetadata({ topic, metadata }: { topic: string; metadata: SignMetadata }): Promise<void> {
    return this.#engine.setPeer(topic, metadata);
  }

  getPairings(): SignPairing[] {
    return this.pairings.values;
  }

  /** @throws ProtocolError, LatchkeyError `relay/…` */
  ping(params: { topic: string }): Promise<void> {
    return forHost(() => this.#engine.ping(params, this.#life));
  }

  /** Ends a pairing on both sides. @throws ProtocolError, LatchkeyError `relay/…` */
  disconnect(params: { topic: string }): Promise<void> {
    return forHost(() => this.#engine.disconnect(params, this.#life));
  }

  /** The URI of a pairing; empty where its key is gone. */
  async formatUriFromPairing({ topic }: { topic: string }): Promise<string> {
    return (await this.#engine.uriOf(topic)) ?? '';
  }
}
