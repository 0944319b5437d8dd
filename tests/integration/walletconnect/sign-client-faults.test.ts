import { type Relay, type RelayTraffic, startRelay } from '@latchkey/sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { FakeClock, settle } from '../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { SignClient } from '../../../composition/sign-client.js';
import { startSignClient } from '../../../composition/start-sign-client.js';
import { codeOf } from '../../../testing/contracts/test-api.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const CHAIN = 'eip155:1';
const ACCOUNT = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const HASH = `0x${'ab'.repeat(32)}`;
const ASKED = { eip155: { chains: [CHAIN], methods: ['eth_sendTransaction', 'personal_sign'], events: ['chainChanged'] } };
const ALLOWED = { eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:${ACCOUNT}`] } };
const GOOD = 'a'.repeat(32);

/** What reaches the process past everybody: an app would end by it, or its console be flooded. */
class Stray {
  readonly all: string[] = [];
  readonly #note = (what: unknown): void => void this.all.push(String(what));
  static readonly #NAMES = ['uncaughtException', 'unhandledRejection', 'warning'] as const;

  constructor() {
    for (const name of Stray.#NAMES) process.on(name, this.#note);
  }

  release(): void {
    for (const name of Stray.#NAMES) process.off(name, this.#note);
  }
}

/** Each of these is a weakness of the official client, measured over a local relay. */
describe('a client on a clock of its own, with a real relay behind a network that fails', () => {
  let relay: Relay;
  let proxy: TcpProxy;
  let clock: FakeClock;
  let stray: Stray;
  const clients: SignClient[] = [];

  const open = async (name: string, projectId = GOOD): Promise<SignClient> => {
    const metadata = { name, description: '', url: `https://${name}.example`, icons: [] };
    const relayUrl = name === 'app' ? `ws://127.0.0.1:${proxy.port}` : relay.url;
    const options = { projectId, relayUrl, metadata, storage: new FakeKeyValueStorage() };
    const start = { options, browser: new FakeBrowser(), clock, logger: new FakeLogger(), page: undefined };
    const client = await startSignClient(start, (parts) => new SignClient(parts));
    clients.push(client);
    return client;
  };

  /** Lets both clocks run until something holds, that of the clients no faster than the machine gets on. */
  const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
    vi.waitFor(
      async () => {
        await clock.run(5);
        expect(await holds()).toBe(true);
      },
      { timeout: 15_000, interval: 5 },
    );

  /** What a promise comes to while both clocks run. */
  const during = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    promise.then(over, over);
    await until(() => isOver);
    return promise;
  };

  const connect = async (app: SignClient, wallet: SignClient): Promise<string> => {
    wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: ALLOWED }));
    const { uri = '', approval } = await during(app.connect({ optionalNamespaces: ASKED }));
    await during(wallet.pair({ uri }));
    const { topic } = await during(approval());
    await until(() => wallet.session.get(topic).acknowledged);
    return topic;
  };

  const tags = async (): Promise<readonly RelayTraffic[]> =>
    (await relay.control.traffic()).filter(({ method }) => method === 'irn_publish');

  beforeEach(async () => {
    stray = new Stray();
    relay = await startRelay({ redeliverAfterMs: 200 });
    proxy = await TcpProxy.start(Number(new URL(relay.url).port));
    clock = new FakeClock(Date.now());
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.dispose();
    await proxy.stop();
    await relay.stop();
    await settle();
    stray.release();
    expect([stray.all, clock.pending]).toEqual([[], 0]);
  });

  it('is told at once that its project id is bad, once for each call, and connects when it is not any more', async () => {
    await relay.control.setProjectIds([GOOD]);
    const app = await open('app', 'bad');
    const errors: unknown[] = [];
    app.core.relayer.on('relayer_error', (error: unknown) => errors.push(error));
    const before = clock.now();
    const opened = proxy.connections;
    for (const _ of [1, 2]) expect(await during(codeOf(app.connect({ optionalNamespaces: ASKED })))).toBe('relay/unauthorized');
    expect([errors.length, proxy.connections - opened, clock.now() - before < 8_000]).toEqual([2, 2, true]);
    // By itself it does not try again: a minute later nothing has happened.
    await clock.run(60_000);
    expect([errors.length, proxy.connections - opened]).toEqual([2, 2]);
    await relay.control.setProjectIds(null);
    expect((await during(app.connect({ optionalNamespaces: ASKED }))).uri).toMatch(/^wc:/);
  });

  it.each(['cut', 'silent'] as const)(
    'is told within 8 s that its relay is out of reach, and connects when it is there: %s',
    async (door) => {
      proxy.door = door;
      const app = await open('app');
      let code = 'nothing yet';
      const before = clock.now();
      const connecting = codeOf(app.connect({ optionalNamespaces: ASKED })).then((given) => {
        code = given;
      });
      // The clock stands until then: however long this machine takes to get there, it is no part of the 8 s.
      await vi.waitFor(() => expect(proxy.connections).toBe(1), { timeout: 15_000 });
      while (code === 'nothing yet' && clock.now() - before < 8_100) await clock.run(100).then(() => settle());
      await connecting;
      expect(code).toBe('relay/unreachable');
      expect(clock.now() - before).toBeLessThanOrEqual(8_100);
      proxy.door = 'open';
      expect((await during(app.connect({ optionalNamespaces: ASKED }))).uri).toMatch(/^wc:/);
    },
  );

  it('gets a request through within 3 s of the network’s return when its socket has just died, and not twice', async () => {
    const [app, wallet] = [await open('app'), await open('wallet')];
    const topic = await connect(app, wallet);
    const asked: number[] = [];
    wallet.on('session_request', ({ id }) => {
      asked.push(id);
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: HASH } });
    });
    const sentBefore = (await tags()).filter(({ tag }) => tag === 1108).length;
    proxy.door = 'cut';
    proxy.cut();
    const answer = app.request<string>({ topic, chainId: CHAIN, request: { method: 'eth_sendTransaction', params: [{ to: ACCOUNT }] } });
    answer.catch(() => undefined);
    await clock.run(5_000);
    expect(asked).toEqual([]);
    proxy.door = 'open';
    const back = clock.now();
    expect(await during(answer)).toBe(HASH);
    expect(clock.now() - back).toBeLessThanOrEqual(3_000);
    await clock.run(10_000);
    expect([asked.length, (await tags()).filter(({ tag }) => tag === 1108).length - sentBefore]).toEqual([1, 1]);
  });

  it('says nothing to the relay in clear but where, how long and how loud; and asks nobody else for anything', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not expected'));
    const [app, wallet] = [await open('app'), await open('wallet')];
    const topic = await connect(app, wallet);
    wallet.on('session_request', ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: HASH } }));
    const request = { method: 'eth_sendTransaction', params: [{ from: ACCOUNT, to: ACCOUNT, value: '0x1' }] };
    expect(await during(app.request({ topic, chainId: CHAIN, request }))).toBe(HASH);
    await during(wallet.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 1 } }));
    await during(app.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }));
    await until(() => wallet.session.length === 0);
    const traffic = await relay.control.traffic();
    const published = traffic.filter(({ method }) => method === 'irn_publish');
    expect(new Set(published.map(({ tag }) => tag))).toEqual(new Set([1100, 1101, 1102, 1103, 1108, 1109, 1110, 1111, 1112, 1113]));
    for (const { params = {} } of published)
      expect(['attestation', 'message', 'prompt', 'tag', 'topic', 'ttl']).toEqual(expect.arrayContaining(Object.keys(params)));
    const calls = traffic.filter(({ kind }) => kind === 'call').map(({ method }) => method);
    expect(['irn_publish', 'irn_batchSubscribe', 'irn_unsubscribe']).toEqual(expect.arrayContaining([...new Set(calls)]));
    const told = JSON.stringify(traffic);
    for (const secret of ['eth_sendTransaction', 'chainChanged', 'eip155', ACCOUNT, HASH, HASH.slice(2), 'wc_session'])
      expect(told).not.toContain(secret);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('tells its peer by number and words why it has refused a message by itself', async () => {
    const [app, wallet] = [await open('app'), await open('wallet')];
    const topic = await connect(app, wallet);
    // What the wallet takes for allowed the app does not: its own record of the session says more than was settled.
    const more = { eip155: { ...ALLOWED.eip155, methods: [...ALLOWED.eip155.methods, 'eth_sign'] } };
    await app.session.update(topic, { namespaces: more });
    const refused = app.request({ topic, chainId: CHAIN, request: { method: 'eth_sign', params: [] } });
    refused.catch(() => undefined);
    await expect(during(refused)).rejects.toMatchObject({ code: 5, message: 'Missing or invalid. request() method: eth_sign' });
  });
});
