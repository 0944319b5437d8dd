import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import type { PictureKey } from '../../domain/directory/wallet-picture.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletDirectory, WalletPage } from './wallet-directory.port.js';

/** How a fake service answers. */
export type FakeService = 'working' | 'down' | 'refused' | 'garbage' | 'never';

const NOTHING = {
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

/** A wallet of the directory that says nothing but what is given. */
export const fakeWallet = (id: string, parts: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id,
  name: `Wallet ${id}`,
  ...NOTHING,
  ...parts,
});

/** The wallets of a directory that fit a query, all pages of them. */
const fitting = (
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
 * A wallet directory in memory that answers every query truly, with a switch for every failure.
 * @example
 * const directory = new FakeWalletDirectory([fakeWallet('a'), fakeWallet('b')]);
 * directory.lists = 'down';
 */
export class FakeWalletDirectory implements WalletDirectory {
  /** What is listed. */
  wallets: readonly DirectoryWallet[];
  /** The answer to every query, whatever it asks: of a service that does not keep to the question. */
  page: WalletPage | null = null;
  /** How queries are answered. */
  lists: FakeService = 'working';
  /** How pictures are answered. */
  pictures: FakeService = 'working';
  /** Whether answers come at once or, in any order, by {@link release}. */
  answers: 'at-once' | 'by-hand' = 'at-once';
  /** Every query so far, oldest first. */
  readonly queries: WalletQuery[] = [];
  /** Every picture asked for so far, oldest first. */
  readonly pictureKeys: PictureKey[] = [];
  disposed = false;
  readonly #waiting: (() => void)[] = [];
  readonly #open = new Set<() => void>();

  constructor(wallets: readonly DirectoryWallet[] = []) {
    this.wallets = wallets;
  }

  /** How many questions wait for an answer. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Answers the question that waits at this place, 0 for the oldest. */
  release(index = 0): void {
    const [answer] = this.#waiting.splice(index, 1);
    if (answer === undefined) throw new Error(`No question waits at ${index}`);
    answer();
  }

  readonly getWallets: WalletDirectory['getWallets'] = (query, signal) => {
    this.queries.push(query);
    return this.#answer<WalletPage>('walletDirectory', this.lists, signal, () => {
      if (this.page !== null) return this.page;
      const found = fitting(this.wallets, query);
      const first = (query.page - 1) * query.entries;
      return { wallets: found.slice(first, first + query.entries), dropped: [], count: found.length };
    });
  };

  readonly getPicture: WalletDirectory['getPicture'] = (key, signal) => {
    this.pictureKeys.push(key);
    return this.#answer('images', this.pictures, signal, () => `blob:fake/${key.kind}/${key.id}`);
  };

  readonly dispose = (): void => {
    this.disposed = true;
    for (const end of [...this.#open]) end();
  };

  #answer<Answer>(service: string, mode: FakeService, signal: AbortSignal, act: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.disposed) return reject(new LatchkeyError('config/disposed', {}));
      if (signal.aborted) return reject(signal.reason);
      const answer = (): void => {
        signal.removeEventListener('abort', leave);
        if (mode === 'working') resolve(act());
        else reject(failure(service, mode));
      };
      const leave = (): void => {
        const place = this.#waiting.indexOf(answer);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#open.add(() => reject(new LatchkeyError('config/disposed', {})));
      if (mode === 'never') return undefined;
      if (this.answers === 'by-hand') this.#waiting.push(answer);
      else answer();
      return undefined;
    });
  }
}

const failure = (service: string, mode: FakeService): LatchkeyError => {
  if (mode === 'refused') return new LatchkeyError('directory/refused', { service, status: 403 });
  if (mode === 'garbage') return new LatchkeyError('directory/invalid-response', { service, reason: 'it is no JSON' });
  return new LatchkeyError('directory/unreachable', { service, status: null });
};
