import { type Relay, startRelay } from '@latchkey/sandbox';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Core } from '../../adapters/sign-client/core.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { SignClient } from '../../composition/sign-client.js';
import { type OfficialClient, openOfficial, stopOfficial } from './support/provider-fixture.js';

const CHAIN = 'eip155:1';
const REQUESTED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } };
const APPROVED = { eip155: { ...REQUESTED.eip155, accounts: [`${CHAIN}:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`] } };
const METADATA = { name: 'wallet', description: 'A wallet of the tests', url: 'https://wallet.example', icons: [] };

/** Wallets create a Core, pass it to their client and pair with it. */
describe('a wallet on a Core of ours, with an official app', () => {
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
    const make = () => new Core({ projectId: 'any-project', relayUrl: relay.url, storage, logger: 'silent' });
    const core = make();
    const wallet = await SignClient.init({ core, metadata: METADATA, logger: 'silent' });
    expect(wallet.core).toMatchObject({ projectId: 'any-project', relayUrl: relay.url });
    wallet.on('session_proposal', ({ id, params }) => {
      // The helpers of the official package accept our proposals, and we its namespaces.
      void wallet.approve({ id, namespaces: buildApprovedNamespaces({ proposal: params, supportedNamespaces: APPROVED }) });
    });
    wallet.on('session_request', ({ id, topic }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } }));
    const { uri = '', approval } = await app.connect({ optionalNamespaces: REQUESTED });
    const approved = approval();
    expect(await core.pairing.pair({ uri })).toMatchObject({ relay: { protocol: 'irn' } });
    const { topic } = await approved;
    expect(await app.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: [] } })).toBe('0xsigned');
    expect(wallet.core.crypto.keychain.has(topic)).toBe(true);
    wallet.dispose();
    const next = await SignClient.init({ core: make(), metadata: METADATA, logger: 'silent' });
    expect(next.session.keys).toEqual([topic]);
    await next.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') });
    next.dispose();
  });
});
