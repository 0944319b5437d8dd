import type { WalletDirectory, WalletPage } from '../../application/ports/wallet-directory.port.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { codeOf, patient, type TestApi } from './test-api.js';

/** What can be wrong with a service. */
export type DirectoryFault = 'down' | 'refused' | 'garbage' | 'never';

/** A directory to test. */
export interface WalletDirectoryHarness {
  readonly directory: WalletDirectory;
  /** Everything that is listed, in the directory's order: more than two pages, some certified, chains of at least two kinds, pictures. */
  readonly wallets: readonly DirectoryWallet[];
  /** From now on the service behaves like this. */
  fail(service: 'lists' | 'pictures', fault: DirectoryFault): Promise<void> | void;
}

const ids = (wallets: readonly DirectoryWallet[]): readonly string[] => wallets.map(({ id }) => id);
const ALL: WalletQuery = { page: 1, entries: 40 };

/**
 * What every wallet directory does, also one whose service fails.
 * @example walletDirectoryContract({ describe, it, expect }, 'MyDirectory', makeHarness);
 */
export const walletDirectoryContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => Promise<WalletDirectoryHarness> | WalletDirectoryHarness,
): void => {
  describe(`${name} keeps the contract of a wallet directory`, () => {
    const ask = ({ directory }: WalletDirectoryHarness, query: Partial<WalletQuery>): Promise<WalletPage> =>
      directory.getWallets({ ...ALL, ...query }, patient());

    /** Everything that fits, page by page. */
    const askAll = async (harness: WalletDirectoryHarness, query: Partial<WalletQuery>): Promise<readonly DirectoryWallet[]> => {
      const found: DirectoryWallet[] = [];
      for (let page = 1; ; page += 1) {
        const { wallets, count } = await ask(harness, { ...query, page });
        found.push(...wallets);
        if (wallets.length === 0 || found.length >= count) return found;
      }
    };

    it('gives all wallets, page by page, each once and in its order', async () => {
      const harness = await makeHarness();
      const first = await ask(harness, {});
      expect([first.wallets.length, first.count]).toEqual([ALL.entries, harness.wallets.length]);
      expect(await askAll(harness, {})).toEqual(harness.wallets);
    });

    it('gives nothing behind the last page', async () => {
      const harness = await makeHarness();
      const { wallets, count } = await ask(harness, { page: 1_000 });
      expect([wallets, count]).toEqual([[], harness.wallets.length]);
    });

    it('gives only what is included, and nothing that is excluded', async () => {
      const harness = await makeHarness();
      const [a = '', b = '', c = ''] = ids(harness.wallets);
      expect(ids((await ask(harness, { include: [c, a] })).wallets)).toEqual([a, c]);
      expect(ids((await ask(harness, { include: [a, b, c], exclude: [b] })).wallets)).toEqual([a, c]);
      expect(ids(await askAll(harness, { exclude: [a, c] }))).toEqual(ids(harness.wallets).filter((id) => id !== a && id !== c));
      expect((await ask(harness, { include: ['nobody'] })).count).toBe(0);
    });

    it('finds a part of a name in any case', async () => {
      const harness = await makeHarness();
      const part = (harness.wallets[7]?.name ?? '').slice(0, 4).toUpperCase();
      const expected = harness.wallets.filter((wallet) => wallet.name.toUpperCase().includes(part));
      expect(expected.length > 0 && expected.length < harness.wallets.length).toBe(true);
      expect(await askAll(harness, { search: part })).toEqual(expected);
    });

    it('gives certified wallets only, where these are asked for', async () => {
      const harness = await makeHarness();
      const expected = harness.wallets.filter(({ badge_type }) => badge_type === 'certified');
      expect(expected.length > 0 && expected.length < harness.wallets.length).toBe(true);
      expect(await askAll(harness, { badge: 'certified' })).toEqual(expected);
    });

    it('gives the wallets that serve one of the chains, by the whole id', async () => {
      const harness = await makeHarness();
      const chain = harness.wallets.flatMap(({ chains }) => chains)[0];
      if (chain === undefined) throw new Error('The harness needs wallets with chains');
      const expected = harness.wallets.filter(({ chains }) => chains.includes(chain));
      expect(expected.length < harness.wallets.length).toBe(true);
      expect(await askAll(harness, { chains: [chain] })).toEqual(expected);
    });

    it('gives pictures as addresses that an <img> takes without leaving the page', async () => {
      const harness = await makeHarness();
      const id = harness.wallets.find(({ image_id }) => image_id !== null)?.image_id ?? '';
      for (const kind of ['wallet', 'asset', 'currency', 'token'] as const) {
        expect(/^(?:blob|data):/.test(await harness.directory.getPicture({ kind, id }, patient()))).toBe(true);
      }
    });

    for (const [fault, code] of [
      ['down', 'directory/unreachable'],
      ['refused', 'directory/refused'],
      ['garbage', 'directory/invalid-response'],
    ] as const) {
      it(`says ${code} of a service that is ${fault}`, async () => {
        const harness = await makeHarness();
        await harness.fail('lists', fault);
        expect(await codeOf(ask(harness, {}))).toBe(code);
        const pictures = await makeHarness();
        await pictures.fail('pictures', fault);
        expect(await codeOf(pictures.directory.getPicture({ kind: 'wallet', id: 'a' }, patient()))).toBe(code);
      });
    }

    it('stops waiting when nobody waits any more', async () => {
      const harness = await makeHarness();
      await harness.fail('lists', 'never');
      await harness.fail('pictures', 'never');
      const reason = new Error('left');
      for (const call of [
        (signal: AbortSignal) => harness.directory.getWallets(ALL, signal),
        (signal: AbortSignal) => harness.directory.getPicture({ kind: 'wallet', id: 'a' }, signal),
      ]) {
        const controller = new AbortController();
        const asked = call(controller.signal).catch((error: unknown) => error);
        controller.abort(reason);
        expect(await asked).toBe(reason);
        expect(await call(AbortSignal.abort(reason)).catch((error: unknown) => error)).toBe(reason);
      }
    });

    it('answers nothing after it was disposed of, also to who waits then', async () => {
      const harness = await makeHarness();
      await harness.fail('lists', 'never');
      const waiting = codeOf(ask(harness, {}));
      harness.directory.dispose();
      expect(await waiting).toBe('config/disposed');
      expect(await codeOf(ask(harness, {}))).toBe('config/disposed');
      expect(await codeOf(harness.directory.getPicture({ kind: 'wallet', id: 'a' }, patient()))).toBe('config/disposed');
    });
  });
};
