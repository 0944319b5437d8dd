import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf, networkOf } from '../../domain/connection/connection-views.js';
import type { Connector } from '../../domain/connection/connector.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { type Chains, requireChain } from '../ports/chain.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory } from './connection-memory.js';

/** Which wallet to connect. */
export interface ConnectWalletInput {
  readonly namespace: Namespace;
  readonly connectorId: string;
}

/** Why connecting can fail. */
export type ConnectWalletError =
  | WalletErrorCode
  | 'config/disposed'
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'connection/connector-not-found'
  | 'connection/no-accounts'
  | 'connection/cancelled'
  // Of wallets that are not on the page.
  | 'pairing/expired'
  | 'wallet-protocol/unsupported-chains'
  | 'config/project-id-missing';

/** `open-wallet` until the person answered in the wallet. */
export type ConnectWalletState = UseCaseState<'open-wallet', AccountState, ConnectWalletError>;

/**
 * Connects an installed wallet: opens it, waits for the person, makes the answer the namespace's session and remembers
 * it for the next reload. An earlier session of the namespace stays until the new one is there. Unsubscribing cancels:
 * an answer that comes later is ignored.
 * @example new ConnectWallet(chains, connections, memory, events).execute({ namespace: 'eip155', connectorId: 'io.metamask' })
 */
export class ConnectWallet {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #memory: ConnectionMemory;
  readonly #events: EventBus;

  constructor(chains: Chains, connections: ConnectionStore, memory: ConnectionMemory, events: EventBus) {
    this.#chains = chains;
    this.#connections = connections;
    this.#memory = memory;
    this.#events = events;
  }

  execute({ namespace, connectorId }: ConnectWalletInput): Observable<ConnectWalletState> {
    return runUseCase('open-wallet', async ({ signal }) => {
      if (this.#connections.life.aborted) throw new LatchkeyError('config/disposed', {});
      const chain = requireChain(this.#chains, namespace);
      const namespaceState = this.#connections.state.namespaces[namespace];
      const attemptId = this.#connections.begin(namespace, connectorId, false);
      if (namespaceState === undefined || attemptId === null) throw new LatchkeyError('connection/adapter-not-found', { namespace });
      const giveUp = (): void => this.#connections.finish(namespace, attemptId);
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const session = await chain.connect({ connectorId, network: networkOf(namespaceState) }, signal);
        if (!this.#connections.establish(namespace, attemptId, session)) throw new LatchkeyError('connection/cancelled', { connectorId });
        this.#memory.remember(namespace, connectorId);
        this.#connections.dispatch({ type: 'namespace-activated', namespace });
        this.#events.track('CONNECT_SUCCESS', this.#how(session.connector));
        return accountOf(this.#connections.state, namespace);
      } catch (error) {
        giveUp();
        // Who gives up, or picks another wallet, has seen no error.
        if (!signal.aborted && !isLatchkeyError(error, 'connection/cancelled'))
          this.#events.track('CONNECT_ERROR', { message: errorText(error) });
        throw error;
      }
    });
  }

  /** A wallet elsewhere was reached by a link on this device, or by a QR on another one. */
  #how({ type, name }: Connector): { readonly method: 'browser' | 'mobile' | 'qrcode'; readonly name: string } {
    if (type !== 'WALLET_CONNECT') return { method: 'browser', name };
    const { wcLinking, recentWallet } = this.#connections.state.pairing;
    return { method: wcLinking === undefined ? 'qrcode' : 'mobile', name: recentWallet?.name ?? name };
  }
}
