import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import type { ImageKey } from '../../domain/directory/wallet-image.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletDirectory, WalletPage } from './wallet-directory.port.js';

/** Behaviour of a fake service. */
export type FakeServiceMode = 'working' | 'down' | 'refused' | 'garbage' | 'never';

const NO_DETAILS = {
  rdns: null,
  badge_type: 'none',
  chains: [],
  image_id: null,
  image_url: null,
  order: null,
  injected: [],
  mobile_link: null,
  desktop_link: null,
  webapp_link: null,
  homepage: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
} as const;

/** Creates a directory wallet without any details except the given ones. */
export const fakeWallet = (id: string, overrides: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id,
  name: `Wallet ${id}`,
  ...NO_DETAILS,
  ...overrides,
});

/** The wallets that match a query, on all pages. */
const matchingWallets = (
  wallets: readonly DirectoryWallet[],
  { include, exclude, search, chains, badge }: WalletQuery,
): readonly DirectoryWallet[] =>
  wallets.filter(
    (wallet) =>
      (include === undefined || include.includes(wallet.id)) &&
      !exclude?.includes(wallet.id) &&
      (search === undefined || wallet.name.toLowerCase().includes(search.toLowerCase())) &&
      (chains === undefined || wallet.chains.some((chain) => chains.includes(chain))) &&
      (badge === undefined || wallet.badge_type === badge),
  );

/**
 * In-memory wallet directory with a switch for every failure.
 * @example
 * const directory = new FakeWalletDirectory([fakeWallet('a'), fakeWallet('b')]);
 * directory.lists = 'down';
 */
export class FakeWalletDirectory implements WalletDirectory {
  /** The listed wallets. */
  wallets: readonly DirectoryWallet[];
  /** Response to every query, to simulate a service that ignores the query. */
  fixedPage: WalletPage | null = null;
  /** Behaviour of queries. */
  lists: FakeServiceMode = 'working';
  /** Behaviour of image requests. */
  pictures: FakeServiceMode = 'working';
  /** Responds immediately, or in any order by {@link release}. */
  responseTiming: 'immediate' | 'manual' = 'immediate';
  /** Queries so far, oldest first. */
  readonly queries: WalletQuery[] = [];
  /** Requested images so far, oldest first. */
  readonly pictureKeys: ImageKey[] = [];
  /** URLs of released images, oldest first. */
  readonly releasedImages: string[] = [];
  disposed = false;
  readonly #waiting: (() => void)[] = [];
  readonly #openRequests = new Set<() => void>();

  constructor(wallets: readonly DirectoryWallet[] = []) {
    this.wallets = wallets;
  }

  /** Number of pending requests. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Responds to the pending request at this index, 0 for the oldest. */
  release(index = 0): void {
    const [respond] = this.#waiting.splice(index, 1);
    if (respond === undefined) throw new Error(`No pending request at ${index}`);
    respond();
  }

  readonly getWallets: WalletDirectory['getWallets'] = (query, signal) => {
    this.queries.push(query);
    return this.#respond<WalletPage>('walletDirectory', this.lists, signal, () => {
      if (this.fixedPage !== null) return this.fixedPage;
      const found = matchingWallets(this.wallets, query);
      const first = (query.page - 1) * query.entries;
      return { wallets: found.slice(first, first + query.entries), dropped: [], count: found.length };
    });
  };

  readonly getImage: WalletDirectory['getImage'] = (key, signal) => {
    this.pictureKeys.push(key);
    return this.#respond('images', this.pictures, signal, () => `blob:fake/${key.kind}/${key.id}`);
  };

  readonly releaseImage = (url: string): void => {
    this.releasedImages.push(url);
  };

  readonly dispose = (): void => {
    this.disposed = true;
    for (const close of [...this.#openRequests]) close();
  };

  #respond<T>(service: string, mode: FakeServiceMode, signal: AbortSignal, act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.disposed) return reject(new LatchkeyError('config/disposed', {}));
      if (signal.aborted) return reject(signal.reason);
      const respond = (): void => {
        signal.removeEventListener('abort', abort);
        if (mode === 'working') resolve(act());
        else reject(failure(service, mode));
      };
      const abort = (): void => {
        const index = this.#waiting.indexOf(respond);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#openRequests.add(() => reject(new LatchkeyError('config/disposed', {})));
      if (mode === 'never') return undefined;
      if (this.responseTiming === 'manual') this.#waiting.push(respond);
      else respond();
      return undefined;
    });
  }
}

const failure = (service: string, mode: FakeServiceMode): LatchkeyError => {
  if (mode === 'refused') return new LatchkeyError('directory/refused', { service, status: 403 });
  if (mode === 'garbage') return new LatchkeyError('directory/invalid-response', { service, reason: 'it is no JSON' });
  return new LatchkeyError('directory/unreachable', { service, status: null });
};
