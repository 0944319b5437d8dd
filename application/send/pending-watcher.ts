import { distinctUntilChanged, EMPTY, map, type Observable, type Subscription, switchMap, take } from 'rxjs';
import { connectedNamespacesOf, networkOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { OptionsStore } from '../shared/options.store.js';

/** Maximum number of notifications of a page (specification, section 9). */
export const PENDING_NOTIFICATIONS_LIMIT = 99;

/** Dependencies of {@link PendingWatcher}. */
export interface PendingWatcherDeps {
  readonly options: OptionsStore;
  readonly connections: ConnectionStore;
  readonly chains: Chains;
  readonly balances: Pick<BalanceReader, 'refresh'>;
}

/**
 * Reads the balance again when the node of the active network has new pending transactions, while the option `pendingTransactionsFilter` is
 * enabled. Stops for good after 99 notifications.
 */
export class PendingWatcher {
  readonly #deps: PendingWatcherDeps;

  constructor(deps: PendingWatcherDeps) {
    this.#deps = deps;
  }

  start(): Subscription {
    const { options, connections } = this.#deps;
    return options.options$
      .pipe(
        map(({ pendingTransactionsFilter }) => pendingTransactionsFilter),
        distinctUntilChanged((a, b) => a.enable === b.enable && a.pollingInterval === b.pollingInterval),
        switchMap(({ enable, pollingInterval }) => (enable ? this.#notifications(pollingInterval) : EMPTY)),
        take(PENDING_NOTIFICATIONS_LIMIT),
      )
      .subscribe(() => this.#deps.balances.refresh(connections.state.activeNamespace));
  }

  #notifications(pollMs: number): Observable<void> {
    const { connections, chains } = this.#deps;
    return connections.state$.pipe(
      map((state): Network | null => {
        const { activeNamespace } = state;
        const namespace = connectedNamespacesOf(state).includes(activeNamespace) ? state.namespaces[activeNamespace] : undefined;
        return (namespace === undefined ? null : networkOf(namespace)) ?? null;
      }),
      distinctUntilChanged((a, b) => a?.caipNetworkId === b?.caipNetworkId),
      switchMap((network) =>
        network === null || network.unknown ? EMPTY : (chains.get(network.chainNamespace)?.watchPending?.({ network, pollMs }) ?? EMPTY),
      ),
    );
  }
}
