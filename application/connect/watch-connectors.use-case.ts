import { distinctUntilChanged, EMPTY, map, merge, type Observable, of, shareReplay, switchMap, takeUntil } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { Options } from '../../domain/options/options.js';
import type { Chains } from '../ports/chain.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectorExclusion } from './connector-exclusion.js';
import type { RemoteConnector } from './remote-connector.js';

/** The namespace whose connectors to list; all of them by default. */
export interface WatchConnectorsInput {
  readonly namespace?: Namespace;
}

const isOffered = (connector: Connector, options: Options): boolean => {
  switch (connector.type) {
    case 'ANNOUNCED':
      return options.enableWallets && options.enableEIP6963;
    case 'INJECTED':
      return options.enableWallets && options.enableInjected;
    case 'WALLET_CONNECT':
      return options.enableWallets && options.enableWalletConnect;
    case 'AUTH':
      return true;
    default:
      return options.enableWallets;
  }
};

const isSameList = (a: readonly Connector[], b: readonly Connector[]): boolean =>
  a.length === b.length && a.every((connector, index) => connector === b[index]);

/**
 * Emits the available connectors: the current list, then each change, such as a wallet that announces itself late. A namespace
 * without a configured network has no connectors, even with an adapter.
 */
export class WatchConnectors {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #options: OptionsStore;
  readonly #exclusion: ConnectorExclusion;
  readonly #remotes: readonly RemoteConnector[];
  /** Emits when the list may have changed. */
  readonly #changes$: Observable<unknown>;

  constructor(
    chains: Chains,
    connections: ConnectionStore,
    options: OptionsStore,
    exclusion: ConnectorExclusion,
    remotes: readonly RemoteConnector[] = [],
  ) {
    this.#chains = chains;
    this.#connections = connections;
    this.#options = options;
    this.#exclusion = exclusion;
    this.#remotes = remotes;
    // `connectors$` of a custom chain and `changes$` may never complete.
    const lists$ = merge(of(null), chains.changes$ ?? EMPTY).pipe(
      switchMap(() => merge(...[...chains.values()].map(({ connectors$ }) => connectors$))),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    this.#changes$ = merge(connections.state$, merge(options.options$, exclusion.value$, lists$).pipe(takeUntil(connections.disposed$)));
  }

  /** The current list, for synchronous readers. */
  current({ namespace }: WatchConnectorsInput = {}): readonly Connector[] {
    const listed: Connector[] = [];
    for (const chain of this.#chains.values()) {
      if (namespace !== undefined && chain.namespace !== namespace) continue;
      let found: readonly Connector[] = [];
      // `connectors$` emits synchronously on subscription.
      chain.connectors$
        .subscribe((connectors) => {
          found = connectors;
        })
        .unsubscribe();
      const remotes = chain.adopt === undefined ? [] : this.#remotes.map((remote) => remote.connectorOf(chain.namespace));
      listed.push(...[...found, ...remotes].filter((connector) => connector !== null).filter((connector) => this.#isListed(connector)));
    }
    return this.#exclusion.value(listed);
  }

  execute(input?: WatchConnectorsInput): Observable<readonly Connector[]> {
    return this.#changes$.pipe(
      map(() => this.current(input)),
      distinctUntilChanged(isSameList),
    );
  }

  #isListed(connector: Connector): boolean {
    return this.#connections.state.namespaces[connector.namespace] !== undefined && isOffered(connector, this.#options.current);
  }
}
