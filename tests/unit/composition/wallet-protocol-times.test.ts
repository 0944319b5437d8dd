import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../application/ports/clock.fake.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { ClientPage } from './sign-client/support/client-page.js';

const CHAIN = 'eip155:1';
const ASKED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } };
const ALLOWED = { eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`] } };
const SIGN_IN = { chains: [CHAIN], uri: 'https://app.example', domain: 'app.example', nonce: 'abcdefgh' };

/** In seconds. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

describe('the times and limits of the protocol, as a host can tell', () => {
  let clock: FakeClock;
  let app: ClientPage;
  let wallet: ClientPage;

  beforeEach(async () => {
    clock = new FakeClock();
    app = await ClientPage.open(clock, new FakeMessageRelay(clock), 'app');
    wallet = await ClientPage.open(clock, app.relay.peer(), 'wallet');
  });
  afterEach(() => {
    for (const { client } of [app, wallet]) client.dispose();
    expect(clock.pending).toBe(0);
  });

  const now = (): number => Math.floor(clock.now() / 1_000);

  const connect = async (): Promise<string> => {
    wallet.client.once('session_proposal', ({ id }) => void wallet.client.approve({ id, namespaces: ALLOWED }));
    const { uri = '', approval } = await app.client.connect({ optionalNamespaces: ASKED });
    await wallet.client.pair({ uri });
    const { topic } = await approval();
    await settle();
    return topic;
  };

  const ask = (topic: string, more: { readonly expiry?: number } = {}): Promise<unknown> => {
    const asked = app.client.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: [] }, ...more });
    asked.catch(() => undefined);
    return asked;
  };

  it('are 5 minutes for a proposal and its pairing, and 5 more for a pairing on which the peer was heard', async () => {
    const { uri = '' } = await app.client.connect({ optionalNamespaces: ASKED });
    const made = now();
    const expiries = () => [app, wallet].map(({ client }) => client.pairing.values[0]?.expiry);
    expect([app.client.proposal.values[0]?.expiryTimestamp, ...expiries()]).toEqual([made + 5 * MINUTE, made + 5 * MINUTE, undefined]);
    await clock.run(100_000);
    await wallet.client.pair({ uri });
    await settle();
    const [proposal] = wallet.client.proposal.values;
    expect([proposal?.expiryTimestamp, ...expiries()]).toEqual([1, 2, 3].map(() => made + 5 * MINUTE));
    await wallet.client.approve({ id: proposal?.id ?? 0, namespaces: ALLOWED });
    await settle();
    expect(expiries()).toEqual([now() + 5 * MINUTE, now() + 5 * MINUTE]);
  });

  it('are 7 days for a session, from its settlement and from each extension', async () => {
    const topic = await connect();
    const expiries = () => [app, wallet].map(({ client }) => client.session.get(topic).expiry);
    expect(expiries()).toEqual([now() + WEEK, now() + WEEK]);
    await clock.run(HOUR * 1_000);
    await (await app.client.extend({ topic })).acknowledged();
    expect(expiries()).toEqual([now() + WEEK, now() + WEEK]);
  });

  it('are 5 minutes for a request, or what it says between 5 minutes and 7 days', async () => {
    const topic = await connect();
    const expired: number[] = [];
    wallet.client.on('session_request_expire', ({ id }) => expired.push(id));
    const usual = ask(topic);
    const longest = ask(topic, { expiry: WEEK });
    await settle();
    const expiries = wallet.client.pendingRequest.values.map(({ params }) => params.request.expiryTimestamp);
    expect(expiries).toEqual([now() + 5 * MINUTE, now() + WEEK]);
    for (const expiry of [299, WEEK + 1])
      await expect(ask(topic, { expiry })).rejects.toThrow(
        `Missing or invalid. request() expiry: ${expiry}. Expiry must be a number (in seconds) between 300 and 604800`,
      );
    await clock.run(5 * MINUTE * 1_000);
    await expect(usual).rejects.toMatchObject({ message: 'Request expired. Please try again.' });
    expect([expired.length, wallet.client.pendingRequest.length]).toEqual([1, 1]);
    app.client.dispose();
    await expect(longest).rejects.toMatchObject({ code: 'config/disposed' });
  });

  it('are an hour for a sign-in, or more where it says so', async () => {
    await app.client.authenticate(SIGN_IN);
    await app.client.authenticate({ ...SIGN_IN, expiry: 300 });
    await app.client.authenticate({ ...SIGN_IN, expiry: 2 * HOUR });
    expect(app.client.auth.requests.values.map(({ expiryTimestamp }) => expiryTimestamp - now())).toEqual([HOUR, HOUR, 2 * HOUR]);
  });

  it('are half a second for the answer to a ping, and a second between two requests', async () => {
    const topic = await connect();
    let isAnswered = false;
    const pinging = app.client.ping({ topic }).then(() => {
      isAnswered = true;
    });
    await settle();
    await clock.run(499);
    expect(isAnswered).toBe(false);
    await clock.run(1);
    await pinging;
    const shown: number[] = [];
    wallet.client.on('session_request', ({ id }) => shown.push(id));
    const answers = [ask(topic), ask(topic)];
    await settle();
    expect(shown).toHaveLength(1);
    await wallet.client.respond({ topic, response: { id: shown[0] ?? 0, jsonrpc: '2.0', result: 'one' } });
    await clock.run(999);
    expect(shown).toHaveLength(1);
    await clock.run(1);
    await wallet.client.respond({ topic, response: { id: shown[1] ?? 0, jsonrpc: '2.0', result: 'two' } });
    expect(await Promise.all(answers)).toEqual(['one', 'two']);
  });

  it('are 50 ms after a start until the relay is heard, and a second until what earlier pages left is shown', async () => {
    const topic = await connect();
    const left = ask(topic);
    await settle();
    wallet = await wallet.reload();
    const shown: number[] = [];
    wallet.client.on('session_request', ({ id }) => shown.push(id));
    await clock.run(49);
    expect([wallet.relay.topics.length, shown.length]).toEqual([0, 0]);
    await clock.run(1);
    expect([wallet.relay.topics.includes(topic), shown.length]).toEqual([true, 0]);
    await clock.run(949);
    expect(shown).toEqual([]);
    await clock.run(1);
    expect(shown).toHaveLength(1);
    await wallet.client.respond({ topic, response: { id: shown[0] ?? 0, jsonrpc: '2.0', result: 'left' } });
    expect(await left).toBe('left');
  });

  it('are 200 things that were deleted, of which the older half is forgotten', async () => {
    const topics: string[] = [];
    const say = (topic: string | undefined): string => {
      try {
        return app.client.session.get(topic ?? '').topic;
      } catch (error) {
        return String(error).replace(/: \w+$/, '');
      }
    };
    for (let index = 0; index < 200; index += 1) {
      topics.push(`${index}`);
      await app.client.session.set(`${index}`, SESSION);
      await app.client.session.delete(`${index}`);
    }
    expect([topics[0], topics[99], topics[100], topics[199]].map(say)).toEqual([
      'Error: No matching key. session',
      'Error: No matching key. session',
      'Error: Missing or invalid. Record was recently deleted - session',
      'Error: Missing or invalid. Record was recently deleted - session',
    ]);
  });

  it('are 5 s for a beat', async () => {
    let beats = 0;
    app.client.core.heartbeat.on('heartbeat_pulse', () => {
      beats += 1;
    });
    expect(app.client.core.heartbeat.interval).toBe(5_000);
    await clock.run(10_000);
    expect(beats).toBe(2);
  });
});

const PARTY = { publicKey: 'dd', metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] } };
const SESSION = {
  topic: 'aa',
  pairingTopic: 'bb',
  relay: { protocol: 'irn' },
  expiry: 2_000_000_000,
  acknowledged: true,
  controller: 'cc',
  namespaces: ALLOWED,
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: PARTY,
  peer: PARTY,
};
