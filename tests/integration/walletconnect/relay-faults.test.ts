import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageRelay, OpenedMessage } from '../../../application/wallet-protocol/message-relay.js';
import { codeOf, neverAborted } from '../../../testing/contracts/test-api.js';
import { type RelayFixture, startRelayFixture } from '../support/relay-fixture.js';

const DELIVERY = { tag: 1108, ttl: 300, prompt: true };

let fixture: RelayFixture;

beforeEach(async () => {
  fixture = await startRelayFixture();
});

afterEach(() => fixture.stop());

const agree = async (relay: MessageRelay = fixture.relay): Promise<string> => {
  const [own, others] = [await relay.keyChain.createKeyPair(), await fixture.peer.keyChain.createKeyPair()];
  await fixture.peer.keyChain.deriveSharedKey({ publicKey: others, peerPublicKey: own });
  return relay.keyChain.deriveSharedKey({ publicKey: own, peerPublicKey: others });
};

const collectMessages = (relay: MessageRelay): OpenedMessage[] => {
  const received: OpenedMessage[] = [];
  relay.messages$.subscribe((message) => {
    received.push(message);
    message.acknowledge();
  });
  return received;
};

const call = (id: number) => ({ id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }) as const;
const send = (relay: MessageRelay, topic: string, id: number): Promise<void> =>
  relay.publish({ topic, message: call(id), delivery: DELIVERY }, neverAborted());
const ids = (received: readonly OpenedMessage[]): readonly number[] => received.map(({ message }) => message.id);

