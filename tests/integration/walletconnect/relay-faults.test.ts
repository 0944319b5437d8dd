import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageRelay, OpenedMessage } from '../../../application/wallet-protocol/message-relay.js';
import { codeOf, patient } from '../../../testing/contracts/test-api.js';
import { type RelayWorld, startRelayWorld } from '../support/relay-world.js';

const DELIVERY = { tag: 1108, ttl: 300, prompt: true };

let world: RelayWorld;

beforeEach(async () => {
  world = await startRelayWorld();
});

afterEach(() => world.stop());

const agree = async (relay: MessageRelay = world.relay): Promise<string> => {
  const [own, others] = [await relay.keyChain.createKeyPair(), await world.peer.keyChain.createKeyPair()];
  await world.peer.keyChain.agreeOnKey({ publicKey: others, peerPublicKey: own });
  return relay.keyChain.agreeOnKey({ publicKey: own, peerPublicKey: others });
};

const listenTo = (relay: MessageRelay): OpenedMessage[] => {
  const heard: OpenedMessage[] = [];
  relay.messages$.subscribe((message) => {
    heard.push(message);
    message.acknowledge();
  });
  return heard;
};

const call = (id: number) => ({ id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }) as const;
const send = (relay: MessageRelay, topic: string, id: number): Promise<void> =>
  relay.publish({ topic, message: call(id), delivery: DELIVERY }, patient());
const ids = (heard: readonly OpenedMessage[]): readonly number[] => heard.map(({ message }) => message.id);

describe('a line to a real relay', () => {
  it('that dies without a word is noticed when the page is shown again, and what came meanwhile is brought', async () => {
    const { relay, peer, proxy, browser, run, until, clock } = world;
    const topic = await agree();
    const heard = listenTo(relay);
    await relay.subscribe([topic], patient());
    proxy.freeze();
    browser.setVisible(false);
    await send(peer, topic, 1);
    await run(30_000);
    expect(heard).toEqual([]);
    const shownAt = clock.now();
    browser.setVisible(true);
    await run(1_600);
    await until(() => heard.length === 1);
    expect(proxy.connections).toBe(2);
    // Of the page's time; that of the network is not its own.
    expect(clock.now() - shownAt).toBeLessThan(10_000);
  });

  it('carries a call again whose answer was lost, and the peer hears it once', async () => {
    const { relay, peer, sandbox, run, until, proxy } = world;
    const topic = await agree();
    const heard = listenTo(peer);
    await peer.subscribe([topic], patient());
    await relay.subscribe([topic], patient());
    await sandbox.control.addFault({ method: 'irn_publish', mode: 'drop-answer', tag: DELIVERY.tag });
    const sending = send(relay, topic, 1);
    await until(() => heard.length === 1);
    await run(10_200);
    await sending;
    await send(relay, topic, 2);
    await until(() => heard.length >= 2);
    expect([ids(heard), proxy.connections]).toEqual([[1, 2], 2]);
  });

  it('brings once what the relay hands over twice, and out of order where it is late', async () => {
    const { relay, peer, sandbox, until } = world;
    const topic = await agree();
    const heard = listenTo(relay);
    await relay.subscribe([topic], patient());
    await sandbox.control.addFault({ method: 'irn_subscription', mode: 'repeat', times: 2 });
    await sandbox.control.addFault({ method: 'irn_publish', mode: 'repeat', times: 2 });
    await sandbox.control.addFault({ method: 'irn_subscription', mode: 'delay', delayMs: 300 });
    for (const id of [1, 2, 3, 4]) await send(peer, topic, id);
    await until(() => heard.length === 4);
    expect(ids(heard)).toEqual([1, 2, 4, 3]);
  });

  it('brings again what was lost on the way here', async () => {
    const { relay, peer, sandbox, until } = world;
    const topic = await agree();
    const heard = listenTo(relay);
    await relay.subscribe([topic], patient());
    await sandbox.control.addFault({ method: 'irn_subscription', mode: 'drop', times: 2 });
    await send(peer, topic, 1);
    await until(() => heard.length === 1);
    expect(ids(heard)).toEqual([1]);
  });

  it('says that it is not accepted when the relay closes it with 3000, and nothing is uncaught', async () => {
    const { relay, sandbox, until, run, proxy } = world;
    const topic = await agree();
    await relay.subscribe([topic], patient());
    let last = '';
    relay.status$.subscribe((status) => {
      last = status.type === 'failed' ? status.error.code : status.type;
    });
    await sandbox.control.closeSockets(3000, 'Unauthorized: invalid key');
    await until(() => last === 'relay/unauthorized');
    await run(100_000);
    expect([await codeOf(send(relay, topic, 1)), proxy.connections]).toEqual(['relay/unauthorized', 1]);
  });

  it('finds the second address when the first takes connections and never answers', async () => {
    const { proxy, sandbox, newPage, run, until } = world;
    proxy.door = 'silent';
    const relay = newPage({ relayUrls: [`ws://127.0.0.1:${proxy.port}`, sandbox.url] });
    let isOpen = false;
    const opening = relay.open(patient()).then(() => {
      isOpen = true;
    });
    await until(() => proxy.connections === 1);
    await run(4_100);
    await until(() => isOpen);
    await opening;
  });

  it('is one client for the relay in every tab, and each tab’s line stands by itself', async () => {
    const { relay, peer, sandbox, proxy, newPage, until } = world;
    const tab = newPage({ relayUrls: [sandbox.url] });
    const topic = await agree();
    const heard = [listenTo(relay), listenTo(tab)] as const;
    await Promise.all([relay.subscribe([topic], patient()), tab.subscribe([topic], patient())]);
    const clients = (await sandbox.control.state()).connections.map(({ clientId }) => clientId);
    expect([clients.length, new Set(clients).size]).toEqual([2, 1]);
    await send(peer, topic, 1);
    await until(() => heard.every((each) => each.length === 1));
    proxy.cut();
    await send(peer, topic, 2);
    await until(() => heard[1].length === 2);
    let sent = 0;
    for (const [index, page] of [relay, tab].entries()) void send(page, topic, 3 + index).then(() => (sent += 1));
    await until(() => sent === 2);
    expect(proxy.connections).toBe(2);
    expect(heard.map((each) => ids(each).filter((id) => id > 2))).toEqual([[], []]);
  });

  it('leaves another tab what only that tab asked for, also while it is away', async () => {
    const { relay, peer, proxy, sandbox, newPage, until, run } = world;
    const topic = await agree();
    const heard = listenTo(relay);
    await relay.subscribe([topic], patient());
    const tab = newPage({ relayUrls: [sandbox.url] });
    const heardThere = listenTo(tab);
    await tab.subscribe([await agree(tab)], patient());
    proxy.door = 'cut';
    proxy.cut();
    await send(peer, topic, 1);
    await run(3_000);
    proxy.door = 'open';
    await until(() => heard.length === 1);
    expect(heardThere).toEqual([]);
  });

  it('tells the relay how long and how loud, and nothing of the content', async () => {
    const { relay, sandbox } = world;
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

  it('leaves no key, seed or token in clear in what the browser keeps', async () => {
    const { relay, peer, store, until } = world;
    const { symKey, topic: pairing } = await relay.keyChain.createSymKey();
    const topic = await agree();
    const heard = listenTo(relay);
    await relay.subscribe([topic, pairing], patient());
    await send(peer, topic, 1);
    await until(() => heard.length === 1);
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
