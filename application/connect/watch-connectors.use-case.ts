import { distinctUntilChanged, EMPTY, map, type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { Options } from '../../domain/options/options.js';
import type { Chain, Chains } from '../ports/chain.port.js';
import { nowAndOn } from '../shared/now-and-on.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { ConnectionStore } from './connection.store.js';

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

  constructor(chains: Chains, connections: ConnectionStore, options: OptionsStore) {
    this.#chains = chains;
    this.#connections = connections;
    this.#options = options;
  }

  execute({ namespace }: WatchConnectorsInput = {}): Observable<readonly Connector[]> {
    return nowAndOn(this.#chains.changes$ ?? EMPTY).pipe(
      switchMap(() => this.#lists(namespace)),
      distinctUntilChanged(sameList),
    );
  }

  /** The wallets known at this moment, for synchronous readers. */
  now(input: WatchConnectorsInput = {}): readonly Connector[] {
    let known: readonly Connector[] = [];
    // Every chain's list has a synchronous first value.
    this.execute(input)
      .subscribe((connectors) => {
        known = connectors;
      })
      .unsubscribe();
    return known;
  }

  #lists(namespace: Namespace | undefined): Observable<readonly Connector[]> {
    const chains = [...this.#chains.values()].filter((chain) => namespace === undefined || chain.namespace === namespace);
    const none$ = this.#connections.state$.pipe(
      switchMap(() => this.#options.options$),
      map((): readonly Connector[] => []),
    );
    const behind = (before$: typeof none$, { connectors$ }: Chain): typeof none$ =>
      before$.pipe(switchMap((before) => connectors$.pipe(map((found) => [...before, ...found]))));
    return chains.reduce(behind, none$).pipe(map((found) => found.filter((connector) => this.#isListed(connector))));
  }

  #isListed(connector: Connector): boolean {
    return this.#connections.state.namespaces[connector.namespace] !== undefined && isOffered(connector, this.#options.current);
  }
}
