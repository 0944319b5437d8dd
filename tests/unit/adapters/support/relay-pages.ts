import { expect, vi } from 'vitest';
import { CoreKeys } from '../../../../adapters/walletconnect/core/core-keys.js';
import { CoreKeyChain } from '../../../../adapters/walletconnect/core-key-chain.js';
import { CoreRelay, type CoreRelayOptions } from '../../../../adapters/walletconnect/core-relay.js';
import { KeyCipher } from '../../../../adapters/walletconnect/key-cipher.js';
import { KeyVault } from '../../../../adapters/walletconnect/key-vault.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import { MessageRelay, type OpenedMessage } from '../../../../application/wallet-protocol/message-relay.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import { type TestCall, TestRelayServer } from './test-relay-server.js';

/** A message relay on top of the relay under test. */
export class PageRelay extends MessageRelay {
  readonly transport: CoreRelay;

  constructor(options: Omit<CoreRelayOptions, 'keyChain'>) {
    const keyChain = new CoreKeyChain({ store: options.store });
    const transport = new CoreRelay({ ...options, keyChain });
    super(transport, keyChain);
    this.transport = transport;
  }
}

/** A page with an in-memory relay, and a peer that encrypts messages. */
export const startRelayPage = (options: Partial<CoreRelayOptions> = {}) => {
  const [server, clock, browser] = [new TestRelayServer(), new FakeClock(), new FakeBrowser()];
  const store = new FakeRecordStore();
  const page = (of: FakeRecordStore): PageRelay =>
    new PageRelay({
      relayUrls: ['wss://relay.example'],
      projectId: 'p',
      store: of,
      clock,
      browser,
      webSocket: server.WebSocket,
      ...options,
    });
  const relay = page(store);
  const received: OpenedMessage[] = [];
  relay.messages$.subscribe((message) => received.push(message));
  const peerStore = new FakeRecordStore();
  const peer = new CoreKeys(new KeyVault(peerStore, new KeyCipher(peerStore, undefined)));

  /** Waits for WebCrypto, which does not depend on the fake clock. */
  const until = (holds: () => boolean, stepMs = 20): Promise<void> =>
    vi.waitFor(
      async () => {
        await clock.run(stepMs);
        expect(holds()).toBe(true);
      },
      { timeout: 15_000, interval: 1 },
    );
  /** A subscribed topic whose key the peer shares. */
  const pair = async (): Promise<string> => {
    const [ownKey, peerKey] = [await relay.keyChain.createKeyPair(), await peer.createKeyPair()];
    const topic = await relay.keyChain.deriveSharedKey({ publicKey: ownKey, peerPublicKey: peerKey });
    await peer.deriveSharedKey(peerKey, ownKey);
    await relay.subscribe([topic], neverAborted());
    await clock.run(100);
    return topic;
  };
  const seal = async (topic: string, id: number): Promise<string> => {
    const envelope = await peer.seal(topic, { id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} });
    if (envelope === null) throw new Error('The peer has no key');
    return envelope;
  };
  /** Ids of messages acknowledged to the relay. */
  const acknowledged = (): readonly string[] =>
    server.sockets.flatMap(({ frames }) => frames).map((frame) => /"id":("?\d+"?)/.exec(frame)?.[1] ?? frame);
  const ids = (): readonly number[] => received.map(({ message }) => message.id);

  return { server, clock, browser, store, relay, page, peer, received, ids, until, pair, seal, acknowledged };
};

/** Published messages, as received by the relay. */
export const publishedTo = ({ calls }: TestRelayServer): readonly TestCall['params'][] =>
  calls.filter(({ method }) => method === 'irn_publish').map(({ params }) => params);
