import { describe, expect, it } from 'vitest';
import { RecentWallets } from '../../../../application/directory/recent-wallets.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { clientFixture, connect, record } from '../support/client-fixture.js';
import { ids } from './directory-for-tests.js';

const wallet = (id: string) => ({ id, name: id.toUpperCase() });

describe('WatchRecentWallets', () => {
  it('emits the two most recent wallets, also after a reload', () => {
    const storage = new FakeStorage();
    const { recent } = clientFixture({ storage });
    for (const id of ['a', 'b', 'c']) recent.remember(wallet(id));
    const { useCases } = clientFixture({ storage: storage.reload() });
    expect(ids(useCases.watchRecentWallets.current())).toEqual(['c', 'b']);
    expect(record(useCases.watchRecentWallets.execute()).values.map(ids)).toEqual([['c', 'b']]);
  });

  it('ignores corrupted entries and continues with an empty list', () => {
    const { useCases, recent } = clientFixture({ storage: new FakeStorage({ [STORAGE_KEYS.recentWallets]: '{"a":' }) });
    expect(useCases.watchRecentWallets.current()).toEqual([]);
    recent.remember(wallet('a'));
    expect(ids(useCases.watchRecentWallets.current())).toEqual(['a']);
  });

  it('emits changes of other tabs and of its own connections', async () => {
    const storage = new FakeStorage();
    const fixture = clientFixture({ storage });
    const run = record(fixture.useCases.watchRecentWallets.execute());
    new RecentWallets(storage.otherTab()).remember(wallet('a'));
    fixture.recent.remember(wallet('b'));
    await connect(fixture);
    storage.otherTab().set('something-else', 'x');
    expect(run.values.map(ids)).toEqual([[], ['a'], ['b', 'a']]);
    fixture.connections.dispose();
    expect(run.end).toBe('complete');
  });
});
