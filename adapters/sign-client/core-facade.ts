import type { Clock } from '../../application/ports/clock.port.js';
import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { Links } from '../../application/wallet-protocol/engine/links.js';
import type { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { CryptoFacade } from './crypto-facade.js';
import { Emitter } from './emitter.js';
import { ExpirerFacade } from './expirer-facade.js';
import { Heartbeat } from './heartbeat.js';
import { HistoryFacade } from './history-facade.js';
import { PairingFacade, type PairingFacadeOptions } from './pairing-facade.js';
import { RelayerFacade } from './relayer-facade.js';
import type { VerifyFacade } from './verify-facade.js';

/** What the facade of the core is made of. */
export interface CoreFacadeOptions {
  readonly name: string;
  readonly projectId: string | undefined;
  readonly relayUrl: string | undefined;
  readonly customStoragePrefix: string;
  /** The host's own, or one on the records of the client. */
  readonly storage: KeyValueStorage;
  readonly context: EngineContext;
  readonly pairings: PairingFacadeOptions['pairings'];
  readonly links: Pick<Links, 'known' | 'remember' | 'takeEnvelope'>;
  readonly verify: VerifyFacade;
  readonly relay: MessageRelay;
  readonly closeLine: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What hosts and wallets use of the official `Core`, on our engine. The migration page says what is left out. */
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
    this.relayer = new RelayerFacade({ relay, close: options.closeLine, life: context.life });
    this.crypto = new CryptoFacade({ keyChain: relay.keyChain, tables: context.tables });
    this.expirer = new ExpirerFacade(context);
    this.history = new HistoryFacade(context.tables);
    this.heartbeat = new Heartbeat(options.clock);
    this.verify = options.verify;
  }

  /** The emitter that it is itself. */
  get events(): Emitter {
    return this;
  }

  /** The links of peers that have taken messages by link before. */
  get linkModeSupportedApps(): string[] {
    return [...this.#links.known()];
  }

  /** A client that was made has started. */
  readonly start = (): Promise<void> => Promise.resolve();

  addLinkModeSupportedApp(universalLink: string): void {
    this.#links.remember(universalLink).catch((error: unknown) => this.logger.warn('A link of a peer could not be kept', error));
  }

  /**
   * Takes up a message that a link has brought: `topic` and `wc_ev` of the link that opened this app. What is none for this client is let go.
   * Whether the session exists the client knows by itself.
   */
  dispatchEnvelope({ topic, message }: { topic: string; message: string; sessionExists?: boolean }): void {
    const given = typeof topic === 'string' && typeof message === 'string';
    const taken = given ? this.#links.takeEnvelope({ topic, envelope: message }) : Promise.resolve(false);
    taken.catch((error: unknown) => this.logger.warn('A message in a link could not be taken up', error));
  }

  dispose(): void {
    this.heartbeat.stop();
    this.relayer.dispose();
    for (const emitter of [this, this.pairing.events, this.heartbeat, this.expirer, this.history]) emitter.removeAllListeners();
  }
}
