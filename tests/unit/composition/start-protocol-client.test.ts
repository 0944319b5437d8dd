import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionStore } from '../../../application/connect/connection.store.js';
import { ConnectionMemory } from '../../../application/connect/connection-memory.js';
import { initialConnection } from '../../../application/connect/initial-connection.js';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { FakeClock, settle } from '../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import type { RemoteSession } from '../../../application/ports/remote-session.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { OptionsStore } from '../../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../../application/shared/storage-keys.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import type { OpenedMessage } from '../../../application/wallet-protocol/message-relay.js';
import { startProtocolClient } from '../../../composition/start-protocol-client.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { FrameWindow } from '../adapters/support/frame-window.js';
import { ProtocolWallet } from '../application/wallet-protocol/support/protocol-wallet.js';
import { APP } from '../application/wallet-protocol/support/protocol-world.js';

const CHOICE = JSON.stringify({ href: 'phone://', name: 'Phone' });
const { signal } = new AbortController();

describe('the link to the wallet on this device', () => {
  const browser = new FakeBrowser();
  let clock: FakeClock;
  let storage: FakeStorage;
  let relay: FakeMessageRelay;
  let wallet: ProtocolWallet;
  let connections: ConnectionStore;
  let client: Awaited<ReturnType<typeof start>>;

  const start = async () => {
    const options = new OptionsStore(parseOptions({ networks: [mainnet], metadata: APP }));
    connections = new ConnectionStore(initialConnection(options.current, new ConnectionMemory(storage)));
    const parts = {
      options,
      connections,
      browser,
      clock,
      storage,
      relay: relay.transport,
      keyChain: relay.keyChain,
      records: new FakeRecordStore(),
      logger: new FakeLogger(),
      random: new FakeRandom(),
    };
    return (await startProtocolClient(parts)).engine;
  };

  /** Connects a wallet that was reached by a link. */
  const connect = async (settlement = {}): Promise<{ readonly session: RemoteSession; readonly topic: string }> => {
    let uri = '';
    const show = (shown: { readonly uri: string } | null): void => {
      uri = shown?.uri ?? '';
    };
    const session = client.pair({ optionalNamespaces: {}, metadata: APP, reuse: false, show }, signal);
    await settle();
    const topic = await wallet.approve(await wallet.pair(uri), settlement);
    storage.set(STORAGE_KEYS.deepLink, CHOICE);
    return { session: await session, topic };
  };

  const ask = async (session: RemoteSession): Promise<void> => {
    session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal).catch(() => undefined);
    await settle();
  };

  beforeEach(async () => {
    clock = new FakeClock();
    storage = new FakeStorage();
    relay = new FakeMessageRelay(clock);
    wallet = new ProtocolWallet(relay.peer(), clock.now);
    browser.opened.length = 0;
    client = await start();
  });
  afterEach(async () => {
    client.dispose();
    await settle();
    wallet.stop();
    expect(clock.pending).toBe(0);
  });

  it('is followed while the wallet is asked, with the request and the session in it', async () => {
    const { session, topic } = await connect();
    await ask(session);
    const id = wallet.calls.at(-1)?.request.id;
    expect(browser.opened).toEqual([{ url: `phone://wc?requestId=${id}&sessionTopic=${topic}`, target: '_self' }]);
  });

  it('is not followed where the wallet does not want that', async () => {
    const { session } = await connect({ sessionConfig: { disableDeepLink: true } });
    await ask(session);
    expect([browser.opened, connections.state.pairing.asked]).toEqual([[], undefined]);
  });

  it('is there for another tap until the wallet has answered, or nobody waits any more', async () => {
    const { session, topic } = await connect();
    const question = (from: AbortSignal): Promise<unknown> =>
      session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, from).catch(() => undefined);
    const idOf = () => wallet.calls.at(-1)?.request.id ?? 0;
    const linkTo = (id: number) => ({ name: 'Phone', href: `phone://wc?requestId=${id}&sessionTopic=${topic}`, target: '_self' });
    // The page is not in front: nobody is taken anywhere, and the link is there when they are back.
    browser.setVisible(false);
    const leaving = new AbortController();
    void question(signal);
    await settle();
    const first = idOf();
    void question(leaving.signal);
    await settle();
    const second = idOf();
    browser.setVisible(true);
    expect([browser.opened, connections.state.pairing.asked]).toEqual([[], linkTo(second)]);
    leaving.abort();
    await settle();
    expect(connections.state.pairing.asked).toEqual(linkTo(first));
    await wallet.answer(topic, first, { error: { code: 5000, message: 'No' } });
    expect(connections.state.pairing.asked).toBeUndefined();
    void question(signal);
    await settle();
    await clock.run(300_000);
    expect(connections.state.pairing.asked).toBeUndefined();
  });

  it('is there for nobody where the wallet is on another device', async () => {
    const { session } = await connect();
    storage.remove(STORAGE_KEYS.deepLink);
    await ask(session);
    expect(connections.state.pairing.asked).toBeUndefined();
  });

  it('is forgotten with the last session, however that ends', async () => {
    const first = await connect();
    await client.resume();
    expect(storage.get(STORAGE_KEYS.deepLink)).toBe(CHOICE);
    const second = await connect();
    await first.session.disconnect(signal);
    expect(storage.get(STORAGE_KEYS.deepLink)).toBe(CHOICE);
    await wallet.call(second.topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(storage.get(STORAGE_KEYS.deepLink)).toBeNull();
  });

  it('is forgotten where the session was over before the page was opened', async () => {
    storage.set(STORAGE_KEYS.deepLink, CHOICE);
    expect(await client.resume()).toBeNull();
    expect(storage.get(STORAGE_KEYS.deepLink)).toBeNull();
  });
});

