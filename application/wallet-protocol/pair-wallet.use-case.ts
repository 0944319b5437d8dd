import { Observable, Subscription } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import type { RecentWallet } from '../../domain/directory/recent-wallets.js';
import type { WalletChoice } from '../../domain/wallet-protocol/answer-link.js';
import type { ConnectWallet, ConnectWalletError } from '../connect/connect-wallet.use-case.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { ReconnectWallets } from '../connect/reconnect-wallets.use-case.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { RemoteWallets } from './remote-wallets.js';
import { WalletLinkMemory } from './wallet-link.memory.js';

/** Which wallet to pair with, and where. */
export interface PairWalletInput {
  /** Default: the active namespace. The others that the wallet allows are connected too. */
  readonly namespace?: Namespace;
  /** The wallet that the person picked; none for any wallet that scans the URI. */
  readonly wallet?: RecentWallet;
  /** The link that the person has followed already. */
  readonly linking?: WalletChoice;
}

/** Why pairing can fail. */
export type PairWalletError = ConnectWalletError;

/**
 * `working` until there is a URI, `scan-uri` while one is in `pairing.wcUri`, `working` again once a wallet approved. The result is
 * the account of the namespace.
 */
export type PairWalletState = UseCaseState<'working' | 'scan-uri', AccountState, PairWalletError>;

/** What pairing is made of. */
export interface PairWalletParts {
  readonly connect: ConnectWallet;
  readonly reconnect: ReconnectWallets;
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly storage: Storage;
  /** `null` where the host did not compose the wallet protocol. */
  readonly remote: RemoteWallets | null;
}

/**
 * Connects a wallet elsewhere by the wallet protocol: shows a URI until a wallet takes it up and its owner approves, then
 * connects every namespace that the one approval gave. Unsubscribing cancels.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class PairWallet {
  readonly #parts: PairWalletParts;
  readonly #links: WalletLinkMemory;

  constructor(parts: PairWalletParts) {
    this.#parts = parts;
    this.#links = new WalletLinkMemory(parts.storage);
  }

  execute({ namespace, wallet, linking }: PairWalletInput = {}): Observable<PairWalletState> {
    const { connect, connections, storage } = this.#parts;
    return new Observable((subscriber) => {
      // However it ends: only a page that is closed in between leaves something to take up.
      const run = new Subscription(() => storage.remove(STORAGE_KEYS.pendingPairing));
      const wanted = namespace ?? connections.state.activeNamespace;
      let step: 'working' | 'scan-uri' | null = null;
      const tell = (): void => {
        const next = connections.state.pairing.wcUri === undefined ? 'working' : 'scan-uri';
        if (next === step) return;
        step = next;
        subscriber.next({ status: 'pending', step });
      };
      const connected = (account: AccountState): void => {
        this.#links.keep(connections.state.pairing);
        this.#connectOthers(wanted);
        subscriber.next({ status: 'success', result: account });
        subscriber.complete();
      };
      // Told first: what connecting does at once belongs to the second state.
      tell();
      if (subscriber.closed) return undefined;
      connections.dispatch({ type: 'pairing-changed', pairing: { recentWallet: wallet, wcLinking: linking } });
      run.add(
        connect.execute({ namespace: wanted, connectorId: WALLET_CONNECT_CONNECTOR_ID }).subscribe({
          next: (state) => {
            if (state.status === 'pending') return;
            run.unsubscribe();
            if (state.status === 'success') connected(state.result);
            else {
              subscriber.next(state);
              subscriber.complete();
            }
          },
          error: (defect) => subscriber.error(defect),
        }),
      );
      if (!run.closed) run.add(connections.state$.subscribe(tell));
      return run;
    });
  }

  /** One approval may give several namespaces. */
  #connectOthers(connected: Namespace): void {
    const { remote, connections, memory, reconnect } = this.#parts;
    for (const namespace of remote?.approvedBeside(connected) ?? []) {
      if (connections.sessionOf(namespace) !== null) continue;
      memory.remember(namespace, WALLET_CONNECT_CONNECTOR_ID);
      // It outlives this run, which has succeeded.
      reconnect.execute({ namespace }).subscribe();
    }
  }
}
