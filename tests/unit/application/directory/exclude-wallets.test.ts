import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { record, world } from '../support/world.js';
import { arrived, ids } from './directory-for-tests.js';

const evm = {
  wallets: [
    { id: 'io.bad', name: 'Bad', rdns: 'io.bad' },
    { id: 'io.named', name: 'By Name', rdns: null },
    { id: 'io.good', name: 'Good', rdns: 'io.good' },
  ],
};
const wallets = [fakeWallet('bad', { rdns: 'io.bad' }), fakeWallet('named', { name: 'BY NAME' }), fakeWallet('good', { rdns: 'io.good' })];

describe('ExcludeWallets', () => {
  it('takes installed wallets that the host excludes out of the list, and tells who follows it', async () => {
    const { useCases, directory } = world({ evm, wallets, options: { excludeWalletIds: ['bad', 'named'] } });
    const seen = record(useCases.watchConnectors.execute({ namespace: 'eip155' }));
    expect(ids(seen.values.at(-1))).toEqual(['io.bad', 'io.named', 'io.good']);
    const run = await arrived(record(useCases.excludeWallets.execute()));
    expect(directory.queries).toEqual([{ page: 1, entries: 2, include: ['bad', 'named'] }]);
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: [{ id: 'bad' }, { id: 'named' }] });
    expect(ids(seen.values.at(-1))).toEqual(['io.good']);
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(['io.good']);
  });

  it('asks nothing where none is excluded, and once where some are', async () => {
    const { useCases, directory, options } = world({ evm, wallets });
    await arrived(record(useCases.excludeWallets.execute()));
    expect(directory.queries).toEqual([]);
    options.update({ excludeWalletIds: ['bad'] });
    for (let time = 0; time < 2; time += 1) {
      await arrived(record(useCases.excludeWallets.execute()));
    }
    expect(directory.queries).toHaveLength(1);
    options.update({ excludeWalletIds: [] });
    await arrived(record(useCases.excludeWallets.execute()));
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toHaveLength(3);
  });

  it('excludes nobody whom the service only says to be excluded', async () => {
    const { useCases, directory } = world({ evm, options: { excludeWalletIds: ['bad'] } });
    directory.page = { wallets, dropped: [], count: 3 };
    await arrived(record(useCases.excludeWallets.execute()));
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(['io.named', 'io.good']);
  });

  it('leaves the list as it is when the directory does not answer, and asks again the next time', async () => {
    const { useCases, directory } = world({ evm, wallets, options: { excludeWalletIds: ['bad'] } });
    directory.lists = 'down';
    const run = await arrived(record(useCases.excludeWallets.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/unreachable' } });
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toHaveLength(3);
    directory.lists = 'working';
    await arrived(record(useCases.excludeWallets.execute()));
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(['io.named', 'io.good']);
  });
});
