import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { notInitializedFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import type { CoreFacade } from './core-facade.js';
import { CoreLogger } from './core-logger.js';
import { Emitter } from './emitter.js';
import type { CoreSettings, SignClientOptions } from './sign-options.js';
import { NO_ECHO_CLIENT, NO_EVENT_CLIENT } from './unsupported-clients.js';

/** Settings of a core. The client that uses the core takes them unless it has its own. */
export type CoreOptions = Pick<
  SignClientOptions,
  'projectId' | 'relayUrl' | 'storage' | 'storageOptions' | 'customStoragePrefix' | 'logger' | 'name' | 'telemetryEnabled'
>;

/** The modules of a client that are available on a core. */
type CoreModule = 'pairing' | 'relayer' | 'crypto' | 'expirer' | 'history' | 'heartbeat' | 'verify';

/**
 * A core that is created before its client: `SignClient.init({ core })` takes its settings and attaches the client's modules to it. Before
 * that its modules are not available. A client of another package that is built on the official core, such as `WalletKit` of
 * `@reown/walletkit`, starts the core, which then has the modules of `@walletconnect/core`. A core is for one client.
 * @throws ProtocolError NOT_INITIALIZED, by each module that is used before
 * @example
 * const core = new Core({ projectId });
 * const client = await SignClient.init({ core, metadata });
 * await core.pairing.pair({ uri });
 */
export class Core extends Emitter implements CoreSettings {
  readonly protocol = 'wc';
  readonly version = 2;
  readonly name: string;
  readonly context: string;
  readonly projectId: string | undefined;
  readonly relayUrl: string | undefined;
  readonly customStoragePrefix: string;
  /** For the app. The client logs to the option `logger` too, with keys, URIs and signatures redacted. */
  readonly logger: CoreLogger;
  /** The option `logger`. For {@link SignClient.init}. */
  readonly loggerOption: SignClientOptions['logger'];
  readonly storageOptions: SignClientOptions['storageOptions'];
  readonly #storage: KeyValueStorage | undefined;
  #facade: CoreFacade | null = null;
  #starting: Promise<void> | null = null;
  /** The official core that runs for a client of another package. Its members are compatible with those of ours; it has more. */
  #official: CoreFacade | null = null;

  constructor({ name = 'core', projectId, relayUrl, storage, storageOptions, customStoragePrefix = '', logger }: CoreOptions = {}) {
    super();
    this.name = name;
    this.context = name;
    this.projectId = projectId;
    this.relayUrl = relayUrl;
    this.customStoragePrefix = customStoragePrefix;
    this.logger = CoreLogger.from(logger);
    this.loggerOption = logger;
    this.storageOptions = storageOptions;
    this.#storage = storage;
  }

  static async init(options?: CoreOptions): Promise<Core> {
    return new Core(options);
  }

  /** Attaches a client, replacing a disposed one. For {@link SignClient.init}. */
  attach(core: CoreFacade): void {
    this.#facade = core;
  }

  /** True if a client of another package has started this core. */
  get isStartedByOther(): boolean {
    return this.#starting !== null;
  }

  /** The core itself, which is the emitter. */
  get events(): Emitter {
    return this;
  }

  /** The app's storage, or that of the attached client. */
  get storage(): KeyValueStorage | undefined {
    return this.#storage ?? this.#modules?.storage;
  }

  get pairing(): CoreFacade['pairing'] {
    return this.#module('pairing');
  }

  get relayer(): CoreFacade['relayer'] {
    return this.#module('relayer');
  }

  get crypto(): CoreFacade['crypto'] {
    return this.#module('crypto');
  }

  get expirer(): CoreFacade['expirer'] {
    return this.#module('expirer');
  }

  get history(): CoreFacade['history'] {
    return this.#module('history');
  }

  get heartbeat(): CoreFacade['heartbeat'] {
    return this.#module('heartbeat');
  }

  get verify(): CoreFacade['verify'] {
    return this.#module('verify');
  }

  /** No effect with a client of Latchkey: there is no push service. */
  get echoClient(): CoreFacade['echoClient'] {
    return this.#official?.echoClient ?? NO_ECHO_CLIENT;
  }

  /** No effect with a client of Latchkey: there is no telemetry. */
  get eventClient(): CoreFacade['eventClient'] {
    return this.#official?.eventClient ?? NO_EVENT_CLIENT;
  }

  /** Universal links of the peers that have used link mode. */
  get linkModeSupportedApps(): string[] {
    return this.#modules?.linkModeSupportedApps ?? [];
  }

  /**
   * Called by clients of other packages. A client of Latchkey starts its core itself.
   * @throws LatchkeyError `config/dependency-missing`
   */
  readonly start = (): Promise<void> => {
    if (this.#facade !== null) return Promise.resolve();
    this.#starting ??= this.#startOfficial().catch((error: unknown) => {
      // The next call tries again.
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  };

  addLinkModeSupportedApp(universalLink: string): void {
    this.#requireModules('core').addLinkModeSupportedApp(universalLink);
  }

  /** Handles a link mode message. */
  dispatchEnvelope(params: Parameters<CoreFacade['dispatchEnvelope']>[0]): void {
    this.#requireModules('core').dispatchEnvelope(params);
  }

  async #startOfficial(): Promise<void> {
    const { startOfficialCore } = await loadChunk(
      'WalletConnect',
      async () => import('./official/official-core.js'),
      '@walletconnect/core',
    );
    const { projectId, relayUrl, customStoragePrefix, storageOptions, logger } = this;
    const settings = { projectId, relayUrl, customStoragePrefix, storage: this.#storage, storageOptions, logger };
    // The reason is in the comment of the member.
    this.#official = (await startOfficialCore(settings)) as CoreFacade;
  }

  #module<Name extends CoreModule>(name: Name): CoreFacade[Name] {
    return this.#requireModules(name)[name];
  }

  get #modules(): CoreFacade | null {
    return this.#official ?? this.#facade;
  }

  #requireModules(name: string): CoreFacade {
    const modules = this.#modules;
    if (modules === null) throw new ProtocolError(notInitializedFault(name));
    return modules;
  }
}
