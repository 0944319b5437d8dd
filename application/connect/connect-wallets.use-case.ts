import { Observable, Subscription } from 'rxjs';
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
  | { readonly status: 'success'; readonly result: readonly ConnectorProgress[] }
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
    return new Observable((subscriber) => {
      const before = this.#connections.state.activeNamespace;
      let progress: readonly ConnectorProgress[] = connectors.map((each) => ({ ...each, status: 'waiting' }));
      const tell = (): void => subscriber.next({ status: 'pending', step: 'open-wallet', progress });
      const note = (index: number, now: ConnectorProgress): void => {
        progress = progress.map((each, at) => (at === index ? now : each));
        tell();
      };
      const run = new Subscription();
      const finish = (): void => {
        const connected = connectedNamespacesOf(this.#connections.state);
        const next = [before, ...connectors.map(({ namespace }) => namespace)].find((each) => connected.includes(each));
        if (next !== undefined) this.#connections.dispatch({ type: 'namespace-activated', namespace: next });
        subscriber.next({ status: 'success', result: progress });
        subscriber.complete();
      };
      const ask = (index: number): void => {
        const connector = connectors[index];
        if (connector === undefined) {
          finish();
          return;
        }
        note(index, { ...connector, status: 'asking' });
        if (subscriber.closed) return;
        const question = this.#connect.execute(connector).subscribe({
          next: (state) => {
            if (state.status === 'success') note(index, { ...connector, status: 'connected' });
            else if (state.status === 'error') note(index, { ...connector, status: 'failed', error: state.error });
          },
          error: (defect) => subscriber.error(defect),
          complete: () => {
            if (!subscriber.closed) ask(index + 1);
          },
        });
        run.add(question);
      };
      tell();
      // Who leaves at the first state has asked for nothing.
      if (!subscriber.closed) ask(0);
      return run;
    });
  }
}
