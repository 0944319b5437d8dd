import { concat, concatMap, defer, from, map, mergeMap, type Observable, of, startWith, tap } from 'rxjs';
import { connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import type { ErrorOf } from '../shared/use-case-state.js';
import type { ConnectWallet, ConnectWalletError, ConnectWalletInput } from './connect-wallet.use-case.js';
import type { ConnectionStore } from './connection.store.js';

/** Which connectors to connect, in this order: those of one wallet, as a rule. */
export interface ConnectWalletsInput {
  readonly connectors: readonly ConnectWalletInput[];
}

/** How far one of them has come. */
export type ConnectorProgress = ConnectWalletInput &
  ({ readonly status: 'waiting' | 'asking' | 'connected' } | { readonly status: 'failed'; readonly error: ErrorOf<ConnectWalletError> });

/** `open-wallet` with the progress of each, then the outcome of each. What failed is in there: the run itself never fails. */
export type ConnectWalletsState =
  | { readonly status: 'pending'; readonly step: 'open-wallet'; readonly progress: readonly ConnectorProgress[] }
  | { readonly status: 'success'; readonly data: readonly ConnectorProgress[] }
  | { readonly status: 'error'; readonly error: never };

/**
 * Connects several namespaces one after another, so that a wallet shows one question at a time. One that fails leaves the
 * others; unsubscribing ends the one under way and asks no further one, and what is connected stays. In the end the namespace
 * that was active is so again if it is connected, else the first of the list that is.
 * @example new ConnectWallets(connectWallet, connections).execute({ connectors: row.connectors.map(({ namespace, id }) => ({ namespace, connectorId: id })) })
 */
export class ConnectWallets {
  readonly #connect: Pick<ConnectWallet, 'execute'>;
  readonly #connections: ConnectionStore;

  constructor(connect: Pick<ConnectWallet, 'execute'>, connections: ConnectionStore) {
    this.#connect = connect;
    this.#connections = connections;
  }

  execute({ connectors }: ConnectWalletsInput): Observable<ConnectWalletsState> {
    return defer(() => {
      const before = this.#connections.state.activeNamespace;
      let progress: readonly ConnectorProgress[] = connectors.map((each) => ({ ...each, status: 'waiting' }));
      const steps$ = from(connectors).pipe(
        concatMap((connector, index) =>
          this.#progressOf(connector).pipe(
            tap((now) => {
              progress = progress.map((each, at) => (at === index ? now : each));
            }),
          ),
        ),
        startWith(null),
        map((): ConnectWalletsState => ({ status: 'pending', step: 'open-wallet', progress })),
      );
      const outcome$ = defer(() => {
        const connected = connectedNamespacesOf(this.#connections.state);
        const next = [before, ...connectors.map(({ namespace }) => namespace)].find((each) => connected.includes(each));
        if (next !== undefined) this.#connections.dispatch({ type: 'namespace-activated', namespace: next });
        return of<ConnectWalletsState>({ status: 'success', data: progress });
      });
      return concat(steps$, outcome$);
    });
  }

  #progressOf(connector: ConnectWalletInput): Observable<ConnectorProgress> {
    const outcome$ = this.#connect.execute(connector).pipe(
      mergeMap((state): ConnectorProgress[] => {
        if (state.status === 'pending') return [];
        return [
          state.status === 'success' ? { ...connector, status: 'connected' } : { ...connector, status: 'failed', error: state.error },
        ];
      }),
    );
    return concat(of<ConnectorProgress>({ ...connector, status: 'asking' }), outcome$);
  }
}
