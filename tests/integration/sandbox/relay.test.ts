import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { relayOverHttp } from '../../../sandbox/relay/relay-control.js';
import { type Relay, startRelay } from '../../../sandbox/relay/start-relay.js';

const TOPIC = 'a'.repeat(64);
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A relay auth token as clients create it. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-auth */
const makeToken = (audience: string): string => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.concat([Buffer.from('ed01', 'hex'), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
  let did = '';
  for (let value = BigInt(`0x${key.toString('hex')}`); value > 0n; value /= 58n) did = BASE58.charAt(Number(value % 58n)) + did;
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = { iss: `did:key:z${did}`, sub: '00'.repeat(32), aud: audience, iat: nowS, exp: nowS + 60 };
  const body = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`;
};

interface Received {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
  readonly method?: string;
  readonly params?: { readonly data: { readonly message: string } };
}

/** A socket to the relay and everything that it received. */
class Client {
  readonly received: Received[] = [];
  readonly socket: WebSocket;
  #lastId = 0;
  #looks: (() => void)[] = [];

  constructor(url: string, query: Readonly<Record<string, string>> = {}) {
    const parameters = new URLSearchParams({ auth: makeToken(url), projectId: 'any', ua: 'test', ...query });
    this.socket = new WebSocket(`${url}/?${parameters}`);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(String(data)));
      for (const look of this.#looks) look();
    });
  }

  opened(): Promise<void> {
    return new Promise((resolve) => this.socket.once('open', resolve));
  }

  closed(): Promise<{ code: number; reason: string }> {
    return new Promise((resolve) => this.socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })));
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Calls a method with a string id, as official clients do. */
  async call(method: string, params: object): Promise<Received> {
    this.#lastId += 1;
    const id = `call-${this.#lastId}`;
    this.send({ id, jsonrpc: '2.0', method, params });
    return this.got((message) => message.id === id);
  }

  pushed(message: string): Promise<Received> {
    return this.got(({ params }) => params?.data.message === message);
  }

  /** Waits for the n-th matching message, past or future. */
  got(matches: (message: Received) => boolean, count = 1): Promise<Received> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.received.filter(matches)[count - 1];
        if (found !== undefined) resolve(found);
      };
      this.#looks.push(look);
      look();
    });
  }
}