describe('connection to a real relay', () => {
  it('detects a dead connection when the page becomes visible, and receives missed messages', async () => {
    const { relay, peer, proxy, browser, run, until, clock } = fixture;
    const topic = await agree();
    const received = collectMessages(relay);
    await relay.subscribe([topic], neverAborted());
    proxy.freeze();
    browser.setVisible(false);
    await send(peer, topic, 1);
    await run(30_000);
    expect(received).toEqual([]);
    const shownAt = clock.now();
    browser.setVisible(true);
    await run(1_600);
    await until(() => received.length === 1);
    expect(proxy.connections).toBe(2);
    // In page time, which does not include network time.
    expect(clock.now() - shownAt).toBeLessThan(10_000);
  });

  it('repeats a call whose response was lost, and the peer receives it once', async () => {
    const { relay, peer, sandbox, run, until, proxy } = fixture;
    const topic = await agree();
    const received = collectMessages(peer);
    await peer.subscribe([topic], neverAborted());
    await relay.subscribe([topic], neverAborted());
    await sandbox.control.addFault({ method: 'irn_publish', mode: 'drop-response', tag: DELIVERY.tag });
    const sending = send(relay, topic, 1);
    await until(() => received.length === 1);
    await run(10_200);
    await sending;
    await send(relay, topic, 2);
    await until(() => received.length >= 2);
    expect([ids(received), proxy.connections]).toEqual([[1, 2], 2]);
  });

  it('emits duplicated and delayed messages once', async () => {
    const { relay, peer, sandbox, until } = fixture;
    const topic = await agree();
    const received = collectMessages(relay);
    await relay.subscribe([topic], neverAborted());
    await sandbox.control.addFault({ method: 'irn_subscription', mode: 'repeat', times: 2 });
    await sandbox.control.addFault({ method: 'irn_publish', mode: 'repeat', times: 2 });
    await sandbox.control.addFault({ method: 'irn_subscription', mode: 'delay', delayMs: 300 });
    for (const id of [1, 2, 3, 4]) await send(peer, topic, id);
    await until(() => received.length === 4);
    expect(ids(received)).toEqual([1, 2, 4, 3]);
  });

  it('receives lost messages again', async () => {
    const { relay, peer, sandbox, until } = fixture;
    const topic = await agree();
    const received = collectMessages(relay);
    await relay.subscribe([topic], neverAborted());
    await sandbox.control.addFault({ method: 'irn_subscription', mode: 'drop', times: 2 });
    await send(peer, topic, 1);
    await until(() => received.length === 1);
    expect(ids(received)).toEqual([1]);
  });

  it('reports 3000 as unauthorized without unhandled errors', async () => {
    const { relay, sandbox, until, run, proxy } = fixture;
    const topic = await agree();
    await relay.subscribe([topic], neverAborted());
    let last = '';
    relay.status$.subscribe((status) => {
      last = status.type === 'failed' ? status.error.code : status.type;
    });
    await sandbox.control.closeSockets(3000, 'Unauthorized: invalid key');
    await until(() => last === 'relay/unauthorized');
    await run(100_000);
    expect([await codeOf(send(relay, topic, 1)), proxy.connections]).toEqual(['relay/unauthorized', 1]);
  });

  it('falls back to the second URL if the first accepts connections without a response', async () => {
    const { proxy, sandbox, newPage, run, until } = fixture;
    proxy.mode = 'silent';
    const relay = newPage({ relayUrls: [`ws://127.0.0.1:${proxy.port}`, sandbox.url] });
    let isOpen = false;
    const opening = relay.open(neverAborted()).then(() => {
      isOpen = true;
    });
    await until(() => proxy.connections === 1);
    await run(4_100);
    await until(() => isOpen);
    await opening;
  });

  it('has one client id for all tabs, and a separate connection for each', async () => {
    const { relay, peer, sandbox, proxy, newPage, until } = fixture;
    const tab = newPage({ relayUrls: [sandbox.url] });
    const topic = await agree();
    const received = [collectMessages(relay), collectMessages(tab)] as const;
    await Promise.all([relay.subscribe([topic], neverAborted()), tab.subscribe([topic], neverAborted())]);
    const clients = (await sandbox.control.state()).connections.map(({ clientId }) => clientId);
    expect([clients.length, new Set(clients).size]).toEqual([2, 1]);
    await send(peer, topic, 1);
    await until(() => received.every((each) => each.length === 1));
    proxy.cut();
    await send(peer, topic, 2);
    await until(() => received[1].length === 2);
    let sent = 0;
    for (const [index, page] of [relay, tab].entries()) void send(page, topic, 3 + index).then(() => (sent += 1));
    await until(() => sent === 2);
    expect(proxy.connections).toBe(2);
    expect(received.map((each) => ids(each).filter((id) => id > 2))).toEqual([[], []]);
  });

  it("delivers messages of another tab's topics only to that tab, even while it is away", async () => {
    const { relay, peer, proxy, sandbox, newPage, until, run } = fixture;
    const topic = await agree();
    const received = collectMessages(relay);
    await relay.subscribe([topic], neverAborted());
    const tab = newPage({ relayUrls: [sandbox.url] });
    const heardThere = collectMessages(tab);
    await tab.subscribe([await agree(tab)], neverAborted());
    proxy.mode = 'cut';
    proxy.cut();
    await send(peer, topic, 1);
    await run(3_000);
    proxy.mode = 'open';
    await until(() => received.length === 1);
    expect(heardThere).toEqual([]);
  });

  it('sends the relay TTL, tag and prompt, but no content', async () => {
    const { relay, sandbox } = fixture;
    const topic = await agree();
    await send(relay, topic, 1);
    const [published] = (await sandbox.control.traffic()).filter((entry) => entry.method === 'irn_publish');
    expect(published?.params).toMatchObject({ topic, ttl: 300, tag: 1108, prompt: true });
    expect(Object.keys(published?.params ?? {}).sort()).toEqual(['message', 'prompt', 'tag', 'topic', 'ttl']);
    const [opened] = (await sandbox.control.traffic()).filter(({ kind }) => kind === 'open');
    expect(opened?.params).toMatchObject({
      useOnCloseEvent: 'true',
      projectId: 'a'.repeat(32),
      ua: 'wc-2/js-2.21.8/unknown/browser:app.example',
    });
  });

  it('stores no key, seed or token in plain text', async () => {
    const { relay, peer, store, until } = fixture;
    const { symKey, topic: pairing } = await relay.keyChain.createSymKey();
    const topic = await agree();
    const received = collectMessages(relay);
    await relay.subscribe([topic, pairing], neverAborted());
    await send(peer, topic, 1);
    await until(() => received.length === 1);
    const sessionKey = await relay.keyChain.symKeyOf(topic);
    const seed = await relay.keyChain.symKeyOf('client_ed25519_seed');
    const secrets = [symKey, sessionKey, seed].map((secret) => secret ?? 'missing');
    expect(secrets.every((secret) => /^[0-9a-f]{64}$/.test(secret))).toBe(true);
    for (const [key, value] of store.persisted) {
      const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
      const bytes = parts.map((part) =>
        part instanceof ArrayBuffer
          ? Buffer.from(part).toString('hex')
          : part instanceof Uint8Array
            ? Buffer.from(part).toString('hex')
            : String(part),
      );
      for (const secret of secrets) expect([key, ...bytes].join(' ')).not.toContain(secret);
    }
    expect([...store.persisted.keys()].filter((key) => key.includes('/key/')).length).toBeGreaterThanOrEqual(4);
  });
});
