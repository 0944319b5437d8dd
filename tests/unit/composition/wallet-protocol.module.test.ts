import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTION_STORE, ConnectionStore } from '../../../application/connect/connection.store.js';
import { ConnectionRepository } from '../../../application/connect/connection-repository.js';
import { initialConnection } from '../../../application/connect/initial-connection.js';
import { MODAL_STORE, ModalStore } from '../../../application/modal/modal.store.js';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { BROWSER } from '../../../application/ports/browser.port.js';
import { FakeClock, flushPromises } from '../../../application/ports/clock.fake.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { KEY_CHAIN } from '../../../application/ports/key-chain.port.js';
import { FakeLocks } from '../../../application/ports/locks.fake.js';
import { LOCKS } from '../../../application/ports/locks.port.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../application/ports/logger.port.js';
import { FakeRandom } from '../../../application/ports/random.fake.js';
import { RANDOM } from '../../../application/ports/random.port.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../../application/ports/record-store.port.js';
import { RELAY } from '../../../application/ports/relay.port.js';
import type { RemoteSession } from '../../../application/ports/remote-session.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../application/ports/storage.port.js';
import { OPTIONS, OptionsStore } from '../../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../../application/shared/storage-keys.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import type { OpenedMessage } from '../../../application/wallet-protocol/message-relay.js';
import { PROTOCOL_CLIENT } from '../../../application/wallet-protocol/wallet-protocol.tokens.js';
import { createHostContainer } from '../../../composition/create-container.js';
import { FEATURE_LOADER, FeatureLoader } from '../../../composition/lazy-module.js';
import { ModuleLoader } from '../../../composition/module-loader.js';
import { walletProtocolModule } from '../../../composition/modules/wallet-protocol.module.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { FrameWindow } from '../adapters/support/frame-window.js';
import { APP } from '../application/wallet-protocol/support/protocol-fixture.js';
import { ProtocolWallet } from '../application/wallet-protocol/support/protocol-wallet.js';

const CHOICE = JSON.stringify({ href: 'phone://', name: 'Phone' });
const NO_GUARD = () => ({ signInRequired: false, hasSignInSession: false });
const { signal } = new AbortController();

interface Deps {
  readonly options: OptionsStore;
  readonly connections: ConnectionStore;
  readonly browser: FakeBrowser;
  readonly clock: FakeClock;
  readonly storage: FakeStorage;
  readonly relay: FakeMessageRelay;
}

/** The protocol client of the module, on fakes. */
const compose = ({ options, connections, browser, clock, storage, relay }: Deps) => {
  const container = createHostContainer();
  const loader = new ModuleLoader(container);
  loader.load(
    defineModule((wire) => {
      wire(OPTIONS, [], () => options);
      wire(CONNECTION_STORE, [], () => connections);
      wire(BROWSER, [], () => browser);
      wire(CLOCK, [], () => clock);
      wire(LOCKS, [], () => new FakeLocks());
      wire(STORAGE, [], () => storage);
      wire(RELAY, [], () => relay.transport);
      wire(KEY_CHAIN, [], () => relay.keyChain);
      wire(RECORD_STORE, [], () => new FakeRecordStore());
      wire(LOGGER, [], () => new FakeLogger());
      wire(MODAL_STORE, [], () => new ModalStore(options, clock, new FakeLogger(), browser, NO_GUARD));
      wire(RANDOM, [], () => new FakeRandom());
      wire(FEATURE_LOADER, [], () => new FeatureLoader([], container, loader));
    }),
  );
  loader.loadDefaults(walletProtocolModule(undefined));
  return { client: container.get(PROTOCOL_CLIENT), dispose: () => loader.unload() };
};

