import { type Relay, startRelay } from '@latchkey/sandbox';
import { Core as OfficialCore } from '@walletconnect/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Core } from '../../adapters/sign-client/core.js';
import type { SignClientOptions } from '../../adapters/sign-client/sign-options.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { SignClient } from '../../composition/sign-client.js';
import { type OfficialClient, openOfficial, stopOfficial } from './support/provider-fixture.js';

const CHAIN = 'eip155:1';
const REQUESTED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } };
const APPROVED = { eip155: { ...REQUESTED.eip155, accounts: [`${CHAIN}:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`] } };
const METADATA = { name: 'wallet', description: 'A wallet of the tests', url: 'https://wallet.example', icons: [] };

type MadeCore = NonNullable<SignClientOptions['core']>;

/** Wallets create a Core, pass it to their client and pair with it: with their own Core or with the one of the client. */
describe.each<
  [string, (relayUrl: string, storage: FakeKeyValueStorage) => { core: MadeCore; pairing(client: SignClient): { pair: Pair } }]
>([
  [
    'of ours',
    (relayUrl, storage) => {
      const core = new Core({ projectId: 'any-project', relayUrl, storage, logger: 'silent' });
      return { core, pairing: () => core.pairing };
    },
  ],
  [
    'of the official package',
    (relayUrl, storage) => {
      const core = new OfficialCore({ projectId: 'any-project', relayUrl, storage, logger: 'silent', telemetryEnabled: false });
      return { core, pairing: (client) => client.core.pairing };
    },
  ],
])('a wallet on a core %s, with an official app', (_, make) => {
  let relay: Relay;
  let app: OfficialClient;

  beforeAll(async () => {
    relay = await startRelay();
    app = await openOfficial(relay.url, 'app');
  });
  afterAll(async () => {
    await stopOfficial(app);
    await relay.stop();
  });

  it('pairs with it, approves, responds, and restores its session', async () => {
    const storage = new FakeKeyValueStorage();
    const { core, pairing } = make(relay.url, storage);
    const wallet = await SignClient.init({ core, metadata: METADATA, logger: 'silent' });
    expect(wallet.core).toMatchObject({ projectId: 'any-project', relayUrl: relay.url });
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: APPROVED }));
    wallet.on('session_request', ({ id, topic }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } }));
    const { uri = '', approval } = await app.connect({ optionalNamespaces: REQUESTED });
    const approved = approval();
    expect(await pairing(wallet).pair({ uri })).toMatchObject({ relay: { protocol: 'irn' } });
    const { topic } = await approved;
    expect(await app.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: [] } })).toBe('0xsigned');
    expect(wallet.core.crypto.keychain.has(topic)).toBe(true);
    wallet.dispose();
    const next = await SignClient.init({ core: make(relay.url, storage).core, metadata: METADATA, logger: 'silent' });
    expect(next.session.keys).toEqual([topic]);
    await next.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    next.dispose();
  });
});

type Pair = (params: { uri: string }) => Promise<unknown>;
