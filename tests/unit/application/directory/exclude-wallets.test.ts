import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { clientFixture, record } from '../support/client-fixture.js';
import { flushed, ids } from './directory-for-tests.js';

const evm = {
  wallets: [
    { id: 'io.bad', name: 'Bad', rdns: 'io.bad' },
    { id: 'io.named', name: 'By Name', rdns: null },
    { id: 'io.good', name: 'Good', rdns: 'io.good' },
  ],
};
const wallets = [fakeWallet('bad', { rdns: 'io.bad' }), fakeWallet('named', { name: 'BY NAME' }), fakeWallet('good', { rdns: 'io.good' })];

describe('ExcludeWallets', () => {
  it('removes excluded installed wallets from the list and notifies its subscribers', async () => {
    const { useCases, directory } = clientFixture({ evm, wallets, options: { excludeWalletIds: ['bad', 'named'] } });
    const list = record(useCases.watchConnectors.execute({ namespace: 'eip155' }));
    expect(ids(list.values.at(-1))).toEqual(['io.bad', 'io.named', 'io.good']);
    const run = await flushed(record(useCases.excludeWallets.execute()));
    expect(directory.queries).toEqual([{ page: 1, entries: 2, include: ['bad', 'named'] }]);
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: [{ id: 'bad' }, { id: 'named' }] });
    expect(ids(list.values.at(-1))).toEqual(['io.good']);
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(['io.good']);
  });

  it('sends no request without excluded wallets, else one', async () => {
    const { useCases, directory, options } = clientFixture({ evm, wallets });
    await flushed(record(useCases.excludeWallets.execute()));
    expect(directory.queries).toEqual([]);
    options.update({ excludeWalletIds: ['bad'] });
    for (let time = 0; time < 2; time += 1) {
      await flushed(record(useCases.excludeWallets.execute()));
    }
    expect(directory.queries).toHaveLength(1);
    options.update({ excludeWalletIds: [] });
    await flushed(record(useCases.excludeWallets.execute()));
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toHaveLength(3);
  });

  it('does not exclude wallets that the service returns unrequested', async () => {
    const { useCases, directory } = clientFixture({ evm, options: { excludeWalletIds: ['bad'] } });
    directory.fixedPage = { wallets, dropped: [], count: 3 };
    await flushed(record(useCases.excludeWallets.execute()));
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(['io.named', 'io.good']);
  });

  it('does not change the list if the directory fails, and retries on the next run', async () => {
    const { useCases, directory } = clientFixture({ evm, wallets, options: { excludeWalletIds: ['bad'] } });
    directory.lists = 'down';
    const run = await flushed(record(useCases.excludeWallets.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/unreachable' } });
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toHaveLength(3);
    directory.lists = 'working';
    await flushed(record(useCases.excludeWallets.execute()));
    expect(ids(useCases.watchConnectors.current({ namespace: 'eip155' }))).toEqual(['io.named', 'io.good']);
  });
});
