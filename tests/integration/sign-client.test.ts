import { type Relay, startRelay } from '@latchkey/sandbox';
import type { SessionTypes, SignClientTypes } from '@walletconnect/types';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Disk } from './support/interop/disk.js';
import { latchkeyParty } from './support/interop/latchkey-party.js';
import { UNHANDLED_BY_OFFICIALS } from './support/interop/official-faults.js';
import { type Client, officialParty, type Party } from './support/interop/party.js';
import { UnhandledRejections } from './support/interop/unhandled-rejections.js';

/** The first key of the public test phrase. */
const ACCOUNT = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const CHAIN = 'eip155:1';
const ASKED = { chains: [CHAIN], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] };
const GRANTED = { eip155: { ...ASKED, accounts: [`${CHAIN}:${ACCOUNT.address}`] } };
const REASON = { code: 6000, message: 'User disconnected.' };

const official = officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename);
const ours = latchkeyParty();

interface Side {
  readonly party: Party;
  readonly disk: Disk;
  client: Client;
}

describe.each([
  ['ours as the app, the official one as the wallet', ours, official],
  ['the official one as the app, ours as the wallet', official, ours],
  ['ours on both sides', ours, ours],
] as const)('two clients over a real relay: %s', (_, appParty, walletParty) => {
  let relay: Relay;
  let app: Side;
  let wallet: Side;
  let rejections: UnhandledRejections;

  const start = (party: Party, disk: Disk, name: string): Promise<Client> =>
    party.init({
      projectId: 'any-project',
      relayUrl: relay.url,
      metadata: { name, description: name, url: `https://${name}.example`, icons: [] },
      logger: 'silent',
      telemetryEnabled: false,
      storage: disk.open().storage,
    });
  const side = async (party: Party, name: string): Promise<Side> => {
    const disk = new Disk();
    return { party, disk, client: await start(party, disk, name) };
  };
  const next = <Name extends SignClientTypes.Event>({ client }: Side, name: Name): Promise<SignClientTypes.EventArguments[Name]> =>
    new Promise((resolve) => client.once(name, resolve));

  beforeEach(async () => {
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    rejections = new UnhandledRejections();
    relay = await startRelay();
    [app, wallet] = [await side(appParty, 'app'), await side(walletParty, 'wallet')];
  });

  afterEach(async () => {
    for (const { party, client } of [app, wallet]) party.silence(client);
    await relay.stop();
    rejections.release();
    expect(rejections.textsBut([appParty, walletParty].includes(official) ? UNHANDLED_BY_OFFICIALS : [])).toEqual([]);
  });

  /** A session that both have. */
  const settle = async (): Promise<string> => {
    const { uri = '', approval } = await app.client.connect({ optionalNamespaces: { eip155: ASKED } });
    const approved = approval();
    const proposed = next(wallet, 'session_proposal');
    await wallet.client.pair({ uri });
    const { id, params } = await proposed;
    expect(params.proposer.metadata.name).toBe('app');
    const { topic, acknowledged } = await wallet.client.approve({ id, namespaces: GRANTED });
    await acknowledged();
    expect(await approved).toMatchObject({ topic, namespaces: GRANTED, peer: { metadata: { name: 'wallet' } } });
    return topic;
  };

  const sign = (topic: string): Promise<string> =>
    app.client.request<string>({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: ['0x00', ACCOUNT.address] } });

  /** The wallet answers the next request with this. */
  const answer = async (result: string): Promise<void> => {
    const { id, topic } = await next(wallet, 'session_request');
    await wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', result } });
  };

  it('pair, and one declines', async () => {
    const { uri = '', approval } = await app.client.connect({ optionalNamespaces: { eip155: ASKED } });
    const declined = expect(approval()).rejects.toMatchObject({ code: 5000, message: 'User rejected.' });
    const proposed = next(wallet, 'session_proposal');
    await wallet.client.pair({ uri });
    await wallet.client.reject({ id: (await proposed).id, reason: { code: 5000, message: 'User rejected.' } });
    await declined;
    expect([app.client.session.length, wallet.client.session.length]).toEqual([0, 0]);
  });

  it('settle a session, use it, change it, and end it', async () => {
    const topic = await settle();
    const answered = answer('0xsigned');
    expect(await sign(topic)).toBe('0xsigned');
    await answered;

    const refused = next(wallet, 'session_request').then(({ id }) =>
      wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } } }),
    );
    await expect(sign(topic)).rejects.toMatchObject({ code: 5000, message: 'User rejected.' });
    await refused;

    const pinged = next(wallet, 'session_ping');
    await app.client.ping({ topic });
    expect(await pinged).toMatchObject({ topic });

    const event = next(app, 'session_event');
    await wallet.client.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 1 } });
    expect(await event).toMatchObject({ topic, params: { chainId: CHAIN, event: { name: 'chainChanged', data: 1 } } });

    const namespaces: SessionTypes.Namespaces = { eip155: { ...GRANTED.eip155, methods: ['personal_sign'] } };
    const updated = next(app, 'session_update');
    const update = await wallet.client.update({ topic, namespaces });
    await update.acknowledged();
    expect(await updated).toMatchObject({ topic, params: { namespaces } });
    expect(app.client.session.get(topic).namespaces).toEqual(namespaces);

    const extended = next(app, 'session_extend');
    const extend = await wallet.client.extend({ topic });
    await extend.acknowledged();
    expect(await extended).toMatchObject({ topic });

    const ended = next(wallet, 'session_delete');
    await app.client.disconnect({ topic, reason: REASON });
    expect(await ended).toMatchObject({ topic });
    expect([app.client.session.length, wallet.client.session.length]).toEqual([0, 0]);
    expect(() => app.client.session.get(topic)).toThrow(/^(Missing or invalid\. Record was recently deleted|No matching key\.)/);
  });

  it('sign in with one click', async () => {
    const { uri, response } = await app.client.authenticate({
      chains: [CHAIN],
      uri: 'https://app.example/login',
      domain: 'app.example',
      nonce: 'abcdefgh',
      methods: ['personal_sign'],
    });
    const signedIn = response();
    const asked = next(wallet, 'session_authenticate');
    await wallet.client.pair({ uri });
    const { id, params } = await asked;
    const authPayload = wallet.party.signIn.populateAuthPayload({
      authPayload: params.authPayload,
      chains: [CHAIN],
      methods: ['personal_sign'],
    });
    const iss = `did:pkh:${CHAIN}:${ACCOUNT.address}`;
    const message = wallet.client.formatAuthMessage({ request: authPayload, iss });
    const signature = { t: 'eip191' as const, s: await ACCOUNT.signMessage({ message }) };
    const { session } = await wallet.client.approveSessionAuthenticate({
      id,
      auths: [wallet.party.signIn.buildAuthObject(authPayload, signature, iss)],
    });
    const signed = await signedIn;
    expect(signed.auths).toHaveLength(1);
    expect(signed.session).toMatchObject({ topic: session?.topic, namespaces: { eip155: { methods: ['personal_sign'] } } });
  });

  it('go on after either was started anew', async () => {
    const topic = await settle();
    app.party.silence(app.client);
    app.client = await start(app.party, app.disk, 'app');
    const answered = answer('0xonce');
    expect(await sign(topic)).toBe('0xonce');
    await answered;
    wallet.party.silence(wallet.client);
    wallet.client = await start(wallet.party, wallet.disk, 'wallet');
    const again = answer('0xtwice');
    expect(await sign(topic)).toBe('0xtwice');
    await again;
    expect(app.client.session.keys).toEqual(wallet.client.session.keys);
  });

  it('go on where the app changes over to ours: its session and keys are taken over, and the old records go with the first change', async () => {
    const topic = await settle();
    app.party.silence(app.client);
    const official = async () => (await app.disk.open().storage.getKeys()).filter((key) => key.startsWith('wc@2:')).length;
    const before = await official();
    app.client = await start(ours, app.disk, 'app');
    expect(app.client.session.get(topic)).toMatchObject({ topic, namespaces: GRANTED });
    const answered = answer('0xtaken');
    expect(await sign(topic)).toBe('0xtaken');
    await answered;
    expect(await official()).toBe(before);
    const ended = next(wallet, 'session_delete');
    await app.client.disconnect({ topic, reason: REASON });
    expect(await ended).toMatchObject({ topic });
    await expect.poll(official).toBe(0);
    ours.silence(app.client);
    app.client = await start(app.party, app.disk, 'app');
  });
});
