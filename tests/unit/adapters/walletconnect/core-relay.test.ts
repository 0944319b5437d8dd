import { describe, expect, it, vi } from 'vitest';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { publishedTo, startRelayPage } from '../support/relay-pages.js';

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');

const UNKNOWN = 'cd'.repeat(32);
const RESULT = { message: { id: 1, jsonrpc: '2.0', result: true }, delivery: { tag: 1109, ttl: 300, prompt: false } } as const;

describe('what comes from the relay', () => {
  it('is told once and acknowledged, under every id that brought it, when it was taken up', async () => {
    const { server, pair, seal, heard, until, acknowledged } = startRelayPage();
    const topic = await pair();
    const envelope = await seal(topic, 1);
    for (const id of ['1700000000000000001', '1700000000000000002']) server.last.push(topic, envelope, { id });
    await until(() => heard.length > 0);
    expect([heard.length, acknowledged()]).toEqual([1, []]);
    heard[0]?.acknowledge();
    server.last.push(topic, envelope, { id: '"3"' });
    await until(() => acknowledged().length === 3);
    expect([heard.length, acknowledged()]).toEqual([1, ['1700000000000000001', '1700000000000000002', '"3"']]);
  });

  it('is told again when it comes again after a minute in which nobody took it up', async () => {
    const { server, clock, pair, seal, heard, until, ids } = startRelayPage();
    const topic = await pair();
    const envelope = await seal(topic, 1);
    server.last.push(topic, envelope);
    await until(() => heard.length === 1);
    await clock.run(50_000);
    server.last.push(topic, envelope);
    server.last.push(topic, await seal(topic, 2));
    await until(() => heard.length === 2);
    await clock.run(11_000);
    server.last.push(topic, envelope);
    await until(() => heard.length === 3);
    expect(ids()).toEqual([1, 2, 1]);
  });

  it('is not acknowledged when nobody listens', async () => {
    const { server, clock, page, store, pair, seal, relay, acknowledged } = startRelayPage();
    const topic = await pair();
    relay.dispose();
    const deaf = page(store.otherTab());
    await deaf.subscribe([topic], patient());
    server.last.push(topic, await seal(topic, 1), { id: '5' });
    server.last.push(topic, 'garbage', { id: '6' });
    await clock.run(1_000);
    expect(acknowledged()).toEqual([]);
    deaf.dispose();
  });

  it('is told without a pause when its topic was subscribed alone', async () => {
    const { server, clock, relay, pair, seal, heard, ids, until } = startRelayPage();
    const topic = await pair();
    await relay.unsubscribe([topic]);
    const [envelope, begin] = [await seal(topic, 1), clock.now()];
    await relay.subscribe([topic], patient());
    server.last.push(topic, envelope);
    await until(() => heard.length === 1, 0);
    expect([ids(), clock.now() - begin]).toEqual([[1], 0]);
  });

  it('is put in the order of publication when it waited', async () => {
    const { server, clock, relay, pair, seal, heard, ids, until } = startRelayPage();
    const topics = [await pair(), await pair()] as const;
    await relay.unsubscribe(topics);
    const subscribing = relay.subscribe(topics, patient());
    for (const id of [3, 1, 2]) {
      const topic = topics[id % 2 === 0 ? 0 : 1];
      server.last.push(topic, await seal(topic, id), { id: String(id), publishedAt: id });
    }
    await subscribing;
    await until(() => heard.length === 3);
    expect([ids(), heard.map(({ publishedAt }) => publishedAt)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    await clock.run(1);
  });

  it.each([
    ['no envelope', 'not base64 !'],
    ['an empty envelope', ''],
    ['an envelope under another key', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='],
    ['an envelope that names its sender', base64([1, ...Array(120).fill(7)])],
    [
      'an envelope that is not sealed',
      base64([2, ...new TextEncoder().encode('{"id":1,"jsonrpc":"2.0","method":"wc_sessionDelete","params":{}}')]),
    ],
    ['an envelope of no known kind', 'CQAAAAAAAAAA'],
  ])('is acknowledged at once and told to nobody when it is %s', async (_, envelope) => {
    const { server, pair, heard, until, acknowledged } = startRelayPage();
    const topic = await pair();
    server.last.push(topic, envelope, { id: '5' });
    await until(() => acknowledged().length === 1);
    expect([heard, acknowledged()]).toEqual([[], ['5']]);
  });

  it('is acknowledged at once and told to nobody when it is no message of the protocol', async () => {
    const { server, peer, pair, heard, until, acknowledged } = startRelayPage();
    const topic = await pair();
    // What a broken peer may seal.
    for (const message of ['text', { id: {}, method: 5 }, { jsonrpc: '2.0', id: 'x', result: 1 }, [], null]) {
      server.last.push(topic, (await peer.seal(topic, message as never)) ?? '', { id: '5' });
    }
    await until(() => acknowledged().length === 5);
    expect(heard).toEqual([]);
  });

  it('is acknowledged at once, a thousand times, on topics that nobody knows', async () => {
    const { server, pair, seal, heard, until, acknowledged } = startRelayPage();
    const topic = await pair();
    for (let index = 0; index < 999; index += 1) server.last.push(UNKNOWN, `message ${index}`, { id: String(index) });
    server.last.push('__proto__', 'x'.repeat(100_000), { id: '999' });
    server.last.push(topic, await seal(topic, 7), { publishedAt: 1 });
    await until(() => heard.length === 1 && acknowledged().length === 1_000);
    expect(heard).toHaveLength(1);
  });

  it('is left to the other tab on a topic that only that tab asked for', async () => {
    const { server, clock, page, store, pair, seal, acknowledged, until } = startRelayPage();
    const topic = await pair();
    const tab = page(store.otherTab());
    tab.messages$.subscribe();
    await tab.open(patient());
    server.last.push(topic, await seal(topic, 1), { id: '5' });
    server.last.push(UNKNOWN, 'message', { id: '6' });
    await until(() => acknowledged().length === 1);
    await clock.run(1_000);
    expect(acknowledged()).toEqual(['6']);
    tab.dispose();
  });

  it('is nothing new when it is what this page published', async () => {
    const { server, relay, pair, heard, until, acknowledged } = startRelayPage();
    const topic = await pair();
    await relay.publish({ topic, ...RESULT }, patient());
    server.last.push(topic, String(publishedTo(server)[0]?.['message']), { id: '5' });
    await until(() => acknowledged().length === 1);
    expect(heard).toEqual([]);
  });
});

describe('what goes to the relay', () => {
  it('says how it travels and nothing of what is in it', async () => {
    const { server, relay, pair } = startRelayPage();
    const topic = await pair();
    const params = { request: { method: 'eth_sendTransaction', params: [{ to: '0xabc' }] }, chainId: 'eip155:1' };
    const delivery = { tag: 1108, ttl: 300, prompt: true };
    await relay.publish({ topic, message: { id: 1, jsonrpc: '2.0', method: 'wc_sessionRequest', params }, delivery }, patient());
    await relay.publish(
      { topic, message: { id: 2, jsonrpc: '2.0', method: 'wc_pairingPing', params }, delivery: { tag: 1002, ttl: 30, prompt: false } },
      patient(),
    );
    expect(publishedTo(server)).toEqual([
      { topic, message: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/), ttl: 300, tag: 1108, prompt: true },
      // Relays take nothing that is to be kept for a shorter time.
      { topic, message: expect.any(String), ttl: 300, tag: 1002, prompt: false },
    ]);
  });

  it('is the same envelope where the same message is published again', async () => {
    const { server, relay, pair } = startRelayPage();
    const publication = { topic: await pair(), ...RESULT };
    await Promise.all([relay.publish(publication, patient()), relay.publish(publication, patient())]);
    await relay.publish(publication, patient());
    const published = publishedTo(server).map(({ message }) => message);
    expect([published.length, new Set(published).size]).toEqual([3, 1]);
  });

  it('names the host, the project and a token for this relay in the address', async () => {
    const { server, relay } = startRelayPage();
    await relay.open(patient());
    const { searchParams } = new URL(server.last.url);
    expect([...searchParams.keys()]).toEqual(['auth', 'ua', 'projectId', 'useOnCloseEvent']);
    const [header, payload] = (searchParams.get('auth') ?? '').split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header ?? '')).toEqual({ alg: 'EdDSA', typ: 'JWT' });
    expect(JSON.parse(payload ?? '')).toMatchObject({ iss: expect.stringMatching(/^did:key:z6Mk/), aud: 'wss://relay.example' });
  });
});

describe('a place without WebSockets', () => {
  it('is told what to install', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const { relay } = startRelayPage({ webSocket: undefined });
    expect(await codeOf(relay.open(patient()))).toBe('config/dependency-missing');
  });
});

describe('the id of a client', () => {
  it('is the one that its token says, on this page and on the next', async () => {
    const { relay, page, store } = startRelayPage();
    const id = await relay.keyChain.clientId();
    expect(id).toMatch(/^did:key:z6Mk/);
    const next = page(store.reload());
    expect(await next.keyChain.clientId()).toBe(id);
    relay.dispose();
    next.dispose();
  });
});
