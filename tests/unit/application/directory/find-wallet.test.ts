import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';
import { arrived, manyWallets } from './directory-for-tests.js';

const find = async (here: ReturnType<typeof world>, id: string) => {
  const run = await arrived(record(here.useCases.findWallet.execute({ id })));
  return run.values;
};

describe('FindWallet', () => {
  it('finds a wallet by its id, whatever page it is on, and asks once', async () => {
    const here = world({ wallets: manyWallets(100), options: { includeWalletIds: ['w1'] } });
    expect(await find(here, 'w99')).toMatchObject([{ status: 'pending' }, { status: 'success', data: { id: 'w99', name: 'Wallet 99' } }]);
    await find(here, 'w99');
    expect(here.directory.queries).toEqual([{ page: 1, entries: 1, include: ['w99'] }]);
  });

  it('finds a wallet of the host without asking', async () => {
    const own = { id: 'own', name: 'Own', mobile_link: 'own://' };
    const here = world({ options: { customWallets: [own] } });
    expect((await find(here, 'own')).at(-1)).toMatchObject({ status: 'success', data: own });
    expect(here.directory.queries).toEqual([]);
  });

  it('finds none where there is none, and does not ask for an excluded one', async () => {
    const here = world({ wallets: manyWallets(2), options: { excludeWalletIds: ['w1'] } });
    expect((await find(here, 'nobody')).at(-1)).toEqual({ status: 'success', data: null });
    expect((await find(here, 'w1')).at(-1)).toEqual({ status: 'success', data: null });
    expect(here.directory.queries).toHaveLength(1);
  });

  it('takes no other wallet for the one that was asked for', async () => {
    const here = world();
    here.directory.page = { wallets: manyWallets(1), dropped: [], count: 1 };
    expect((await find(here, 'w7')).at(-1)).toEqual({ status: 'success', data: null });
  });

  it('says why it cannot tell, and asks again the next time', async () => {
    const here = world({ wallets: manyWallets(2) });
    here.directory.lists = 'down';
    expect((await find(here, 'w1')).at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/unreachable' } });
    here.directory.lists = 'working';
    expect((await find(here, 'w1')).at(-1)).toMatchObject({ status: 'success', data: { id: 'w1' } });
  });
});
