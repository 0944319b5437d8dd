import { describe, expect, it, vi } from 'vitest';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { publishedTo, startRelayPage } from '../support/relay-pages.js';

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');

const UNKNOWN = 'cd'.repeat(32);
const RESULT = { message: { id: 1, jsonrpc: '2.0', result: true }, delivery: { tag: 1109, ttl: 300, prompt: false } } as const;

describe('messages from the relay', () => {
  it('are emitted once and acknowledged under every delivery id', async () => {
    const { server, pair, seal, received, until, acknowledged } = startRelayPage();
    const topic = await pair();
    const envelope = await seal(topic, 1);
    for (const id of ['1700000000000000001', '1700000000000000002']) server.last.push(topic, envelope, { id });
    await until(() => received.length > 0);
    expect([received.length, acknowledged()]).toEqual([1, []]);
    received[0]?.acknowledge();
    server.last.push(topic, envelope, { id: '"3"' });
    await until(() => acknowledged().length === 3);
    expect([received.length, acknowledged()]).toEqual([1, ['1700000000000000001', '1700000000000000002', '"3"']]);
  });

  it('are emitted again when redelivered after a minute without acknowledgement', async () => {
    const { server, clock, pair, seal, received, until, ids } = startRelayPage();
    const topic = await pair();
    const envelope = await seal(topic, 1);
    server.last.push(topic, envelope);
    await until(() => received.length === 1);
    await clock.run(50_000);
    server.last.push(topic, envelope);
    server.last.push(topic, await seal(topic, 2));
    await until(() => received.length === 2);
    await clock.run(11_000);
    server.last.push(topic, envelope);
    await until(() => received.length === 3);
    expect(ids()).toEqual([1, 2, 1]);
  });

  it('are not acknowledged without a subscriber', async () => {
    const { server, clock, page, store, pair, seal, relay, acknowledged } = startRelayPage();
    const topic = await pair();
    relay.dispose();
    const unsubscribedPage = page(store.otherTab());
    await unsubscribedPage.subscribe([topic], neverAborted());
    server.last.push(topic, await seal(topic, 1), { id: '5' });
    server.last.push(topic, 'garbage', { id: '6' });
    await clock.run(1_000);
    expect(acknowledged()).toEqual([]);
    unsubscribedPage.dispose();
  });

  it('are emitted without delay after subscribing a single topic', async () => {
    const { server, clock, relay, pair, seal, received, ids, until } = startRelayPage();
    const topic = await pair();
    await relay.unsubscribe([topic]);
    const [envelope, begin] = [await seal(topic, 1), clock.now()];
    await relay.subscribe([topic], neverAborted());
    server.last.push(topic, envelope);
    await until(() => received.length === 1, 0);
    expect([ids(), clock.now() - begin]).toEqual([[1], 0]);
  });

  it('from several mailboxes are sorted by publication time', async () => {
    const { server, clock, relay, pair, seal, received, ids, until } = startRelayPage();
    const topics = [await pair(), await pair()] as const;
    await relay.unsubscribe(topics);
    const subscribing = relay.subscribe(topics, neverAborted());
    for (const id of [3, 1, 2]) {
      const topic = topics[id % 2 === 0 ? 0 : 1];
      server.last.push(topic, await seal(topic, id), { id: String(id), publishedAt: id });
    }
    await subscribing;
    await until(() => received.length === 3);
    expect([ids(), received.map(({ publishedAt }) => publishedAt)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    await clock.run(1);
  });

  it.each([
    ['no envelope', 'not base64 !'],
    ['an empty envelope', ''],
    ['an envelope under another key', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='],
    ['a type 1 envelope', base64([1, ...Array(120).fill(7)])],
    [
      'an unencrypted envelope',
      base64([2, ...new TextEncoder().encode('{"id":1,"jsonrpc":"2.0","method":"wc_sessionDelete","params":{}}')]),
    ],
    ['an envelope of an unknown type', 'CQAAAAAAAAAA'],
  ])('are acknowledged and not emitted if they are %s', async (_, envelope) => {
    const { server, pair, received, until, acknowledged } = startRelayPage();
    const topic = await pair();
    server.last.push(topic, envelope, { id: '5' });
    await until(() => acknowledged().length === 1);
    expect([received, acknowledged()]).toEqual([[], ['5']]);
  });

  it('are acknowledged and not emitted if they are not JSON-RPC', async () => {
    const { server, peer, pair, received, until, acknowledged } = startRelayPage();
    const topic = await pair();
    // A broken peer may seal invalid messages.
    for (const message of ['text', { id: {}, method: 5 }, { jsonrpc: '2.0', id: 'x', result: 1 }, [], null]) {
      server.last.push(topic, (await peer.seal(topic, message as never)) ?? '', { id: '5' });
    }
    await until(() => acknowledged().length === 5);
    expect(received).toEqual([]);
  });

  it('on unknown topics are acknowledged, a thousand at once', async () => {
    const { server, pair, seal, received, until, acknowledged } = startRelayPage();
    const topic = await pair();
    for (let index = 0; index < 999; index += 1) server.last.push(UNKNOWN, `message ${index}`, { id: String(index) });
    server.last.push('__proto__', 'x'.repeat(100_000), { id: '999' });
    server.last.push(topic, await seal(topic, 7), { publishedAt: 1 });
    await until(() => received.length === 1 && acknowledged().length === 1_000);
    expect(received).toHaveLength(1);
  });

  it('on a topic of another tab are left unacknowledged for that tab', async () => {
    const { server, clock, page, store, pair, seal, acknowledged, until } = startRelayPage();
    const topic = await pair();
    const tab = page(store.otherTab());
    tab.messages$.subscribe();
    await tab.open(neverAborted());
    server.last.push(topic, await seal(topic, 1), { id: '5' });
    server.last.push(UNKNOWN, 'message', { id: '6' });
    await until(() => acknowledged().length === 1);
    await clock.run(1_000);
    expect(acknowledged()).toEqual(['6']);
    tab.dispose();
  });

  it('are ignored if this page published them', async () => {
    const { server, relay, pair, received, until, acknowledged } = startRelayPage();
    const topic = await pair();
    await relay.publish({ topic, ...RESULT }, neverAborted());
    server.last.push(topic, String(publishedTo(server)[0]?.['message']), { id: '5' });
    await until(() => acknowledged().length === 1);
    expect(received).toEqual([]);
  });
});

describe('messages to the relay', () => {
  it('are published with their delivery options and encrypted content', async () => {
    const { server, relay, pair } = startRelayPage();
    const topic = await pair();
    const params = { request: { method: 'eth_sendTransaction', params: [{ to: '0xabc' }] }, chainId: 'eip155:1' };
    const delivery = { tag: 1108, ttl: 300, prompt: true };
    await relay.publish({ topic, message: { id: 1, jsonrpc: '2.0', method: 'wc_sessionRequest', params }, delivery }, neverAborted());
    await relay.publish(
      { topic, message: { id: 2, jsonrpc: '2.0', method: 'wc_pairingPing', params }, delivery: { tag: 1002, ttl: 30, prompt: false } },
      neverAborted(),
    );
    expect(publishedTo(server)).toEqual([
      { topic, message: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/), ttl: 300, tag: 1108, prompt: true },
      // The relay rejects a lower TTL.
      { topic, message: expect.any(String), ttl: 300, tag: 1002, prompt: false },
    ]);
  });

  it('use the same envelope when published again', async () => {
    const { server, relay, pair } = startRelayPage();
    const publication = { topic: await pair(), ...RESULT };
    await Promise.all([relay.publish(publication, neverAborted()), relay.publish(publication, neverAborted())]);
    await relay.publish(publication, neverAborted());
    const published = publishedTo(server).map(({ message }) => message);
    expect([published.length, new Set(published).size]).toEqual([3, 1]);
  });

  it('are preceded by a URL with hostname, project id and auth token', async () => {
    const { server, relay } = startRelayPage();
    await relay.open(neverAborted());
    const { searchParams } = new URL(server.last.url);
    expect([...searchParams.keys()]).toEqual(['auth', 'ua', 'projectId', 'useOnCloseEvent']);
    const [header, payload] = (searchParams.get('auth') ?? '').split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header ?? '')).toEqual({ alg: 'EdDSA', typ: 'JWT' });
    expect(JSON.parse(payload ?? '')).toMatchObject({ iss: expect.stringMatching(/^did:key:z6Mk/), aud: 'wss://relay.example' });
  });
});

describe('runtime without WebSocket', () => {
  it('rejects with config/dependency-missing', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const { relay } = startRelayPage({ webSocket: undefined });
    expect(await codeOf(relay.open(neverAborted()))).toBe('config/dependency-missing');
  });
});

describe('client id', () => {
  it('matches the auth token and persists across page loads', async () => {
    const { relay, page, store } = startRelayPage();
    const id = await relay.keyChain.clientId();
    expect(id).toMatch(/^did:key:z6Mk/);
    const next = page(store.reload());
    expect(await next.keyChain.clientId()).toBe(id);
    relay.dispose();
    next.dispose();
  });
});
