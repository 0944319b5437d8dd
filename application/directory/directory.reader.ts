import type { Namespace } from '../../domain/caip/namespace.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { inOrderOf, servingChains } from '../../domain/directory/wallet-order.js';
import {
  featuredQuery,
  recommendedQuery,
  standingOf,
  type WalletFilters,
  type WalletQuery,
  walletFilters,
} from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Alert } from '../../domain/modal/alert.js';
import { INVALID_APP_CONFIGURATION, INVALID_PROJECT_ID, PROJECT_ID_NOT_CONFIGURED } from '../../domain/modal/alerts.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { WalletDirectory, WalletPage } from '../ports/wallet-directory.port.js';
import type { OptionsStore } from '../shared/options.store.js';
import { RequestCache } from './request-cache.js';

const NOTHING: WalletPage = { wallets: [], dropped: [], count: 0 };

/** What the host's developer has to mend, `null` where it is nothing of the host's. */
const alertOf = (error: unknown): Alert | null => {
  if (isLatchkeyError(error, 'config/project-id-missing')) return PROJECT_ID_NOT_CONFIGURED;
  if (!isLatchkeyError(error, 'directory/refused')) return null;
  const { status } = error.context;
  return status === 401 ? INVALID_PROJECT_ID : status === 403 ? INVALID_APP_CONFIGURATION : null;
};

/** Asks the directory what the host and the networks allow to be asked. Answers are kept for the page's life; failures are not. */
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

  /** What the host says now, with the chains of its networks, of one namespace or of all. */
  filters(namespace?: Namespace): WalletFilters {
    const networks = allNetworksOf(this.#connections.state);
    const ids = networks
      .filter(({ chainNamespace }) => namespace === undefined || chainNamespace === namespace)
      .map(({ caipNetworkId }) => caipNetworkId);
    return walletFilters(this.#options.current, ids);
  }

  /** The answer to a question, kept. `null` is no question. */
  async page(query: WalletQuery | null, signal: AbortSignal): Promise<WalletPage> {
    if (query === null) return NOTHING;
    return this.#pages.get(JSON.stringify(query), signal, (asking) => this.ask(query, asking));
  }

  /** The answer to a question as it is now. */
  async ask(query: WalletQuery | null, signal: AbortSignal): Promise<WalletPage> {
    if (query === null) return NOTHING;
    try {
      return await this.#directory.getWallets(query, signal);
    } catch (error) {
      const alert = alertOf(error);
      if (alert !== null && !signal.aborted) this.#modal.alert(alert);
      throw error;
    }
  }

  /** The wallets that the host features, in its order; those of one namespace where one is asked for. */
  async featured(filters: WalletFilters, namespace: Namespace | undefined, signal: AbortSignal): Promise<readonly DirectoryWallet[]> {
    const { wallets } = await this.page(featuredQuery(filters), signal);
    const featured = wallets.filter(({ id }) => standingOf(id, filters) === 'featured');
    return inOrderOf(namespace === undefined ? featured : servingChains(featured, filters.chains), filters.featured);
  }

  /** The wallets that the directory puts first. */
  async recommended(filters: WalletFilters, signal: AbortSignal): Promise<readonly DirectoryWallet[]> {
    return listed((await this.page(recommendedQuery(filters), signal)).wallets, filters);
  }

  /** How many wallets there are beside the featured ones: the answer with the recommended wallets says it. */
  async count(filters: WalletFilters, signal: AbortSignal): Promise<number> {
    return (await this.page(recommendedQuery(filters), signal)).count;
  }
}

/** Whatever a service answers: nothing that the host hides, and nothing that serves other chains only. */
export const shown = (wallets: readonly DirectoryWallet[], filters: WalletFilters): readonly DirectoryWallet[] => {
  const visible = wallets.filter(({ id }) => standingOf(id, filters) !== 'hidden');
  return filters.chains.length === 0 ? visible : servingChains(visible, filters.chains);
};

/** Like {@link shown}, without the featured wallets, which stand before the others. */
export const listed = (wallets: readonly DirectoryWallet[], filters: WalletFilters): readonly DirectoryWallet[] =>
  shown(wallets, filters).filter(({ id }) => standingOf(id, filters) === 'listed');
