import { type Relay, startRelay } from '@latchkey/sandbox';
import type { SignClientTypes } from '@walletconnect/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Disk } from './support/interop/disk.js';
import { latchkeyParty } from './support/interop/latchkey-party.js';
import { OFFICIAL_UNHANDLED_REJECTIONS } from './support/interop/official-faults.js';
import { type Client, officialParty, type Party } from './support/interop/party.js';
import { UnhandledRejections } from './support/interop/unhandled-rejections.js';

/** The first account of the public test mnemonic. */
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const CHAIN = 'eip155:1';
const REQUESTED = { chains: [CHAIN], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] };
const APPROVED = { eip155: { ...REQUESTED, accounts: [`${CHAIN}:${ADDRESS}`] } };
const REASON = { code: 6000, message: 'User disconnected.' };

const official = officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename);
const ours = latchkeyParty();

interface Side {
  readonly party: Party;
  readonly disk: Disk;
  client: Client;
}

describe('an app on the official client, with a wallet on ours', () => {
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
    [app, wallet] = [await side(official, 'app'), await side(ours, 'wallet')];
  });

  afterEach(async () => {
    for (const { party, client } of [app, wallet]) party.stopDialing(client);
    await relay.stop();
    rejections.release();
    expect(rejections.unexpected(OFFICIAL_UNHANDLED_REJECTIONS)).toEqual([]);
  });

  /** Settles a session. */
  const settle = async (): Promise<string> => {
    const { uri = '', approval } = await app.client.connect({ optionalNamespaces: { eip155: REQUESTED } });
    const approved = approval();
    const proposed = next(wallet, 'session_proposal');
    await wallet.client.pair({ uri });
    const { id, params } = await proposed;
    expect(params.proposer.metadata.name).toBe('app');
    const { topic, acknowledged } = await wallet.client.approve({ id, namespaces: APPROVED });
    await acknowledged();
    expect(await approved).toMatchObject({ topic, namespaces: APPROVED, peer: { metadata: { name: 'wallet' } } });
    return topic;
  };

  const sign = (topic: string): Promise<string> =>
    app.client.request<string>({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: ['0x00', ADDRESS] } });

  /** Sets the wallet's response to the next request. */
  const respondNext = async (result: string): Promise<void> => {
    const { id, topic } = await next(wallet, 'session_request');
    await wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', result } });
  };

  it('migrates to our client: sessions and keys are imported, and the old records are deleted with the first change', async () => {
    const topic = await settle();
    app.party.stopDialing(app.client);
    const officialRecords = async () => (await app.disk.open().storage.getKeys()).filter((key) => key.startsWith('wc@2:')).length;
    const before = await officialRecords();
    app.client = await start(ours, app.disk, 'app');
    expect(app.client.session.get(topic)).toMatchObject({ topic, namespaces: APPROVED });
    const responded = respondNext('0xtaken');
    expect(await sign(topic)).toBe('0xtaken');
    await responded;
    expect(await officialRecords()).toBe(before);
    const ended = next(wallet, 'session_delete');
    await app.client.disconnect({ topic, reason: REASON });
    expect(await ended).toMatchObject({ topic });
    await expect.poll(officialRecords).toBe(0);
    ours.stopDialing(app.client);
    app.client = await start(app.party, app.disk, 'app');
  });
});
