import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { notInitializedFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import type { CoreFacade } from './core-facade.js';
import { CoreLogger } from './core-logger.js';
import { Emitter } from './emitter.js';
import type { CoreSettings, SignClientOptions } from './sign-options.js';

/** Settings of a core. The client that uses the core takes them unless it has its own. */
export type CoreOptions = Pick<SignClientOptions, 'projectId' | 'relayUrl' | 'storage' | 'customStoragePrefix' | 'logger' | 'name'>;

/** The modules of a client that are available on a core. */
type CoreModule = 'pairing' | 'relayer' | 'crypto' | 'expirer' | 'history' | 'heartbeat' | 'verify';

/**
 * A core that is created before its client: `SignClient.init({ core })` takes its settings and attaches the client's modules to it. Before
 * that its modules are not available.
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
  readonly #storage: KeyValueStorage | undefined;
  #facade: CoreFacade | null = null;

  constructor({ name = 'core', projectId, relayUrl, storage, customStoragePrefix = '', logger }: CoreOptions = {}) {
    super();
    this.name = name;
    this.context = name;
    this.projectId = projectId;
    this.relayUrl = relayUrl;
    this.customStoragePrefix = customStoragePrefix;
    this.logger = CoreLogger.from(logger);
    this.loggerOption = logger;
    this.#storage = storage;
  }

  static async init(options?: CoreOptions): Promise<Core> {
    return new Core(options);
  }

  /** Attaches a client, replacing a disposed one. For {@link SignClient.init}. */
  attach(core: CoreFacade): void {
    this.#facade = core;
  }

  /** The core itself, which is the emitter. */
  get events(): Emitter {
    return this;
  }

  /** The app's storage, or that of the attached client. */
  get storage(): KeyValueStorage | undefined {
    return this.#storage ?? this.#facade?.storage;
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

  /** Universal links of the peers that have used link mode. */
  get linkModeSupportedApps(): string[] {
    return this.#facade?.linkModeSupportedApps ?? [];
  }

  /** No effect: the client starts it. */
  readonly start = (): Promise<void> => Promise.resolve();

  addLinkModeSupportedApp(universalLink: string): void {
    this.#requireFacade('core').addLinkModeSupportedApp(universalLink);
  }

  /** Handles a link mode message. */
  dispatchEnvelope(params: Parameters<CoreFacade['dispatchEnvelope']>[0]): void {
    this.#requireFacade('core').dispatchEnvelope(params);
  }

  #module<Name extends CoreModule>(name: Name): CoreFacade[Name] {
    return this.#requireFacade(name)[name];
  }

  #requireFacade(name: string): CoreFacade {
    if (this.#facade === null) throw new ProtocolError(notInitializedFault(name));
    return this.#facade;
  }
}
