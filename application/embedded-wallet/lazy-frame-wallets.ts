import type { Namespace } from '../../domain/caip/namespace.js';
import { AUTH_CONNECTOR_ID, type Connector, embeddedConnector } from '../../domain/connection/connector.js';
import { isFrameNamespace } from '../../domain/embedded-wallet/frame-namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { hasSecureSite } from '../../domain/options/has-secure-site.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import type { RemoteSessions } from '../connect/remote-sessions.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { OptionsStore } from '../shared/options.store.js';

/** Connector of the embedded wallet that loads its code when the user logs in, or when a login is restored. */
export class LazyFrameWallets implements RemoteConnector {
  readonly id = AUTH_CONNECTOR_ID;
  readonly defaultChainId = undefined;
  readonly connectsEveryNamespace = true;
  readonly #options: OptionsStore;
  readonly #load: () => Promise<RemoteConnector>;
  readonly #connectors = new Map<Namespace, Connector>();
  #loaded: RemoteConnector | null = null;

  constructor(options: OptionsStore, load: () => Promise<RemoteConnector>) {
    this.#options = options;
    this.#load = load;
  }

  /** The sessions of the loaded code: there are none before. */
  get sessions(): RemoteSessions {
    if (this.#loaded === null) throw new LatchkeyError('config/not-loaded', { feature: 'embedded-wallet', token: 'FrameWallets' });
    return this.#loaded.sessions;
  }

  /** Listed while the app offers the login. */
  connectorOf(namespace: Namespace): Connector | null {
    const options = this.#options.current;
    const { email, socials } = options.features;
    const isOffered = email || (socials !== false && socials.length > 0);
    if (!isFrameNamespace(namespace) || !isOffered || !hasSecureSite(options)) return null;
    const connector = this.#connectors.get(namespace) ?? embeddedConnector(namespace);
    this.#connectors.set(namespace, connector);
    return connector;
  }

  open = async (signal: AbortSignal): Promise<RemoteSession> => (await this.#get()).open(signal);

  resume = async (namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null> =>
    (await this.#get()).resume(namespace, signal);

  storeForOtherNamespaces = (connected: Namespace, remote: RemoteSession): readonly Namespace[] =>
    this.#loaded?.storeForOtherNamespaces(connected, remote) ?? [];

  forget(namespace: Namespace): void {
    this.#loaded?.forget(namespace);
  }

  dispose(): void {
    // The loaded code is disposed of with its container.
  }

  async #get(): Promise<RemoteConnector> {
    this.#loaded ??= await this.#load();
    return this.#loaded;
  }
}
