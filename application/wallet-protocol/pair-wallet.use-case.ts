import { distinctUntilChanged, filter, map, Observable, Subscription, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState, PairingState } from '../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletChoice } from '../../domain/wallet-protocol/answer-link.js';
import type { ConnectWallet, ConnectWalletError } from '../connect/connect-wallet.use-case.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import { WalletLinkMemory } from './wallet-link.memory.js';

/** Which wallet to pair with, and where. */
export interface PairWalletInput {
  /** Default: the active namespace. The others that the wallet allows are connected too, also where it does not allow this one. */
  readonly namespace?: Namespace;
  /** The wallet that the person picked; none for any wallet that scans the URI. */
  readonly wallet?: RecentWallet;
  /** The link that the person has followed already. */
  readonly linking?: WalletChoice;
  /**
   * Pairs ahead of the choice, so that links are ready before the tap. Nothing says that somebody connects until this gives the
   * wallet that was picked, or `null` for any; a link that is followed, and a wallet that approves, count as the choice too.
   */
  readonly picked$?: Observable<RecentWallet | null | undefined>;
}

/** Why pairing can fail. */
export type PairWalletError = ConnectWalletError;

/**
 * `working` until there is a URI, `scan-uri` while one is in `pairing.wcUri`, `working` again once a wallet approved, or while a URI
 * that is over has no successor yet. The result is the account of the namespace, or of the first one that the wallet allows in its place,
 * which is the active one then.
 */
export type PairWalletState = UseCaseState<'working' | 'scan-uri', AccountState, PairWalletError>;

/** What pairing needs. */
export interface PairWalletDeps {
  readonly connect: Pick<ConnectWallet, 'execute'>;
  readonly connections: ConnectionStore;
  readonly storage: Storage;
  /** Those of which one pairs; none where the host did not compose the wallet protocol. */
  readonly remotes: readonly RemoteConnector[];
}

/**
 * Connects a remote wallet by the wallet protocol: shows a URI until a wallet takes it up and its owner approves, then
 * connects every namespace that the one approval gave. Unsubscribing cancels.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class PairWallet {
  readonly #deps: PairWalletDeps;
  readonly #remote: RemoteConnector | undefined;
  readonly #links: WalletLinkMemory;

  constructor(deps: PairWalletDeps) {
    this.#deps = deps;
    this.#remote = deps.remotes.find(({ id }) => id === WALLET_CONNECT_CONNECTOR_ID);
    this.#links = new WalletLinkMemory(deps.storage);
  }

  execute({ namespace, wallet, linking, picked$ }: PairWalletInput = {}): Observable<PairWalletState> {
    const { connect, connections, storage } = this.#deps;
    const remote = this.#remote;
    return new Observable((subscriber) => {
      const wanted = namespace ?? connections.state.activeNamespace;
      const run = new Subscription();
      // First: what connecting does at once belongs to the second state.
      run.add(stepsOf(connections).subscribe((step) => subscriber.next({ status: 'pending', step })));
      if (subscriber.closed) return run;
      // However it ends: only a page that is closed in between leaves something to resume.
      run.add(() => storage.remove(STORAGE_KEYS.pendingPairing));
      connections.dispatch({ type: 'pairing-changed', pairing: { recentWallet: wallet, wcLinking: linking } });
      const cancel = new AbortController();
      run.add(() => cancel.abort());
      const session = remote?.open(cancel.signal, picked$ !== undefined);
      let isConnecting = false;
      const begin = (): void => {
        if (isConnecting) return;
        isConnecting = true;
        run.add(
          connect.execute({ namespace: wanted, connectorId: WALLET_CONNECT_CONNECTOR_ID, ...(session && { session }) }).subscribe({
            next: (state) => {
              if (state.status === 'pending') return;
              run.unsubscribe();
              subscriber.next(state);
              subscriber.complete();
            },
            error: (defect) => subscriber.error(defect),
          }),
        );
      };
      const pick = (choice: Partial<PairingState>): void => {
        connections.dispatch({ type: 'pairing-changed', pairing: isConnecting ? choice : { status: 'connecting', ...choice } });
        begin();
      };
      session?.then(
        (opened) => {
          if (cancel.signal.aborted) {
            // The wallet would show a connection that the app does not have.
            remote?.sessions.release(opened);
            return;
          }
          run.add(this.#keepLink(opened));
          begin();
        },
        (error: unknown) => {
          // The attempt reports it.
          if (isConnecting || cancel.signal.aborted) return;
          if (!isLatchkeyError(error)) {
            subscriber.error(error);
            return;
          }
          // Pairing throws only these.
          subscriber.next({ status: 'error', error: error as ErrorOf<PairWalletError> });
          subscriber.complete();
        },
      );
      // A chain with such a wallet of its own has no way to pair ahead.
      if (picked$ === undefined || session === undefined) begin();
      if (picked$ === undefined) return run;
      run.add(
        connections.state$.subscribe(({ pairing: { wcLinking } }) => {
          if (!isConnecting && wcLinking !== undefined) pick({});
        }),
      );
      run.add(
        picked$.subscribe((picked) => {
          if (picked === undefined) return;
          // A user who followed a link answers in that wallet, whichever is looked at meanwhile.
          pick(connections.state.pairing.wcLinking === undefined ? { recentWallet: picked ?? undefined } : {});
        }),
      );
      return run;
    });
  }

  /** Keeps how the wallet was reached as soon as its session is used: a view that closes then unsubscribes before the success. */
  #keepLink(session: RemoteSession): Subscription {
    const isUsed = (): boolean => this.#remote?.sessions.isUsed(session) === true;
    return this.#deps.connections.state$.pipe(filter(isUsed), take(1)).subscribe(({ pairing }) => this.#links.keep(pairing));
  }
}

const stepsOf = ({ state$ }: ConnectionStore): Observable<'working' | 'scan-uri'> =>
  state$.pipe(
    map(({ pairing }) => (pairing.wcUri === undefined ? ('working' as const) : ('scan-uri' as const))),
    distinctUntilChanged(),
  );