describe('a relay', () => {
  let relay: Relay;
  const clients: Client[] = [];

  const open = async (query?: Readonly<Record<string, string>>): Promise<Client> => {
    const client = new Client(relay.url, query);
    clients.push(client);
    await client.opened();
    return client;
  };

  const publication = (message: string): object => ({ topic: TOPIC, message, ttl: 300, tag: 1108, prompt: true, chainId: 'eip155:1' });

  beforeEach(async () => {
    relay = await startRelay({ redeliverAfterMs: 20 });
  });
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.terminate();
    await relay.stop();
  });

  it('delivers messages, keeps unacknowledged ones, and stores no others', async () => {
    const [ann, bob] = [await open(), await open()];
    const { result } = await bob.call('irn_subscribe', { topic: TOPIC });
    expect(await ann.call('irn_publish', publication('envelope-one'))).toMatchObject({ id: 'call-1', result: true });
    const push = await bob.pushed('envelope-one');
    expect(push).toMatchObject({ method: 'irn_subscription', params: { id: result } });
    await bob.got(({ id }) => id === push.id, 2);
    bob.send({ id: push.id, jsonrpc: '2.0', result: true });
    // Calls are handled in order, so the relay has processed the acknowledgement.
    await bob.call('irn_fetchMessages', { topic: TOPIC });
    expect((await relay.control.traffic()).map(({ kind }) => kind)).toContain('acknowledged');
    expect(await ann.call('irn_fly', {})).toMatchObject({ error: { code: -32601 } });
    expect(await ann.call('irn_publish', { topic: 'x' })).toMatchObject({ error: { code: -32602 } });
    ann.socket.send('not json');
    expect(await ann.got(({ id }) => id === null)).toMatchObject({ error: { code: -32700 } });

    const traffic = await relay.control.traffic();
    expect(JSON.stringify(traffic)).not.toContain('envelope-one');
    expect(traffic.find(({ method }) => method === 'irn_publish')).toMatchObject({
      kind: 'call',
      topic: TOPIC,
      tag: 1108,
      params: { message: { length: 12 }, ttl: 300, chainId: 'eip155:1' },
    });
    expect(traffic[0]).toMatchObject({ kind: 'open', params: { projectId: 'any', ua: 'test' } });
    expect(JSON.stringify(traffic)).not.toContain('auth');
  });

  it('closes connections without a valid token or project id with 3000', async () => {
    await relay.control.setProjectIds(['known']);
    await open({ projectId: 'known' });
    const refused: readonly (readonly [Record<string, string>, string])[] = [
      [{ projectId: 'unknown' }, 'Unauthorized: invalid key'],
      [{ projectId: '' }, 'Unauthorized: invalid key'],
      [{ projectId: 'known', auth: 'nonsense' }, 'Unauthorized: no token'],
      [{ projectId: 'known', auth: makeToken('ws://127.0.0.1:1') }, 'Unauthorized: wrong audience'],
    ];
    for (const [query, reason] of refused) expect(await new Client(relay.url, query).closed()).toEqual({ code: 3000, reason });
    expect((await relay.control.traffic()).filter(({ kind }) => kind === 'refused')).toHaveLength(4);
    expect((await relay.control.state()).connections).toHaveLength(1);
  });

  it('can go down, stop responding and come back', async () => {
    const control = relayOverHttp(relay.url, relay.controlToken);
    const first = await open();
    const gone = first.closed();
    await control.setOnline(false);
    expect((await gone).code).toBe(1006);
    expect((await new Client(relay.url).closed()).code).toBe(1006);
    await control.setMode({ closeCode: 4010, reason: 'Try another' });
    expect(await new Client(relay.url).closed()).toEqual({ code: 4010, reason: 'Try another' });
    await control.setMode('hang');
    const hanging = new Client(relay.url);
    const released = hanging.closed();
    await expect.poll(async () => (await control.traffic()).filter(({ kind }) => kind === 'refused').length, { interval: 5 }).toBe(3);
    await control.setMode('open');
    const second = await open();
    expect(hanging.socket.readyState).toBe(WebSocket.CONNECTING);
    const closed = second.closed();
    await control.closeSockets(1012, 'Restart');
    expect(await closed).toEqual({ code: 1012, reason: 'Restart' });
    await control.reset();
    expect((await released).code).toBe(1006);
    expect((await (await open()).call('irn_subscribe', { topic: TOPIC })).result).toMatch(/^[0-9a-f]{64}$/);
  });

  it('detects a dead connection, and delivers over the next one', async () => {
    const [ann, bob] = [await open(), await open()];
    await bob.call('irn_subscribe', { topic: TOPIC });
    const { connections } = await relay.control.state();
    const bobId = connections.find(({ topics }) => topics.length > 0)?.clientId;
    await relay.control.freezeSockets(bobId);
    await ann.call('irn_publish', publication('unheard'));
    bob.send({ id: 'lost', jsonrpc: '2.0', method: 'irn_unsubscribe', params: { topic: TOPIC, id: 'any' } });
    await ann.call('irn_fetchMessages', { topic: TOPIC });
    expect(bob.received.some(({ params }) => params !== undefined)).toBe(false);
    expect(bob.socket.readyState).toBe(WebSocket.OPEN);
    expect((await relay.control.state()).connections.map(({ isFrozen, topics }) => [isFrozen, topics.length])).toEqual([
      [false, 0],
      [true, 1],
    ]);
    const next = await open();
    await next.call('irn_subscribe', { topic: TOPIC });
    await next.pushed('unheard');
  });

  it('can fail, drop and delay calls and pushes', async () => {
    const [ann, bob] = [await open(), await open()];
    await bob.call('irn_subscribe', { topic: TOPIC });
    await relay.control.addFault({ method: 'irn_publish', mode: 'error', error: { code: -32000, message: 'Busy' } });
    expect(await ann.call('irn_publish', publication('refused'))).toMatchObject({ error: { code: -32000, message: 'Busy' } });
    await relay.control.addFault({ method: 'irn_publish', mode: 'drop' });
    await relay.control.addFault({ method: 'irn_publish', mode: 'drop-response' });
    ann.send({ id: 'dropped', jsonrpc: '2.0', method: 'irn_publish', params: publication('dropped') });
    ann.send({ id: 'unanswered', jsonrpc: '2.0', method: 'irn_publish', params: publication('unanswered') });
    await bob.pushed('unanswered');
    await relay.control.addFault({ method: 'irn_subscription', mode: 'drop', times: 2 });
    await ann.call('irn_publish', publication('late'));
    await bob.pushed('late');
    await relay.control.setLatency(50);
    await relay.control.addFault({ method: 'irn_subscribe', mode: 'delay', delayMs: 100 });
    const startedAtMs = performance.now();
    await ann.call('irn_subscribe', { topic: 'b'.repeat(64) });
    // Timers may fire slightly early.
    expect(performance.now() - startedAtMs).toBeGreaterThan(140);
    expect(ann.received.some(({ id }) => id === 'dropped' || id === 'unanswered')).toBe(false);
    expect(bob.received.some(({ params }) => params?.data.message === 'dropped' || params?.data.message === 'refused')).toBe(false);
  });

  it('protects its controls from pages and other processes', async () => {
    const origin = relay.url.replace('ws', 'http');
    const requestControl = (headers: Record<string, string>) =>
      fetch(`${origin}/control`, { method: 'POST', headers, body: JSON.stringify({ name: 'state', args: [] }) });
    expect((await requestControl({})).status).toBe(403);
    expect((await requestControl({ authorization: 'Bearer nonsense' })).status).toBe(403);
    const authorization = `Bearer ${relay.controlToken}`;
    expect((await requestControl({ authorization, origin: 'http://localhost' })).status).toBe(403);
    expect(await (await requestControl({ authorization })).json()).toEqual({ result: { connections: [], storedMessages: 0 } });
    await expect(relayOverHttp(relay.url, relay.controlToken).setMode('open')).resolves.toBeUndefined();
    await expect(relayOverHttp(relay.url, 'nonsense').state()).rejects.toThrow('Only the process that started the sandbox');
    expect((await fetch(origin)).status).toBe(426);
  });
});
