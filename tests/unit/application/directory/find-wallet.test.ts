import { describe, expect, it } from 'vitest';
import { clientFixture, record } from '../support/client-fixture.js';
import { flushed, manyWallets } from './directory-for-tests.js';

const find = async (fixture: ReturnType<typeof clientFixture>, id: string) => {
  const run = await flushed(record(fixture.useCases.findWallet.execute({ id })));
  return run.values;
};

describe('FindWallet', () => {
  it('finds a wallet by its id, on any page, with one request', async () => {
    const fixture = clientFixture({ wallets: manyWallets(100), options: { includeWalletIds: ['w1'] } });
    expect(await find(fixture, 'w99')).toMatchObject([
      { status: 'pending' },
      { status: 'success', data: { id: 'w99', name: 'Wallet 99' } },
    ]);
    await find(fixture, 'w99');
    expect(fixture.directory.queries).toEqual([{ page: 1, entries: 1, include: ['w99'] }]);
  });

  it('finds a custom wallet without a request', async () => {
    const own = { id: 'own', name: 'Own', mobile_link: 'own://' };
    const fixture = clientFixture({ options: { customWallets: [own] } });
    expect((await find(fixture, 'own')).at(-1)).toMatchObject({ status: 'success', data: own });
    expect(fixture.directory.queries).toEqual([]);
  });

  it('returns null for an unknown id, and sends no request for an excluded wallet', async () => {
    const fixture = clientFixture({ wallets: manyWallets(2), options: { excludeWalletIds: ['w1'] } });
    expect((await find(fixture, 'unknown')).at(-1)).toEqual({ status: 'success', data: null });
    expect((await find(fixture, 'w1')).at(-1)).toEqual({ status: 'success', data: null });
    expect(fixture.directory.queries).toHaveLength(1);
  });

  it('ignores other wallets in the response', async () => {
    const fixture = clientFixture();
    fixture.directory.fixedPage = { wallets: manyWallets(1), dropped: [], count: 1 };
    expect((await find(fixture, 'w7')).at(-1)).toEqual({ status: 'success', data: null });
  });

  it('fails with the error of the directory, and retries on the next run', async () => {
    const fixture = clientFixture({ wallets: manyWallets(2) });
    fixture.directory.lists = 'down';
    expect((await find(fixture, 'w1')).at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/unreachable' } });
    fixture.directory.lists = 'working';
    expect((await find(fixture, 'w1')).at(-1)).toMatchObject({ status: 'success', data: { id: 'w1' } });
  });
});