describe('the origin of the page', () => {
  const VERIFY = 'https://verify.example';

  /** Proposes a session on a page. @returns what the wallet reads of it, what is said of an attestation, and the frames of the page */
  const propose = async (verify: string | null) => {
    const page = new FrameWindow('https://app.example');
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', page.document);
    const clock = new FakeClock();
    const relay = new FakeMessageRelay(clock);
    const messages: OpenedMessage[] = [];
    const wallet = relay.peer();
    wallet.messages$.subscribe((message) => messages.push(message));
    const endpoints = verify === null ? {} : { endpoints: { verify } };
    const { engine } = await startProtocolClient({
      options: new OptionsStore(parseOptions({ networks: [mainnet], metadata: APP, projectId: 'any', ...endpoints })),
      connections: { dispatch: () => false },
      browser: new FakeBrowser(),
      clock,
      storage: new FakeStorage(),
      relay: relay.transport,
      keyChain: relay.keyChain,
      records: new FakeRecordStore(),
      logger: new FakeLogger(),
      random: new FakeRandom(),
    });
    let uri = '';
    const show = (shown: { readonly uri: string } | null): void => {
      uri = shown?.uri ?? '';
    };
    const leaving = new AbortController();
    engine.pair({ optionalNamespaces: {}, metadata: APP, reuse: false, show }, leaving.signal).catch(() => undefined);
    await settle();
    await new ProtocolWallet(wallet, clock.now).pair(uri);
    const [proposal] = messages;
    const end = async (): Promise<void> => {
      leaving.abort();
      engine.dispose();
      await settle();
      wallet.dispose();
      expect([clock.pending, page.frames, page.listeners]).toEqual([0, [], 0]);
    };
    return { proposal, metadata: Object(proposal?.message).params.proposer.metadata, page, end };
  };

  it('is attested beside the proposal where the host names a service, and the wallet is told which', async () => {
    const { proposal, metadata, page, end } = await propose(VERIFY);
    expect([proposal?.attestation, metadata.verifyUrl]).toEqual([undefined, VERIFY]);
    await expect.poll(() => page.frames.length).toBe(1);
    const asked = new URL(page.frames[0]?.src ?? '').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      projectId: 'any',
      origin: 'https://app.example',
      id: proposal?.envelopeId,
      decryptedId: proposal?.messageId,
    });
    await end();
  });

  it('is attested by nobody where the host names none, and wallets are told so', async () => {
    const { proposal, metadata, page, end } = await propose(null);
    await vi.dynamicImportSettled();
    expect([proposal?.attestation, metadata.verifyUrl, page.frames]).toEqual(['', undefined, []]);
    await end();
  });
});
