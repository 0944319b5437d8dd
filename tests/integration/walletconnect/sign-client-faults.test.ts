import { type Relay, type RelayTraffic, startRelay } from '@latchkey/sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { FakeClock, flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { SignClient } from '../../../composition/sign-client.js';
import { startSignClient } from '../../../composition/start-sign-client.js';
import { codeOf } from '../../../testing/contracts/test-api.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const CHAIN = 'eip155:1';
const ACCOUNT = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const HASH = `0x${'ab'.repeat(32)}`;
const REQUESTED = { eip155: { chains: [CHAIN], methods: ['eth_sendTransaction', 'personal_sign'], events: ['chainChanged'] } };
const APPROVED = { eip155: { ...REQUESTED.eip155, accounts: [`${CHAIN}:${ACCOUNT}`] } };
const GOOD = 'a'.repeat(32);

/** Records unhandled errors and console output, which would break an app or flood its console. */
class StrayOutput {
  readonly all: string[] = [];
  readonly #note = (what: unknown): void => void this.all.push(String(what));
  static readonly #NAMES = ['uncaughtException', 'unhandledRejection', 'warning'] as const;

  constructor() {
    for (const name of StrayOutput.#NAMES) process.on(name, this.#note);
  }

  release(): void {
    for (const name of StrayOutput.#NAMES) process.off(name, this.#note);
  }
}

/** Each of these is a measured weakness of the official client. */
describe('SignClient with a real relay behind a failing network', () => {
  let relay: Relay;
  let proxy: TcpProxy;
  let clock: FakeClock;
  let strayOutput: StrayOutput;
  const clients: SignClient[] = [];

  const open = async (name: string, projectId = GOOD): Promise<SignClient> => {
    const metadata = { name, description: '', url: `https://${name}.example`, icons: [] };
    const relayUrl = name === 'app' ? `ws://127.0.0.1:${proxy.port}` : relay.url;
    const options = { projectId, relayUrl, metadata, storage: new FakeKeyValueStorage() };
    const start = { options, browser: new FakeBrowser(), clock, logger: new FakeLogger(), page: undefined };
    const client = await startSignClient(start, (deps) => new SignClient(deps));
    clients.push(client);
    return client;
  };

  /** Advances both clocks until `holds` returns true, the clients' clock no faster than the machine. */
  const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
    vi.waitFor(
      async () => {
        await clock.run(5);
        expect(await holds()).toBe(true);
      },
      { timeout: 15_000, interval: 5 },
    );

  /** Awaits a promise while both clocks advance. */
  const during = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isSettled = false;
    const onSettled = (): void => {
      isSettled = true;
    };
    promise.then(onSettled, onSettled);
    await until(() => isSettled);
    return promise;
  };

  const connect = async (app: SignClient, wallet: SignClient): Promise<string> => {
    wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: APPROVED }));
    const { uri = '', approval } = await during(app.connect({ optionalNamespaces: REQUESTED }));
    await during(wallet.pair({ uri }));
    const { topic } = await during(approval());
    await until(() => wallet.session.get(topic).acknowledged);
    return topic;
  };

  const tags = async (): Promise<readonly RelayTraffic[]> =>
    (await relay.control.traffic()).filter(({ method }) => method === 'irn_publish');

  beforeEach(async () => {
    strayOutput = new StrayOutput();
    relay = await startRelay({ redeliverAfterMs: 200 });
    proxy = await TcpProxy.start(Number(new URL(relay.url).port));
    clock = new FakeClock(Date.now());
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.dispose();
    await proxy.stop();
    await relay.stop();
    await flushPromises();
    strayOutput.release();
    expect([strayOutput.all, clock.pending]).toEqual([[], 0]);
  });

  it('rejects each call for an invalid project id once, and connects when it is valid', async () => {
    await relay.control.setProjectIds([GOOD]);
    const app = await open('app', 'bad');
    const errors: unknown[] = [];
    app.core.relayer.on('relayer_error', (error: unknown) => errors.push(error));
    const before = clock.now();
    const opened = proxy.connections;
    for (const _ of [1, 2]) expect(await during(codeOf(app.connect({ optionalNamespaces: REQUESTED })))).toBe('relay/unauthorized');
    expect([errors.length, proxy.connections - opened, clock.now() - before < 8_000]).toEqual([2, 2, true]);
    // There is no automatic retry within a minute.
    await clock.run(60_000);
    expect([errors.length, proxy.connections - opened]).toEqual([2, 2]);
    await relay.control.setProjectIds(null);
    expect((await during(app.connect({ optionalNamespaces: REQUESTED }))).uri).toMatch(/^wc:/);
  });

  it.each(['cut', 'silent'] as const)(
    'is trafficText within 8 s that its relay is out of reach, and connects when it is there: %s',
    async (mode) => {
      proxy.mode = mode;
      const app = await open('app');
      let code = 'pending';
      const before = clock.now();
      const connecting = codeOf(app.connect({ optionalNamespaces: REQUESTED })).then((result) => {
        code = result;
      });
      // The clock does not advance until then, so the time of the machine is not part of the 8 s.
      await vi.waitFor(() => expect(proxy.connections).toBe(1), { timeout: 15_000 });
      while (code === 'pending' && clock.now() - before < 8_100) await clock.run(100).then(() => flushPromises());
      await connecting;
      expect(code).toBe('relay/unreachable');
      expect(clock.now() - before).toBeLessThanOrEqual(8_100);
      proxy.mode = 'open';
      expect((await during(app.connect({ optionalNamespaces: REQUESTED }))).uri).toMatch(/^wc:/);
    },
  );

  it('delivers a request once within 3 s after the network returns on a dead socket', async () => {
    const [app, wallet] = [await open('app'), await open('wallet')];
    const topic = await connect(app, wallet);
    const receivedIds: number[] = [];
    wallet.on('session_request', ({ id }) => {
      receivedIds.push(id);
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: HASH } });
    });
    const sentBefore = (await tags()).filter(({ tag }) => tag === 1108).length;
    proxy.mode = 'cut';
    proxy.cut();
    const response = app.request<string>({ topic, chainId: CHAIN, request: { method: 'eth_sendTransaction', params: [{ to: ACCOUNT }] } });
    response.catch(() => undefined);
    await clock.run(5_000);
    expect(receivedIds).toEqual([]);
    proxy.mode = 'open';
    const back = clock.now();
    expect(await during(response)).toBe(HASH);
    expect(clock.now() - back).toBeLessThanOrEqual(3_000);
    await clock.run(10_000);
    expect([receivedIds.length, (await tags()).filter(({ tag }) => tag === 1108).length - sentBefore]).toEqual([1, 1]);
  });

  it('sends no content to the relay in plain text, and nothing to other servers', async () => {
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
    const trafficText = JSON.stringify(traffic);
    for (const secret of ['eth_sendTransaction', 'chainChanged', 'eip155', ACCOUNT, HASH, HASH.slice(2), 'wc_session'])
      expect(trafficText).not.toContain(secret);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('sends its peer the code and message of an automatic rejection', async () => {
    const [app, wallet] = [await open('app'), await open('wallet')];
    const topic = await connect(app, wallet);
    // The wallet's stored session allows more than was settled, so only the app rejects the message.
    const more = { eip155: { ...APPROVED.eip155, methods: [...APPROVED.eip155.methods, 'eth_sign'] } };
    await app.session.update(topic, { namespaces: more });
    const rejected = app.request({ topic, chainId: CHAIN, request: { method: 'eth_sign', params: [] } });
    rejected.catch(() => undefined);
    await expect(during(rejected)).rejects.toMatchObject({ code: 5, message: 'Missing or invalid. request() method: eth_sign' });
  });
});
