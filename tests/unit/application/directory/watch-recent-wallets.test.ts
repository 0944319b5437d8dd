import { describe, expect, it } from 'vitest';
import { RecentWallets } from '../../../../application/directory/recent-wallets.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { connect, record, world } from '../support/world.js';
import { ids } from './directory-for-tests.js';

const wallet = (id: string) => ({ id, name: id.toUpperCase() });

describe('WatchRecentWallets', () => {
  it('gives the two wallets used last, over reloads', () => {
    const storage = new FakeStorage();
    const { recent } = world({ storage });
    for (const id of ['a', 'b', 'c']) recent.remember(wallet(id));
    const { useCases } = world({ storage: storage.reload() });
    expect(ids(useCases.watchRecentWallets.current())).toEqual(['c', 'b']);
    expect(record(useCases.watchRecentWallets.execute()).values.map(ids)).toEqual([['c', 'b']]);
  });

  it('reads nothing where what is stored makes no sense, and goes on from there', () => {
    const { useCases, recent } = world({ storage: new FakeStorage({ [STORAGE_KEYS.recentWallets]: '{"a":' }) });
    expect(useCases.watchRecentWallets.current()).toEqual([]);
    recent.remember(wallet('a'));
    expect(ids(useCases.watchRecentWallets.current())).toEqual(['a']);
  });

  it('hears of another tab, and of a connection of its own', async () => {
    const storage = new FakeStorage();
    const here = world({ storage });
    const seen = record(here.useCases.watchRecentWallets.execute());
    new RecentWallets(storage.otherTab()).remember(wallet('a'));
    here.recent.remember(wallet('b'));
    await connect(here);
    storage.otherTab().set('something-else', 'x');
    expect(seen.values.map(ids)).toEqual([[], ['a'], ['b', 'a']]);
    here.connections.dispose();
    expect(seen.end).toBe('complete');
  });
});
