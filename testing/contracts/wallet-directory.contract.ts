import type { WalletDirectory, WalletPage } from '../../application/ports/wallet-directory.port.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** Failure of a service. */
export type DirectoryFault = 'down' | 'refused' | 'garbage' | 'never';

/** A directory to test. */
export interface WalletDirectoryHarness {
  readonly directory: WalletDirectory;
  /** All listed wallets in order: more than two pages, some certified, with chains of at least two namespaces and with images. */
  readonly wallets: readonly DirectoryWallet[];
  /** Makes a service fail. */
  fail(service: 'lists' | 'pictures', fault: DirectoryFault): Promise<void> | void;
}

const ids = (wallets: readonly DirectoryWallet[]): readonly string[] => wallets.map(({ id }) => id);
const ALL: WalletQuery = { page: 1, entries: 40 };

/**
 * Contract of every `WalletDirectory`, including failures of its service.
 * @example walletDirectoryContract({ describe, it, expect }, 'MyDirectory', makeHarness);
 */
export const walletDirectoryContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => Promise<WalletDirectoryHarness> | WalletDirectoryHarness,
): void => {
  describe(`${name}: WalletDirectory contract`, () => {
    const fetchPage = ({ directory }: WalletDirectoryHarness, query: Partial<WalletQuery>): Promise<WalletPage> =>
      directory.getWallets({ ...ALL, ...query }, neverAborted());

    /** Fetches all pages of a query. */
    const fetchAll = async (harness: WalletDirectoryHarness, query: Partial<WalletQuery>): Promise<readonly DirectoryWallet[]> => {
      const found: DirectoryWallet[] = [];
      for (let page = 1; ; page += 1) {
        const { wallets, count } = await fetchPage(harness, { ...query, page });
        found.push(...wallets);
        if (wallets.length === 0 || found.length >= count) return found;
      }
    };

    it('returns all wallets page by page, in order and without duplicates', async () => {
      const harness = await makeHarness();
      const first = await fetchPage(harness, {});
      expect([first.wallets.length, first.count]).toEqual([ALL.entries, harness.wallets.length]);
      expect(await fetchAll(harness, {})).toEqual(harness.wallets);
    });

    it('returns an empty page after the last one', async () => {
      const harness = await makeHarness();
      const { wallets, count } = await fetchPage(harness, { page: 1_000 });
      expect([wallets, count]).toEqual([[], harness.wallets.length]);
    });

    it('filters by included and excluded ids', async () => {
      const harness = await makeHarness();
      const [a = '', b = '', c = ''] = ids(harness.wallets);
      expect(ids((await fetchPage(harness, { include: [c, a] })).wallets)).toEqual([a, c]);
      expect(ids((await fetchPage(harness, { include: [a, b, c], exclude: [b] })).wallets)).toEqual([a, c]);
      expect(ids(await fetchAll(harness, { exclude: [a, c] }))).toEqual(ids(harness.wallets).filter((id) => id !== a && id !== c));
      expect((await fetchPage(harness, { include: ['missing'] })).count).toBe(0);
    });

    it('searches names by substring, ignoring case', async () => {
      const harness = await makeHarness();
      const substring = (harness.wallets[7]?.name ?? '').slice(0, 4).toUpperCase();
      const expected = harness.wallets.filter((wallet) => wallet.name.toUpperCase().includes(substring));
      expect(expected.length > 0 && expected.length < harness.wallets.length).toBe(true);
      expect(await fetchAll(harness, { search: substring })).toEqual(expected);
    });

    it('filters by badge', async () => {
      const harness = await makeHarness();
      const expected = harness.wallets.filter(({ badge_type }) => badge_type === 'certified');
      expect(expected.length > 0 && expected.length < harness.wallets.length).toBe(true);
      expect(await fetchAll(harness, { badge: 'certified' })).toEqual(expected);
    });

    it('filters by CAIP-2 chain id', async () => {
      const harness = await makeHarness();
      const chain = harness.wallets.flatMap(({ chains }) => chains)[0];
      if (chain === undefined) throw new Error('The harness needs wallets with chains');
      const expected = harness.wallets.filter(({ chains }) => chains.includes(chain));
      expect(expected.length < harness.wallets.length).toBe(true);
      expect(await fetchAll(harness, { chains: [chain] })).toEqual(expected);
    });

    it('returns images as blob or data URLs', async () => {
      const harness = await makeHarness();
      const id = harness.wallets.find(({ image_id }) => image_id !== null)?.image_id ?? '';
      for (const kind of ['wallet', 'asset', 'currency', 'token'] as const) {
        expect(/^(?:blob|data):/.test(await harness.directory.getImage({ kind, id }, neverAborted()))).toBe(true);
      }
    });

    for (const [fault, code] of [
      ['down', 'directory/unreachable'],
      ['refused', 'directory/refused'],
      ['garbage', 'directory/invalid-response'],
    ] as const) {
      it(`rejects with ${code} if the service is ${fault}`, async () => {
        const harness = await makeHarness();
        await harness.fail('lists', fault);
        expect(await codeOf(fetchPage(harness, {}))).toBe(code);
        const pictures = await makeHarness();
        await pictures.fail('pictures', fault);
        expect(await codeOf(pictures.directory.getImage({ kind: 'wallet', id: 'a' }, neverAborted()))).toBe(code);
      });
    }

    it('rejects with the reason of the signal on abort', async () => {
      const harness = await makeHarness();
      await harness.fail('lists', 'never');
      await harness.fail('pictures', 'never');
      const reason = new Error('stop');
      for (const call of [
        (signal: AbortSignal) => harness.directory.getWallets(ALL, signal),
        (signal: AbortSignal) => harness.directory.getImage({ kind: 'wallet', id: 'a' }, signal),
      ]) {
        const controller = new AbortController();
        const pending = call(controller.signal).catch((error: unknown) => error);
        controller.abort(reason);
        expect(await pending).toBe(reason);
        expect(await call(AbortSignal.abort(reason)).catch((error: unknown) => error)).toBe(reason);
      }
    });

    it('rejects pending and later calls with config/disposed after dispose', async () => {
      const harness = await makeHarness();
      await harness.fail('lists', 'never');
      const pending = codeOf(fetchPage(harness, {}));
      harness.directory.dispose();
      expect(await pending).toBe('config/disposed');

      expect(await codeOf(fetchPage(harness, {}))).toBe('config/disposed');
      expect(await codeOf(harness.directory.getImage({ kind: 'wallet', id: 'a' }, neverAborted()))).toBe('config/disposed');
    });
  });
};
