import { concat, concatMap, defer, from, map, mergeMap, type Observable, of, startWith, tap } from 'rxjs';
import { connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import type { ErrorOf } from '../shared/use-case-state.js';
import type { ConnectWallet, ConnectWalletError, ConnectWalletInput } from './connect-wallet.use-case.js';
import type { ConnectionStore } from './connection.store.js';

/** The connectors to connect, in this order; usually those of one wallet. */
export interface ConnectNamespacesInput {
  readonly connectors: readonly ConnectWalletInput[];
}

/** Progress of one connector. */
export type ConnectorProgress = ConnectWalletInput &
  (
    | { readonly status: 'waiting' | 'requesting' | 'connected' }
    | { readonly status: 'failed'; readonly error: ErrorOf<ConnectWalletError> }
  );

/** `open-wallet` with the progress of each connector, then the outcome of each. Failures are part of the outcome: the run itself never fails. */
export type ConnectNamespacesState =
  | { readonly status: 'pending'; readonly step: 'open-wallet'; readonly progress: readonly ConnectorProgress[] }
  | { readonly status: 'success'; readonly data: readonly ConnectorProgress[] }
  | { readonly status: 'error'; readonly error: never };

/**
 * Connects several namespaces one after another, so that the wallet shows one prompt at a time. A failure does not affect the
 * others. Unsubscribing cancels the current attempt and the remaining ones; established connections stay. Afterwards the previously
 * active namespace is active again if it is connected, else the first connected one of the list.
 * @example new ConnectWallets(connectWallet, connections).execute({ connectors: row.connectors.map(({ namespace, id }) => ({ namespace, connectorId: id })) })
 */
export class ConnectNamespaces {
  readonly #connect: Pick<ConnectWallet, 'execute'>;
  readonly #connections: ConnectionStore;

  constructor(connect: Pick<ConnectWallet, 'execute'>, connections: ConnectionStore) {
    this.#connect = connect;
    this.#connections = connections;
  }

  execute({ connectors }: ConnectNamespacesInput): Observable<ConnectNamespacesState> {
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
        map((): ConnectNamespacesState => ({ status: 'pending', step: 'open-wallet', progress })),
      );
      const outcome$ = defer(() => {
        const connected = connectedNamespacesOf(this.#connections.state);
        const next = [before, ...connectors.map(({ namespace }) => namespace)].find((each) => connected.includes(each));
        if (next !== undefined) this.#connections.dispatch({ type: 'namespace-activated', namespace: next });
        return of<ConnectNamespacesState>({ status: 'success', data: progress });
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
    return concat(of<ConnectorProgress>({ ...connector, status: 'requesting' }), outcome$);
  }
}
