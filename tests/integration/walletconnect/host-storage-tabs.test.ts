import { type Relay, startRelay } from '@latchkey/sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../../adapters/browser/system-clock.js';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { FakeKeyValueStorage } from '../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { SignClient } from '../../../composition/sign-client.js';
import { startSignClient } from '../../../composition/start-sign-client.js';

const REQUESTED = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } };
const APPROVED = { eip155: { ...REQUESTED.eip155, accounts: ['eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'] } };

describe('tabs that share a storage of the app', () => {
  let relay: Relay;
  const clients: SignClient[] = [];

  beforeEach(async () => {
    // Node has the same BroadcastChannel as a browser.
    vi.stubGlobal('window', globalThis);
    relay = await startRelay();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.dispose();
    await relay.stop();
    vi.unstubAllGlobals();
  });

  const open = async (name: string, storage: FakeKeyValueStorage, page?: typeof window): Promise<SignClient> => {
    const metadata = { name, description: '', url: `https://${name}.example`, icons: [] };
    const options = { projectId: 'any', relayUrl: relay.url, metadata, storage };
    const start = { options, browser: new FakeBrowser(), clock: SYSTEM_CLOCK, logger: new FakeLogger(), page };
    const client = await startSignClient(start, (parts) => new SignClient(parts));
    clients.push(client);
    return client;
  };

  it('delete a session together when one of them disconnects, with one event each and no records left', async () => {
    const storage = new FakeKeyValueStorage();
    const [one, wallet] = [await open('app', storage, window), await open('wallet', new FakeKeyValueStorage())];
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: APPROVED }));
    const { uri = '', approval } = await one.connect({ optionalNamespaces: REQUESTED });
    await wallet.pair({ uri });
    const { topic } = await approval();
    const other = await open('app', storage, window);
    expect(other.session.getAll().map((session) => session.topic)).toEqual([topic]);
    const ended: (readonly [string, string])[] = [];
    for (const [name, client] of Object.entries({ one, other, wallet }))
      client.on('session_delete', (end) => void ended.push([name, end.topic]));
    await one.disconnect({ topic, reason: { code: 6_000, message: '' } });
    await expect.poll(() => ended.toSorted()).toEqual(['other', 'wallet'].map((name) => [name, topic]));
    expect([one, other, wallet].map(({ session }) => session.getAll())).toEqual([[], [], []]);
    await expect(other.ping({ topic })).rejects.toThrow(topic);
    // Each tab unsubscribes from the relay before it deletes its records.
    await expect.poll(async () => (await storage.getKeys()).filter((key) => key.includes(topic))).toEqual([]);
  });
});
