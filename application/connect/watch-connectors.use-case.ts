import { distinctUntilChanged, EMPTY, map, merge, type Observable, of, shareReplay, switchMap, takeUntil } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { Options } from '../../domain/options/options.js';
import type { Chains } from '../ports/chain.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectorExclusion } from './connector-exclusion.js';
import type { RemoteConnector } from './remote-connector.js';

/** Which namespace's wallets; all by default. */
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

const sameList = (a: readonly Connector[], b: readonly Connector[]): boolean =>
  a.length === b.length && a.every((connector, index) => connector === b[index]);

/**
 * Follows the wallets that can be picked: those known now, and each that announces itself late. A namespace without a
 * network has none, also where there is an adapter for it: nothing could be connected there.
 */
export class WatchConnectors {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #options: OptionsStore;
  readonly #exclusion: ConnectorExclusion;
  readonly #remotes: readonly RemoteConnector[];
  /** Emits when the list may be another one. */
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
    // A host's chain need not say that its list has ended, nor does the set of chains.
    const lists$ = merge(of(null), chains.changes$ ?? EMPTY).pipe(
      switchMap(() => merge(...[...chains.values()].map(({ connectors$ }) => connectors$))),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    this.#changes$ = merge(connections.state$, merge(options.options$, exclusion.value$, lists$).pipe(takeUntil(connections.disposed$)));
  }

  /** The wallets known at this moment, for synchronous readers. */
  current({ namespace }: WatchConnectorsInput = {}): readonly Connector[] {
    const known: Connector[] = [];
    for (const chain of this.#chains.values()) {
      if (namespace !== undefined && chain.namespace !== namespace) continue;
      let found: readonly Connector[] = [];
      // Every chain's list has a synchronous first value.
      chain.connectors$
        .subscribe((connectors) => {
          found = connectors;
        })
        .unsubscribe();
      const remotes = chain.adopt === undefined ? [] : this.#remotes.map((remote) => remote.connectorOf(chain.namespace));
      known.push(...[...found, ...remotes].filter((connector) => connector !== null).filter((connector) => this.#isListed(connector)));
    }
    return this.#exclusion.value(known);
  }

  execute(input?: WatchConnectorsInput): Observable<readonly Connector[]> {
    return this.#changes$.pipe(
      map(() => this.current(input)),
      distinctUntilChanged(sameList),
    );
  }

  #isListed(connector: Connector): boolean {
    return this.#connections.state.namespaces[connector.namespace] !== undefined && isOffered(connector, this.#options.current);
  }
}
