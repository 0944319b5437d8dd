import type { Namespace } from '../../domain/caip/namespace.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { filterByChains, sortByIds } from '../../domain/directory/wallet-order.js';
import {
  featuredQuery,
  recommendedQuery,
  visibilityOf,
  type WalletFilters,
  type WalletQuery,
  walletFilters,
} from '../../domain/directory/wallet-queries.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { WalletDirectory, WalletPage } from '../ports/wallet-directory.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { RequestCache } from '../shared/request-cache.js';

const EMPTY_PAGE: WalletPage = { wallets: [], dropped: [], count: 0 };

/** Queries the wallet directory with the filters of options and networks. Results are cached until a reload; failures are not. */
export class DirectoryReader {
  readonly #directory: WalletDirectory;
  readonly #connections: ConnectionStore;
  readonly #options: OptionsStore;
  readonly #modal: Pick<ModalStore, 'alert'>;
  readonly #pages = new RequestCache<WalletPage>();

  constructor(directory: WalletDirectory, connections: ConnectionStore, options: OptionsStore, modal: Pick<ModalStore, 'alert'>) {
    this.#directory = directory;
    this.#connections = connections;
    this.#options = options;
    this.#modal = modal;
  }

  /** The current filters, with the chains of the networks of one namespace, or of all by default. */
  filters(namespace?: Namespace): WalletFilters {
    const networks = allNetworksOf(this.#connections.state);
    const ids = networks
      .filter(({ chainNamespace }) => namespace === undefined || chainNamespace === namespace)
      .map(({ caipNetworkId }) => caipNetworkId);
    return walletFilters(this.#options.current, ids);
  }

  /** Returns the cached result of a query; an empty page for `null`. */
  async getPage(query: WalletQuery | null, signal: AbortSignal): Promise<WalletPage> {
    if (query === null) return EMPTY_PAGE;
    return this.#pages.get(JSON.stringify(query), signal, (requestSignal) => this.fetchPage(query, requestSignal));
  }

  /** Runs a query without the cache. */
  async fetchPage(query: WalletQuery | null, signal: AbortSignal): Promise<WalletPage> {
    if (query === null) return EMPTY_PAGE;
    try {
      return await this.#directory.getWallets(query, signal);
    } catch (error) {
      const alert = serviceAlertOf(error);
      if (alert !== null && !signal.aborted) this.#modal.alert(alert);
      throw error;
    }
  }

  /** The featured wallets, in the order of the option; of one namespace if given. */
  async featured(filters: WalletFilters, namespace: Namespace | undefined, signal: AbortSignal): Promise<readonly DirectoryWallet[]> {
    const { wallets } = await this.getPage(featuredQuery(filters), signal);
    const featured = wallets.filter(({ id }) => visibilityOf(id, filters) === 'featured');
    return sortByIds(namespace === undefined ? featured : filterByChains(featured, filters.chains), filters.featured);
  }

  /** The wallets recommended by the directory. */
  async recommended(filters: WalletFilters, signal: AbortSignal): Promise<readonly DirectoryWallet[]> {
    return listedWallets((await this.getPage(recommendedQuery(filters), signal)).wallets, filters);
  }

  /** Number of wallets besides the featured ones, from the query of the recommended wallets. */
  async count(filters: WalletFilters, signal: AbortSignal): Promise<number> {
    return (await this.getPage(recommendedQuery(filters), signal)).count;
  }
}

/** Removes hidden wallets and wallets without a matching chain, in case the service ignored the query. */
export const visibleWallets = (wallets: readonly DirectoryWallet[], filters: WalletFilters): readonly DirectoryWallet[] => {
  const visible = wallets.filter(({ id }) => visibilityOf(id, filters) !== 'hidden');
  return filters.chains.length === 0 ? visible : filterByChains(visible, filters.chains);
};

/** Like {@link visibleWallets}, without the featured wallets, which are listed first. */
export const listedWallets = (wallets: readonly DirectoryWallet[], filters: WalletFilters): readonly DirectoryWallet[] =>
  visibleWallets(wallets, filters).filter(({ id }) => visibilityOf(id, filters) === 'listed');
