import type { Clock } from '../../application/ports/clock.port.js';
import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { LinkMode } from '../../application/wallet-protocol/engine/link-mode.js';
import type { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { asRecord } from '../../domain/wire.js';
import { CryptoFacade } from './crypto-facade.js';
import { Emitter } from './emitter.js';
import { ExpirerFacade } from './expirer-facade.js';
import { Heartbeat } from './heartbeat.js';
import { HistoryFacade } from './history-facade.js';
import { PairingFacade, type PairingFacadeOptions } from './pairing-facade.js';
import { RelayerFacade } from './relayer-facade.js';
import { NO_ECHO_CLIENT, NO_EVENT_CLIENT } from './unsupported-clients.js';
import type { VerifyFacade } from './verify-facade.js';

export interface CoreFacadeOptions {
  readonly name: string;
  readonly projectId: string | undefined;
  readonly relayUrl: string | undefined;
  readonly customStoragePrefix: string;
  /** The app's storage, or one on the client's records. */
  readonly storage: KeyValueStorage;
  readonly context: EngineContext;
  readonly pairings: PairingFacadeOptions['pairings'];
  readonly links: Pick<LinkMode, 'list' | 'remember' | 'handleEnvelope'>;
  readonly verify: VerifyFacade;
  readonly relay: MessageRelay;
  readonly closeConnection: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The supported part of the official `Core` API, on Latchkey's engine. The migration guide lists what is missing. */
export class CoreFacade extends Emitter {
  readonly protocol = 'wc';
  readonly version = 2;
  readonly name: string;
  readonly context: string;
  readonly projectId: string | undefined;
  readonly relayUrl: string | undefined;
  readonly customStoragePrefix: string;
  readonly storage: KeyValueStorage;
  readonly logger: Logger;
  readonly pairing: PairingFacade;
  readonly relayer: RelayerFacade;
  readonly crypto: CryptoFacade;
  readonly expirer: ExpirerFacade;
  readonly history: HistoryFacade;
  readonly heartbeat: Heartbeat;
  readonly verify: VerifyFacade;
  readonly echoClient: typeof NO_ECHO_CLIENT = NO_ECHO_CLIENT;
  readonly eventClient: typeof NO_EVENT_CLIENT = NO_EVENT_CLIENT;
  readonly #links: CoreFacadeOptions['links'];

  constructor(options: CoreFacadeOptions) {
    super();
    const { name, projectId, relayUrl, customStoragePrefix, storage, context, relay, logger } = options;
    this.name = name;
    this.context = name;
    this.projectId = projectId;
    this.relayUrl = relayUrl;
    this.customStoragePrefix = customStoragePrefix;
    this.storage = storage;
    this.logger = logger;
    this.#links = options.links;
    this.pairing = new PairingFacade({ pairings: options.pairings, context, logger });
    this.relayer = new RelayerFacade({ relay, close: options.closeConnection, lifetime: context.lifetime });
    this.crypto = new CryptoFacade({ keyChain: relay.keyChain, tables: context.tables });
    this.expirer = new ExpirerFacade(context);
    this.history = new HistoryFacade(context.tables);
    this.heartbeat = new Heartbeat(options.clock);
    this.verify = options.verify;
  }

  /** The core itself, which is the emitter. */
  get events(): Emitter {
    return this;
  }

  /** Universal links of the peers that have used link mode. */
  get linkModeSupportedApps(): string[] {
    return [...this.#links.list()];
  }

  /** No effect: a client is started when it is created. */
  readonly start = (): Promise<void> => Promise.resolve();

  addLinkModeSupportedApp(universalLink: string): void {
    this.#links.remember(universalLink).catch((error: unknown) => this.logger.warn('Could not store the link of a peer', error));
  }

  /**
   * Handles a link mode message: `topic` and `wc_ev` of the link that opened this app. Messages for other clients are ignored, as is
   * `sessionExists`: the client checks it itself.
   */
  dispatchEnvelope(params: { topic: string; message: string; sessionExists?: boolean }): void {
    // JavaScript apps may pass any value, such as what was in a link.
    const { topic, message } = asRecord(params);
    const isValid = typeof topic === 'string' && typeof message === 'string';
    const handling = isValid ? this.#links.handleEnvelope({ topic, envelope: message }) : Promise.resolve(false);
    handling.catch((error: unknown) => this.logger.warn('Could not handle the message in a link', error));
  }

  dispose(): void {
    this.heartbeat.stop();
    this.relayer.dispose();
    for (const emitter of [this, this.pairing.events, this.heartbeat, this.expirer, this.history]) emitter.removeAllListeners();
  }
}
