import { describe, expect, it } from 'vitest';
import { Core } from '../../../../adapters/sign-client/core.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { coreWorld, WALLET } from '../support/core-world.js';

const { party, coreOf } = coreWorld();

describe('a core that a wallet makes before its client', () => {
  it('holds the settings that a client takes of it', async () => {
    const storage = new FakeKeyValueStorage();
    const core = await Core.init({ projectId: 'any', relayUrl: 'wss://relay.example', storage, customStoragePrefix: 'mine' });
    expect(core).toMatchObject({ protocol: 'wc', version: 2, name: 'core', projectId: 'any', relayUrl: 'wss://relay.example' });
    expect([core.customStoragePrefix, core.storage === storage, core.events === core]).toEqual(['mine', true, true]);
    await core.start();
  });

  it('says of each part that it is not initialized before there is a client', () => {
    const core = new Core();
    for (const part of ['pairing', 'relayer', 'crypto', 'expirer', 'history', 'heartbeat', 'verify'] as const)
      expect(() => core[part]).toThrow(expect.objectContaining({ code: 1, message: `Not initialized. ${part}` }));
    for (const call of [
      () => core.addLinkModeSupportedApp('https://wallet.example'),
      () => core.dispatchEnvelope({ topic: 'aa', message: 'bb' }),
    ])
      expect(call).toThrow('Not initialized. core');
    expect([core.storage, core.linkModeSupportedApps]).toEqual([undefined, []]);
  });

  it('shows the parts of its client from then on', async () => {
    const core = new Core();
    const { core: facade, dispatched } = coreOf(party(WALLET));
    core.serve(facade);
    for (const part of ['pairing', 'relayer', 'crypto', 'expirer', 'history', 'heartbeat', 'verify', 'storage'] as const)
      expect(core[part]).toBe(facade[part]);
    core.addLinkModeSupportedApp('https://wallet.example');
    core.dispatchEnvelope({ topic: 'aa', message: 'bb' });
    expect([core.linkModeSupportedApps, dispatched]).toEqual([['https://wallet.example'], [{ topic: 'aa', envelope: 'bb' }]]);
    facade.dispose();
  });
});
