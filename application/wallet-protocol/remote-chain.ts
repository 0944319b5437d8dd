import { map, Observable } from 'rxjs';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { type Connector, WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { remoteConnector } from '../../domain/connection/remote-connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { Chain, WalletSession } from '../ports/chain.port.js';
import type { ChainServices } from '../ports/chain-services.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { RemoteWallets } from './remote-wallets.js';

type ConnectRequest = Parameters<Chain['connect']>[0];

/** A chain with one connector more: the wallets elsewhere that the wallet protocol reaches. Everything else is the chain's own. */
export class RemoteChain implements Chain {
  readonly namespace: Chain['namespace'];
  readonly connectors$: Observable<readonly Connector[]>;
  readonly #chain: Chain;
  readonly #remote: RemoteWallets;

  constructor(chain: Chain, remote: RemoteWallets) {
    this.#chain = chain;
    this.#remote = remote;
    this.namespace = chain.namespace;
    const own = remoteConnector(chain.namespace);
    this.connectors$ = chain.connectors$.pipe(map((found) => [...found, own]));
    remote.serve(chain.namespace);
  }

  async connect(request: ConnectRequest, signal: AbortSignal): Promise<WalletSession> {
    if (request.connectorId !== WALLET_CONNECT_CONNECTOR_ID) return this.#chain.connect(request, signal);
    const attempt = this.#remote.state.namespaces[this.namespace]?.attempt?.id;
    const { elsewhere } = this.#remote.handOver;
    const remote = await this.#remote.pair(signal);
    let isHandedOn = false;
    try {
      const session = await this.#adopt(remote, request.network, signal);
      if (signal.aborted) session?.release();
      signal.throwIfAborted();
      isHandedOn = session === null && elsewhere !== null && elsewhere(remote);
      // The attempt ends here, and goes on in the other namespace.
      if (isHandedOn) throw new LatchkeyError('connection/cancelled', { connectorId: request.connectorId });
      if (session === null) throw new LatchkeyError('connection/no-accounts', { connectorId: request.connectorId });
      this.#remote.watch(this.namespace, remote, session, attempt);
      return session;
    } catch (error) {
      // The wallet would show a connection that the app does not have.
      if (!isHandedOn) this.#remote.release(remote);
      throw error;
    }
  }

  async resume(request: ConnectRequest, signal: AbortSignal): Promise<WalletSession | null> {
    if (request.connectorId !== WALLET_CONNECT_CONNECTOR_ID) return this.#chain.resume(request, signal);
    const remote = await this.#remote.resume(this.namespace, signal);
    const session = remote === null ? null : await this.#adopt(remote, request.network, signal);
    // The next page need not look for what is not there.
    if (session === null) this.#remote.forget(this.namespace, remote?.topic);
    else if (remote !== null) this.#remote.watch(this.namespace, remote, session);
    return session;
  }

  sharing(connectorId: string): Observable<void> {
    // A session that is over does not come back by itself.
    return connectorId === WALLET_CONNECT_CONNECTOR_ID ? new Observable() : this.#chain.sharing(connectorId);
  }

  getBalance(...request: Parameters<Chain['getBalance']>): Promise<NativeBalance> {
    return this.#chain.getBalance(...request);
  }

  followTransaction(...request: Parameters<Chain['followTransaction']>): ReturnType<Chain['followTransaction']> {
    return this.#chain.followTransaction(...request);
  }

  get services(): Partial<ChainServices> {
    return this.#chain.services ?? {};
  }

  isAddress(value: string): boolean {
    return this.#chain.isAddress(value);
  }

  dispose(): void {
    this.#remote.serve(this.namespace, false);
    this.#chain.dispose();
  }

  async #adopt(remote: RemoteSession, network: Network, signal: AbortSignal): Promise<WalletSession | null> {
    const connector = remoteConnector(this.namespace, remote.peer.name);
    const networks = (): readonly Network[] =>
      allNetworksOf(this.#remote.state).filter(({ chainNamespace }) => chainNamespace === this.namespace);
    return (await this.#chain.adopt?.({ remote, connector, network, networks }, signal)) ?? null;
  }
}
