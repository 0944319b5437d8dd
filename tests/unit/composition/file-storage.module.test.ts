import { describe, expect, it } from 'vitest';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { RECORD_STORE, type RecordStore } from '../../../application/ports/record-store.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../application/ports/storage.port.js';
import { EVENT_BUS, EventBus } from '../../../application/shared/event-bus.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { type FileStorageOptions, fileStorage } from '../../../composition/modules/file-storage.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { defineModule, type LatchkeyModule } from '../../../composition/wire.js';
import { mainnet, polygon } from '../../../domain/network/networks/eip155.js';
import { freshPath } from '../adapters/support/test-folder.js';

describe('fileStorage', () => {
  it('restores the network in a second client of the same folder', async () => {
    const folder = freshPath();
    const make = () => createLatchkey({ networks: [mainnet, polygon], modules: [eip155(), fileStorage({ folder })] });
    const first = make();
    await first.switchNetwork(polygon);
    first.dispose();
    const second = make();
    expect(second.getCaipNetworkId()).toBe('eip155:137');
    second.dispose();
  });

  it.each([
    ['before', (files: LatchkeyModule) => [files, walletconnect()]],
    ['after', (files: LatchkeyModule) => [walletconnect(), files]],
  ])('works %s walletconnect() in the list of modules and is disposed with the client', async (_, order) => {
    let records: RecordStore | null = null;
    const spy = defineModule((wire) =>
      wire(EVENT_BUS, [CLOCK, RECORD_STORE], (clock, store) => {
        records = store;
        return new EventBus(clock);
      }),
    );
    const modules = [eip155(), ...order(fileStorage({ folder: freshPath() })), spy];
    const latchkey = createLatchkey({ networks: [mainnet], modules });
    // TypeScript does not see the assignment in the factory.
    const store = records as RecordStore | null;
    await store?.set('a', 1);
    expect(await store?.get('a')).toBe(1);
    latchkey.dispose();
    expect(await store?.get('a')).toBe(undefined);
  });

  it('conflicts with another binding of Storage', () => {
    const own = defineModule((wire) => wire(STORAGE, [], () => new FakeStorage()));
    expect(() => createLatchkey({ networks: [mainnet], modules: [eip155(), fileStorage({ folder: freshPath() }), own] })).toThrow(
      'Storage is already bound',
    );
  });

  it.each([
    ['nothing', undefined, 'fileStorage'],
    ['no folder', {}, 'fileStorage.folder'],
    ['an empty folder', { folder: '' }, 'fileStorage.folder'],
    ['a short secret', { folder: 'x', secret: 'hunter2' }, 'fileStorage.secret'],
    ['an unknown option', { folder: 'x', path: 'y' }, 'fileStorage.path'],
  ])('rejects %s', (_, options, field) => {
    // Untyped callers may pass anything.
    expect(() => fileStorage(options as FileStorageOptions)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field }) }),
    );
  });
});