describe('deep link to the wallet', () => {
  const browser = new FakeBrowser();
  let clock: FakeClock;
  let storage: FakeStorage;
  let relay: FakeMessageRelay;
  let wallet: ProtocolWallet;
  let connections: ConnectionStore;
  let client: ReturnType<typeof compose>['client'];
  let dispose: () => void;

  const start = (): void => {
    const options = new OptionsStore(parseOptions({ networks: [mainnet], metadata: APP }));
    connections = new ConnectionStore(initialConnection(options.current, new ConnectionRepository(storage)));
    ({ client, dispose } = compose({ options, connections, browser, clock, storage, relay }));
  };

  /** Connects a wallet that was opened by a deep link. */
  const connect = async (): Promise<{ readonly session: RemoteSession; readonly topic: string }> => {
    let uri = '';
    const onUri = (display: { readonly uri: string } | null): void => {
      uri = display?.uri ?? '';
    };
    const session = client.pair({ optionalNamespaces: {}, metadata: APP, shouldReuseUri: false, onUri }, signal);
    await flushPromises();
    const topic = await wallet.approve(await wallet.pair(uri));
    storage.set(STORAGE_KEYS.deepLink, CHOICE);
    return { session: await session, topic };
  };

  const request = async (session: RemoteSession): Promise<void> => {
    session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal).catch(() => undefined);
    await flushPromises();
  };

  beforeEach(async () => {
    clock = new FakeClock();
    storage = new FakeStorage();
    relay = new FakeMessageRelay(clock);
    wallet = new ProtocolWallet(relay.peer(), clock.now);
    browser.opened.length = 0;
    start();
  });
  afterEach(async () => {
    dispose();
    await flushPromises();
    wallet.stop();
    expect(clock.pending).toBe(0);
  });

  it('opens on a request, with the ids of the request and the session', async () => {
    const { session, topic } = await connect();
    await request(session);
    const id = wallet.calls.at(-1)?.request.id;
    expect(browser.opened).toEqual([{ url: `phone://wc?requestId=${id}&sessionTopic=${topic}`, target: '_self' }]);
  });

  it('is deleted if the session ended before the page was opened', async () => {
    storage.set(STORAGE_KEYS.deepLink, CHOICE);
    expect(await client.resume()).toBeNull();
    expect(storage.get(STORAGE_KEYS.deepLink)).toBeNull();
  });
});

describe('origin attestation', () => {
  const VERIFY = 'https://verify.example';

  /** Proposes a session from a page. */
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
    const storage = new FakeStorage();
    const options = new OptionsStore(parseOptions({ networks: [mainnet], metadata: APP, projectId: 'any', ...endpoints }));
    const connections = new ConnectionStore(initialConnection(options.current, new ConnectionRepository(storage)));
    const { client, dispose } = compose({ options, connections, browser: new FakeBrowser(), clock, storage, relay });
    let uri = '';
    const onUri = (display: { readonly uri: string } | null): void => {
      uri = display?.uri ?? '';
    };
    const pairing = new AbortController();
    client.pair({ optionalNamespaces: {}, metadata: APP, shouldReuseUri: false, onUri }, pairing.signal).catch(() => undefined);
    await flushPromises();
    await new ProtocolWallet(wallet, clock.now).pair(uri);
    const [proposal] = messages;
    const end = async (): Promise<void> => {
      pairing.abort();
      dispose();
      await flushPromises();
      wallet.dispose();
      expect([clock.pending, page.frames, page.listeners]).toEqual([0, [], 0]);
    };
    return { proposal, metadata: Object(proposal?.message).params.proposer.metadata, page, end };
  };

  it('is created with the proposal if a verify service is configured, whose URL is in the metadata', async () => {
    const { proposal, metadata, page, end } = await propose(VERIFY);
    expect([proposal?.attestation, metadata.verifyUrl]).toEqual([undefined, VERIFY]);
    await expect.poll(() => page.frames.length).toBe(1);
    const query = new URL(page.frames[0]?.src ?? '').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      projectId: 'any',
      origin: 'https://app.example',
      id: proposal?.envelopeId,
      decryptedId: proposal?.messageId,
    });
    await end();
  });

  it('is empty without a verify service', async () => {
    const { proposal, metadata, page, end } = await propose(null);
    await vi.dynamicImportSettled();
    expect([proposal?.attestation, metadata.verifyUrl, page.frames]).toEqual(['', undefined, []]);
    await end();
  });
});
