import { distinctUntilChanged, filter, map, Observable, Subscription, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { PairedWallet } from '../../domain/wallet-protocol/request-link.js';
import type { RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
import type { ConnectWallet, ConnectWalletError } from '../connect/connect-wallet.use-case.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import { WalletLinkRepository } from './wallet-link.repository.js';

/** The namespace and wallet to pair with. */
export interface PairWalletInput {
  /** Default: the active namespace. Every other namespace that the wallet grants is connected too, even if it does not grant this one. */
  readonly namespace?: Namespace;
  /** The wallet that the user picked. Without one, any wallet may scan the URI. */
  readonly wallet?: RecentWallet;
  /** Namespaces to propose. Default: those of the options. */
  readonly proposal?: RequestedNamespaces;
  /** The wallet link that the user has already followed. */
  readonly linking?: PairedWallet;
  /**
   * Starts pairing before the user has picked a wallet, so that deep links are ready before the tap. Emits the picked wallet, or `null` for
   * any wallet. The status becomes `connecting` once the user follows a link or a wallet approves: a displayed QR code is not an attempt yet.
   */
  readonly picked$?: Observable<RecentWallet | null | undefined>;
}

export type PairWalletError = ConnectWalletError;

/**
 * `working` until there is a URI, `scan-uri` while `pairing.wcUri` is set, and `working` again once a wallet has approved or while an
 * expired URI is being replaced. The result is the account of the namespace, or of the first namespace that the wallet granted, which
 * then becomes the active one.
 */
export type PairWalletState = UseCaseState<'working' | 'scan-uri', AccountState, PairWalletError>;

export interface PairWalletDeps {
  readonly connect: Pick<ConnectWallet, 'execute'>;
  readonly connections: ConnectionStore;
  readonly storage: Storage;
  /** Remote connectors. Empty if the app has not loaded the WalletConnect module. */
  readonly remotes: readonly RemoteConnector[];
}

/**
 * Connects a remote wallet over WalletConnect: shows a pairing URI until a wallet approves the proposal, then connects every namespace
 * of the session. Unsubscribing cancels.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class PairWallet {
  readonly #deps: PairWalletDeps;
  readonly #remote: RemoteConnector | undefined;
  readonly #links: WalletLinkRepository;

  constructor(deps: PairWalletDeps) {
    this.#deps = deps;
    this.#remote = deps.remotes.find(({ id }) => id === WALLET_CONNECT_CONNECTOR_ID);
    this.#links = new WalletLinkRepository(deps.storage);
  }

  execute({ namespace, wallet, proposal, linking, picked$ }: PairWalletInput = {}): Observable<PairWalletState> {
    const { connect, connections, storage } = this.#deps;
    const remote = this.#remote;
    return new Observable((subscriber) => {
      const requestedNamespace = namespace ?? connections.state.activeNamespace;
      const subscriptions = new Subscription();
      // Subscribed before connecting starts, so that the initial `pending` state comes first.
      subscriptions.add(stepsOf(connections).subscribe((step) => subscriber.next({ status: 'pending', step })));
      if (subscriber.closed) return subscriptions;
      // Removed on every outcome: a pairing is resumed only if the page was closed while it was pending.
      subscriptions.add(() => storage.remove(STORAGE_KEYS.pendingPairing));
      connections.dispatch({ type: 'pairing-changed', pairing: { recentWallet: wallet, wcLinking: linking } });
      const cancel = new AbortController();
      subscriptions.add(() => cancel.abort());
      const session = remote?.open(cancel.signal, picked$ !== undefined, proposal);
      let isConnecting = false;
      const begin = (): void => {
        if (isConnecting) return;
        isConnecting = true;
        subscriptions.add(
          connect
            .execute({ namespace: requestedNamespace, connectorId: WALLET_CONNECT_CONNECTOR_ID, ...(session && { session }) })
            .subscribe({
              next: (state) => {
                if (state.status === 'pending') return;
                subscriptions.unsubscribe();
                subscriber.next(state);
                subscriber.complete();
              },
              error: (defect) => subscriber.error(defect),
            }),
        );
      };
      let hasPicked = false;
      session?.then(
        (opened) => {
          if (cancel.signal.aborted) {
            // Otherwise the wallet would list a session that the app does not use.
            remote?.sessions.release(opened);
            return;
          }
          subscriptions.add(this.#storeLink(opened));
          begin();
        },
        (error: unknown) => {
          if (cancel.signal.aborted) return;
          // The connect use case reports the error of an attempt, and tracks it.
          if (hasPicked) begin();
          if (isConnecting) return;
          if (!isLatchkeyError(error)) {
            subscriber.error(error);
            return;
          }
          // `open` throws only these codes.
          subscriber.next({ status: 'error', error: error as ErrorOf<PairWalletError> });
          subscriber.complete();
        },
      );
      // A chain without a remote connector cannot pair ahead.
      if (picked$ === undefined || session === undefined) begin();
      if (picked$ === undefined) return subscriptions;
      subscriptions.add(
        connections.state$.subscribe(({ pairing: { wcLinking } }) => {
          if (isConnecting || wcLinking === undefined) return;
          connections.dispatch({ type: 'pairing-changed', pairing: { status: 'connecting' } });
          begin();
        }),
      );
      subscriptions.add(
        picked$.subscribe((picked) => {
          if (picked === undefined) return;
          hasPicked = true;
          // Once the user has followed a link, the wallet of that link is the one that will respond.
          if (connections.state.pairing.wcLinking !== undefined) return;
          connections.dispatch({ type: 'pairing-changed', pairing: { recentWallet: picked ?? undefined } });
        }),
      );
      return subscriptions;
    });
  }

  /** Saves the wallet link as soon as the session is in use: a closing view unsubscribes before the success state. */
  #storeLink(session: RemoteSession): Subscription {
    const isUsed = (): boolean => this.#remote?.sessions.isUsed(session) === true;
    return this.#deps.connections.state$.pipe(filter(isUsed), take(1)).subscribe(({ pairing }) => this.#links.save(session.topic, pairing));
  }
}

const stepsOf = ({ state$ }: ConnectionStore): Observable<'working' | 'scan-uri'> =>
  state$.pipe(
    map(({ pairing }) => (pairing.wcUri === undefined ? ('working' as const) : ('scan-uri' as const))),
    distinctUntilChanged(),
  );
