import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../../../adapters/sign-client/core.js';
import { CoreFacade } from '../../../../adapters/sign-client/core-facade.js';
import { VerifyFacade } from '../../../../adapters/sign-client/verify-facade.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { Pairings } from '../../../../application/wallet-protocol/engine/pairings.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import { EngineParty } from '../../application/wallet-protocol/engine/support/engine-party.js';

const METADATA = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };

const never = async (): Promise<never> => {
  throw new Error('not expected');
};

describe('a core that a wallet makes before its client', () => {
  let clock: FakeClock;
  let party: EngineParty;
  const remembered: string[] = [];
  const taken: unknown[] = [];

  beforeEach(() => {
    clock = new FakeClock();
    party = new EngineParty(clock, new FakeMessageRelay(clock), METADATA);
  });
  afterEach(() => {
    party.close();
    expect(clock.pending).toBe(0);
  });

  const served = (): CoreFacade =>
    new CoreFacade({
      name: 'core',
      projectId: 'any',
      relayUrl: undefined,
      customStoragePrefix: '',
      storage: new FakeKeyValueStorage(),
      context: party.context,
      pairings: new Pairings(party.context),
      verify: new VerifyFacade({ origins: { attest: null, attestation: async () => null, resolve: never } }),
      links: {
        known: () => remembered,
        remember: async (link) => void remembered.push(link),
        takeEnvelope: async (envelope) => {
          taken.push(envelope);
          return true;
        },
      },
      relay: party.relay,
      closeLine: () => undefined,
      clock,
      logger: party.logger,
    });

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
    const [core, facade] = [new Core(), served()];
    core.serve(facade);
    for (const part of ['pairing', 'relayer', 'crypto', 'expirer', 'history', 'heartbeat', 'verify', 'storage'] as const)
      expect(core[part]).toBe(facade[part]);
    core.addLinkModeSupportedApp('https://wallet.example');
    core.dispatchEnvelope({ topic: 'aa', message: 'bb' });
    expect([core.linkModeSupportedApps, taken]).toEqual([['https://wallet.example'], [{ topic: 'aa', envelope: 'bb' }]]);
    facade.dispose();
  });
});
