import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { notInitializedFault } from '../../domain/wallet-protocol/rules/record-faults.js';
import type { CoreFacade } from './core-facade.js';
import { Emitter } from './emitter.js';
import type { CoreSettings, SignClientOptions } from './sign-options.js';

/** What a core is made with: the settings of the client that it is handed to, unless the client has its own. */
export type CoreOptions = Pick<SignClientOptions, 'projectId' | 'relayUrl' | 'storage' | 'customStoragePrefix' | 'logger' | 'name'>;

/** The parts of a client that a core shows. */
type Part = 'pairing' | 'relayer' | 'crypto' | 'expirer' | 'history' | 'heartbeat' | 'verify';

/**
 * A core as hosts and wallets make it before their client: `SignClient.init({ core })` takes its settings, and from then on its members are
 * those of the client. Before that they are not there.
 * @throws ProtocolError NOT_INITIALIZED, by each part that is used before
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
  readonly logger: SignClientOptions['logger'];
  readonly #storage: KeyValueStorage | undefined;
  #served: CoreFacade | null = null;

  constructor({ name = 'core', projectId, relayUrl, storage, customStoragePrefix = '', logger }: CoreOptions = {}) {
    super();
    this.name = name;
    this.context = name;
    this.projectId = projectId;
    this.relayUrl = relayUrl;
    this.customStoragePrefix = customStoragePrefix;
    this.logger = logger;
    this.#storage = storage;
  }

  static async init(options?: CoreOptions): Promise<Core> {
    return new Core(options);
  }

  /** Shows a client from now on, in the place of one that is over. For {@link SignClient.init}. */
  serve(core: CoreFacade): void {
    this.#served = core;
  }

  /** The emitter that it is itself. */
  get events(): Emitter {
    return this;
  }

  /** The host's own, or one on the records of the client once there is one. */
  get storage(): KeyValueStorage | undefined {
    return this.#storage ?? this.#served?.storage;
  }

  get pairing(): CoreFacade['pairing'] {
    return this.#part('pairing');
  }

  get relayer(): CoreFacade['relayer'] {
    return this.#part('relayer');
  }

  get crypto(): CoreFacade['crypto'] {
    return this.#part('crypto');
  }

  get expirer(): CoreFacade['expirer'] {
    return this.#part('expirer');
  }

  get history(): CoreFacade['history'] {
    return this.#part('history');
  }

  get heartbeat(): CoreFacade['heartbeat'] {
    return this.#part('heartbeat');
  }

  get verify(): CoreFacade['verify'] {
    return this.#part('verify');
  }

  /** The links of peers that have taken messages by link before. */
  get linkModeSupportedApps(): string[] {
    return this.#served?.linkModeSupportedApps ?? [];
  }

  /** The client starts it. */
  readonly start = (): Promise<void> => Promise.resolve();

  addLinkModeSupportedApp(universalLink: string): void {
    this.#need('core').addLinkModeSupportedApp(universalLink);
  }

  /** Takes up a message that a link has brought. */
  dispatchEnvelope(params: Parameters<CoreFacade['dispatchEnvelope']>[0]): void {
    this.#need('core').dispatchEnvelope(params);
  }

  #part<Name extends Part>(name: Name): CoreFacade[Name] {
    return this.#need(name)[name];
  }

  #need(part: string): CoreFacade {
    if (this.#served === null) throw new ProtocolError(notInitializedFault(part));
    return this.#served;
  }
}
