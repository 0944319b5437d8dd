import { Core as OfficialCore } from '@walletconnect/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Core } from '../../../adapters/sign-client/core.js';
import type { SignClientDeps } from '../../../adapters/sign-client/sign-client-facade.js';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { FakeClock, flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { SignClient } from '../../../composition/sign-client.js';
import { startSignClient } from '../../../composition/start-sign-client.js';
import { TestLocalStorage } from '../adapters/support/official-browser.js';
import { TestDatabase } from '../adapters/support/test-database.js';
import { TestRelayServer } from '../adapters/support/test-relay-server.js';

const METADATA = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };
const TOPIC = 'ab'.repeat(32);
const SESSION = {
  topic: TOPIC,
  pairingTopic: '',
  relay: { protocol: 'irn' },
  expiry: 4_000_000_000,
  acknowledged: true,
  controller: 'cc',
  namespaces: { eip155: { accounts: ['eip155:1:0x1'], methods: ['personal_sign'], events: [] } },
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: 'cc', metadata: METADATA },
  peer: { publicKey: 'dd', metadata: METADATA },
};

describe('startSignClient with a reused Core', () => {
  let clock: FakeClock;
  const logger = new FakeLogger();

  beforeEach(() => {
    clock = new FakeClock();
    vi.stubGlobal('WebSocket', new TestRelayServer().WebSocket);
  });
  afterEach(() => expect(logger.entries).toEqual([]));

  /** Starts another client with the core, after the last one was disposed. */
  const start = async (core: Core, page?: typeof window): Promise<{ readonly client: SignClient; readonly deps: SignClientDeps }> => {
    const options = { core, metadata: METADATA };
    const created: SignClientDeps[] = [];
    const client = await startSignClient({ options, browser: new FakeBrowser(), clock, logger, page }, (deps) => {
      created.push(deps);
      return new SignClient(deps);
    });
    const [deps] = created;
    if (deps === undefined) throw new Error('No client was created');
    return { client, deps };
  };

  it('names the missing methods of an invalid storage', async () => {
    // Untyped callers may pass anything.
    const storage = new Map() as never;
    const options = { projectId: 'any', relayUrl: 'wss://relay.example', storage, metadata: METADATA };
    const start = { options, browser: new FakeBrowser(), clock, logger, page: undefined };
    await expect(startSignClient(start, (deps) => new SignClient(deps))).rejects.toMatchObject({
      code: 'config/invalid-option',
      message: 'Option "storage" is not valid: it has no getKeys, getItem, setItem, removeItem',
    });
  });

  it('refuses the core of another package', async () => {
    const core = new OfficialCore({ projectId: 'any', storage: new FakeKeyValueStorage(), logger: 'silent', telemetryEnabled: false });
    const options = { core, metadata: METADATA };
    const start = { options, browser: new FakeBrowser(), clock, logger, page: undefined };
    await expect(startSignClient(start, (deps) => new SignClient(deps))).rejects.toMatchObject({
      code: 'config/invalid-option',
      message:
        'Option "core" is not valid: create it with Core of \'latchkey/walletconnect\', or pass only its settings: { projectId, relayUrl, storage }',
    });
  });

  it('refuses a core that a client of another package has started', async () => {
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    const core = new Core({ projectId: 'any', relayUrl: 'wss://relay.example', storage: new FakeKeyValueStorage(), logger: 'silent' });
    await core.start();
    await expect(start(core)).rejects.toMatchObject({
      code: 'config/invalid-option',
      message: 'Option "core" is not valid: another client has started this core: create a core for each client',
    });
    core.heartbeat.stop();
  });

  it('takes the settings of the core of another client of ours', async () => {
    const { client } = await start(new Core({ projectId: 'any', relayUrl: 'wss://relay.example' }));
    const options = { core: client.core, metadata: METADATA };
    const other = await startSignClient(
      { options, browser: new FakeBrowser(), clock, logger, page: undefined },
      (deps) => new SignClient(deps),
    );
    expect(other.core).toMatchObject({ projectId: 'any', relayUrl: 'wss://relay.example' });
    for (const each of [client, other]) each.dispose();
  });

  it.each([
    ['the client', { storageOptions: { database: 'mine.db' }, core: { projectId: 'any' } }],
    ['the core', { core: new Core({ projectId: 'any', storageOptions: { database: 'mine.db' } }) }],
  ])('logs once that storageOptions of %s are ignored', async (_, given) => {
    const own = new FakeLogger();
    const options = { relayUrl: 'wss://relay.example', metadata: METADATA, ...given };
    const client = await startSignClient(
      { options, browser: new FakeBrowser(), clock, logger: own, page: undefined },
      (deps) => new SignClient(deps),
    );
    client.dispose();
    expect(own.entries.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'Option "storageOptions" is not valid: it is ignored: pass a storage with the methods of IKeyValueStorage as "storage"'],
    ]);
  });

  it('logs once that the relay is not encrypted', async () => {
    const own = new FakeLogger();
    const options = { relayUrl: 'ws://relay.example', metadata: METADATA };
    const client = await startSignClient(
      { options, browser: new FakeBrowser(), clock, logger: own, page: undefined },
      (deps) => new SignClient(deps),
    );
    client.dispose();
    expect(own.messages('error')).toEqual([expect.stringContaining('Option "relayUrl" is not valid: use a URL that starts with wss://')]);
  });

  it('prefers its options to those of the core', async () => {
    const options = { projectId: 'own', core: { projectId: 'of the core', relayUrl: 'wss://core.example' }, metadata: METADATA };
    const start = { options, browser: new FakeBrowser(), clock, logger, page: undefined };
    const client = await startSignClient(start, (deps) => new SignClient(deps));
    expect(client.core).toMatchObject({ projectId: 'own', relayUrl: 'wss://core.example', customStoragePrefix: '' });
    client.dispose();
  });

  it('restores records and storage from the browser', async () => {
    const database = new TestDatabase().page();
    vi.stubGlobal('window', Object.assign(new EventTarget(), database));
    const core = new Core({ projectId: 'any', relayUrl: 'wss://relay.example' });
    const first = await start(core, window);
    await core.storage?.setItem('mine', 1);
    await first.deps.context.relay.keyChain.importKeys(new Map([[TOPIC, 'cd'.repeat(32)]]));
    await first.deps.context.tables.sessions.set(TOPIC, SESSION);
    first.client.dispose();

    const next = await start(core, window);
    expect([next.client.session.keys, await core.storage?.getItem('mine')]).toEqual([[TOPIC], 1]);
    await core.storage?.setItem('mine', 2);
    await next.deps.context.tables.sessions.change(TOPIC, { expiry: 4_000_000_001 });
    next.client.dispose();

    const last = await start(core, window);
    expect(last.client.session.get(TOPIC).expiry).toBe(4_000_000_001);
    expect([await core.storage?.getItem('mine'), await core.storage?.getKeys()]).toEqual([2, ['mine']]);
    last.client.dispose();
    await flushPromises();
  });

  it('has a working storage without persistence', async () => {
    const core = new Core({ projectId: 'any', relayUrl: 'wss://relay.example' });
    const first = await start(core);
    await core.storage?.setItem('mine', 1);
    first.client.dispose();
    const next = await start(core);
    await core.storage?.setItem('mine', 2);
    await next.deps.context.tables.sessions.set(TOPIC, SESSION);
    expect([await core.storage?.getItem('mine'), await core.storage?.getKeys()]).toEqual([2, ['mine']]);
    expect(await next.deps.context.tables.sessions.stored(TOPIC)).toMatchObject({ topic: TOPIC });
    next.client.dispose();
  });

  it('uses the storage of the app for every client', async () => {
    const storage = new FakeKeyValueStorage();
    const core = new Core({ projectId: 'any', relayUrl: 'wss://relay.example', storage });
    for (const _ of [1, 2]) {
      const { client, deps } = await start(core);
      expect([core.storage === storage, client.core.storage === storage]).toEqual([true, true]);
      if (client.session.length === 0) {
        await deps.context.relay.keyChain.importKeys(new Map([[TOPIC, 'cd'.repeat(32)]]));
        await deps.context.tables.sessions.set(TOPIC, SESSION);
      } else expect(client.session.keys).toEqual([TOPIC]);
      client.dispose();
    }
    expect.assertions(3);
  });
});

