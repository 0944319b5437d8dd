import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { Pairings } from '../../application/wallet-protocol/engine/pairings.js';
import type { Pairing } from '../../domain/wallet-protocol/pairing.js';
import { Emitter } from './emitter.js';
import { requireParams, withPublicErrors } from './public-error.js';
import { toSignPairing } from './sign-shapes.js';
import { SignStore } from './sign-store.js';
import type { SignMetadata, SignPairing } from './sign-types.js';

export interface PairingFacadeOptions {
  readonly pairings: Pick<Pairings, 'create' | 'pair' | 'activate' | 'setExpiry' | 'setPeer' | 'ping' | 'disconnect' | 'uriOf'>;
  readonly context: Pick<EngineContext, 'tables' | 'deleted' | 'events' | 'lifetime'>;
  readonly logger: Logger;
}

const EVENTS: readonly string[] = ['pairing_create', 'pairing_ping', 'pairing_delete', 'pairing_expire'];

/** The `core.pairing` API. */
export class PairingFacade {
  readonly name = 'pairing';
  readonly context = 'pairing';
  /** `pairing_create`, `pairing_ping`, `pairing_delete`, `pairing_expire`. */
  readonly events = new Emitter();
  readonly pairings: SignStore<string, SignPairing, Pairing>;
  readonly logger: Logger;
  readonly #engine: PairingFacadeOptions['pairings'];
  readonly #lifetime: AbortSignal;

  constructor({ pairings, context, logger }: PairingFacadeOptions) {
    this.#engine = pairings;
    this.#lifetime = context.lifetime;
    this.logger = logger;
    this.pairings = new SignStore({
      name: 'pairing',
      kind: 'pairing',
      table: context.tables.pairings,
      keyOf: ({ topic }) => topic,
      toPublic: toSignPairing,
      fromPublic: (pairing) => pairing,
      isDeleted: (topic) => context.deleted.of(topic) === 'pairing',
      logger,
    });
    context.events.events$.subscribe(({ name, data }) => {
      if (EVENTS.includes(name)) this.events.emit(name, data);
    });
  }

  /** No effect: the pairings are loaded when the client is created. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** Creates a pairing and its URI. @throws LatchkeyError `relay/…` */
  create(params?: { methods?: string[] }): Promise<{ topic: string; uri: string }> {
    return withPublicErrors(async () => {
      // JavaScript apps may pass `null`.
      const methods = params?.methods;
      const { pairing, uri } = await this.#engine.create(methods === undefined ? {} : { methods }, this.#lifetime);
      return { topic: pairing.topic, uri };
    });
  }

  /** Joins the pairing of a URI. @throws ProtocolError */
  pair(params: { uri: string; activatePairing?: boolean }): Promise<SignPairing> {
    return withPublicErrors(async () => toSignPairing(await this.#engine.pair(params, this.#lifetime)));
  }

  /** Activates a pairing and extends its expiry. @throws ProtocolError */
  activate(params: { topic: string }): Promise<void> {
    return withPublicErrors(() => this.#engine.activate(requireParams('activate', params).topic));
  }

  /** No effect: all methods of the protocol are handled. */
  register(_params: { methods: string[] }): void {
    // Unknown methods get an unsupported error.
  }

  /** @param params `expiry` in seconds since 1970 @throws ProtocolError */
  updateExpiry(params: { topic: string; expiry: number }): Promise<void> {
    return withPublicErrors(() => {
      const { topic, expiry } = requireParams('updateExpiry', params);
      return this.#engine.setExpiry(topic, expiry);
    });
  }

  /** @throws ProtocolError */
  updateMetadata(params: { topic: string; metadata: SignMetadata }): Promise<void> {
    return withPublicErrors(() => {
      const { topic, metadata } = requireParams('updateMetadata', params);
      return this.#engine.setPeer(topic, metadata);
    });
  }

  getPairings(): SignPairing[] {
    return this.pairings.values;
  }

  /** @throws ProtocolError, LatchkeyError `relay/…` */
  ping(params: { topic: string }): Promise<void> {
    return withPublicErrors(() => this.#engine.ping(params, this.#lifetime));
  }

  /** Disconnects a pairing on both sides. @throws ProtocolError, LatchkeyError `relay/…` */
  disconnect(params: { topic: string }): Promise<void> {
    return withPublicErrors(() => this.#engine.disconnect(params, this.#lifetime));
  }

  /** Returns the URI of a pairing; empty if its key is gone. @throws ProtocolError */
  formatUriFromPairing(params: { topic: string }): Promise<string> {
    return withPublicErrors(async () => (await this.#engine.uriOf(requireParams('formatUriFromPairing', params).topic)) ?? '');
  }
}