describe('deep link of the wallet', () => {
  const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';
  const CHOICE = JSON.stringify({ href: 'phone://', name: 'Phone' });
  let clock: FakeClock;
  let browser: FakeBrowser;
  let localStorage: TestLocalStorage;
  let client: SignClient;

  const start = async (page: typeof window | undefined, session: object = SESSION): Promise<void> => {
    const options = { projectId: 'any', relayUrl: 'wss://relay.example', metadata: METADATA };
    client = await startSignClient({ options, browser, clock, logger: new FakeLogger(), page }, (deps) => {
      const { tables, relay } = deps.context;
      settled = relay.keyChain
        .importKeys(new Map([[TOPIC, 'cd'.repeat(32)]]))
        // Stored records have this shape.
        .then(() => tables.sessions.set(TOPIC, session as typeof SESSION));
      return new SignClient(deps);
    });
    await settled;
  };
  let settled: Promise<unknown>;
  const page = (): typeof window => {
    vi.stubGlobal('window', Object.assign(new EventTarget(), new TestDatabase().page(), { localStorage }));
    return window;
  };
  const request = async (): Promise<void> => {
    client.request({ topic: TOPIC, chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } }).catch(() => undefined);
    await flushPromises();
  };

  beforeEach(() => {
    clock = new FakeClock();
    browser = new FakeBrowser();
    localStorage = new TestLocalStorage({ [KEY]: CHOICE });
    vi.stubGlobal('WebSocket', new TestRelayServer().WebSocket);
  });
  afterEach(async () => {
    client.dispose();
    await flushPromises();
    vi.unstubAllGlobals();
  });

  it('is opened by a request, and removed when the session is disconnected', async () => {
    await start(page());
    await request();
    expect(browser.opened).toEqual([
      { url: expect.stringMatching(`^phone://wc\\?requestId=\\d+&sessionTopic=${TOPIC}$`), target: '_self' },
    ]);
    expect(localStorage.getItem(KEY)).toBe(CHOICE);
    client.disconnect({ topic: TOPIC, reason: { code: 6000, message: 'User disconnected.' } }).catch(() => undefined);
    await flushPromises();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('is not opened if the wallet does not want it', async () => {
    await start(page(), { ...SESSION, sessionConfig: { disableDeepLink: true } });
    await request();
    expect(browser.opened).toEqual([]);
  });

  it('is not opened outside a web page', async () => {
    vi.stubGlobal('localStorage', localStorage);
    await start(undefined);
    await request();
    expect(browser.opened).toEqual([]);
  });
});
