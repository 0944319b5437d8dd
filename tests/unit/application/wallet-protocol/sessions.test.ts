import { NEVER } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import type { ProtocolClient } from '../../../../application/wallet-protocol/protocol-client.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { isRpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { record } from '../support/client-fixture.js';
import { outcomeOf, ProtocolFixture } from './support/protocol-fixture.js';
import { ALLOWED } from './support/protocol-wallet.js';

let fixture: ProtocolFixture;
beforeEach(() => {
  fixture = new ProtocolFixture();
});
afterEach(() => fixture.dispose());

const MAINNET = toChainId('eip155:1');
const MINUTE = 60_000;

describe('ProtocolClient', () => {
  describe('a session', () => {
    let session: RemoteSession;
    let topic: string;

    beforeEach(async () => {
      ({ session, topic } = await fixture.connect());
    });

    const signal = new AbortController().signal;
    const sendRequest = (target = session): Promise<unknown> =>
      target.request({ chainId: MAINNET, method: 'personal_sign', params: ['0x00'] }, signal);

    it('sends a request and receives the response, opens the wallet, and reveals neither to the relay', async () => {
      const response = sendRequest();
      await flushPromises();
      const { request } = fixture.wallet.calls.at(-1) ?? {};
      expect(request).toMatchObject({
        method: 'wc_sessionRequest',
        params: { chainId: MAINNET, request: { method: 'personal_sign', params: ['0x00'] } },
      });
      expect(fixture.openedRequests).toEqual([request?.id]);
      expect(Object.keys(fixture.relay.transport.published.at(-1) ?? {}).sort()).toEqual(['attestation', 'delivery', 'envelope', 'topic']);
      await fixture.wallet.respond(topic, request?.id ?? 0, { result: '0xsigned' });
      expect(await response).toBe('0xsigned');
    });

    it('does not open the wallet for a quiet request', async () => {
      const response = session.request({ chainId: MAINNET, method: 'eth_accounts', params: [], quiet: true }, signal);
      await flushPromises();
      const { request } = fixture.wallet.calls.at(-1) ?? {};
      expect([request?.method, fixture.openedRequests]).toEqual(['wc_sessionRequest', []]);
      await fixture.wallet.respond(topic, request?.id ?? 0, { result: [] });
      expect(await response).toEqual([]);
    });

    it('does not open a wallet whose session disables deep links', async () => {
      const pairing = fixture.pair();
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      const topic = await fixture.wallet.approve(proposal, { sessionConfig: { disableDeepLink: true } });
      const response = sendRequest(await pairing);
      await flushPromises();
      const { request } = fixture.wallet.calls.at(-1) ?? {};
      expect([request?.method, fixture.openedRequests]).toEqual(['wc_sessionRequest', []]);
      await fixture.wallet.respond(topic, request?.id ?? 0, { result: '0xsigned' });
      expect(await response).toBe('0xsigned');
    });

    it('returns session and scoped properties of the settlement', async () => {
      const pairing = fixture.pair();
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      const scopedProperties = { 'eip155:1': { atomic: { status: 'supported' } } };
      await fixture.wallet.approve(proposal, { sessionProperties: { bip122_getAccountAddresses: '[]', number: 7 }, scopedProperties });
      const session = await pairing;
      expect(session.sessionProperties).toEqual({ bip122_getAccountAddresses: '[]' });
      expect(session.scopedProperties).toEqual(scopedProperties);
    });

    it('applies the expiry of a request to that request only', async () => {
      const long = outcomeOf(session.request({ chainId: MAINNET, method: 'm', params: [], expirySeconds: 3_600 }, signal));
      const usual = outcomeOf(sendRequest());
      await fixture.clock.run(300_000);
      expect(usual.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
      expect(long.now()).toBeNull();
      await fixture.clock.run(3_300_000);
      expect(long.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
    });

    it('emits namespaces-changed on an update, and responds to the wallet', async () => {
      const received: string[] = [];
      session.events$.subscribe(({ type }) => received.push(type));
      const namespaces = { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
      const id = await fixture.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
      expect(session.namespaces).toEqual(namespaces);
      expect(fixture.wallet.responseTo(id)).toMatchObject({ result: true });
      const wrong = await fixture.wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: null } });
      expect(fixture.wallet.responseTo(wrong)).toMatchObject({ error: { code: 1003 } });
      expect(session.namespaces).toEqual(namespaces);
      expect(received).toEqual(['namespaces-changed']);
    });

    it('emits the wallet’s events, and responds to pings and unsupported methods', async () => {
      const { values: received } = record(session.events$);
      await fixture.wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' });
      await fixture.wallet.call(topic, 'wc_sessionEvent', { event: { name: 1 }, chainId: 'eip155:137' });
      await fixture.wallet.call(topic, 'wc_sessionEvent', null);
      expect(received).toEqual([{ type: 'event', chainId: 'eip155:137', name: 'chainChanged', data: 137 }]);
      expect(fixture.wallet.responseTo(await fixture.wallet.call(topic, 'wc_sessionPing', {}))).toMatchObject({ result: true });
      expect(fixture.wallet.responseTo(await fixture.wallet.call(topic, 'wc_sessionPropose', {}))).toMatchObject({
        error: { code: 10_001 },
      });
    });

    it('emits one deletion, rejects pending requests, and removes keys and record', async () => {
      const received = record(session.events$);
      const response = outcomeOf(sendRequest());
      await flushPromises();
      await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      expect(received).toMatchObject({ values: [{ type: 'ended', reason: 'wallet' }], end: 'complete' });
      expect(response.now()).toMatchObject({ error: { code: 'wallet-protocol/user-disconnected' } });
      expect(session.isLive).toBe(false);
      await expect(sendRequest()).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
      expect(fixture.records.persisted.size).toBe(0);
      expect(fixture.relay.keys).toEqual([]);
    });

    it('notifies the wallet when the app disconnects', async () => {
      await session.disconnect(signal);
      await flushPromises();
      expect(fixture.wallet.calls.at(-1)).toMatchObject({ topic, request: { method: 'wc_sessionDelete', params: { code: 6000 } } });
      expect(session.isLive).toBe(false);
      expect(fixture.records.persisted.size).toBe(0);
      await session.disconnect(signal);
      expect(fixture.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(1);
    });

    it('returns its expiry, also after an extension', async () => {
      const week = 7 * 24 * 60 * MINUTE;
      const expiresAt = session.expiresAt ?? 0;
      expect(Math.abs(expiresAt - (fixture.clock.now() + week))).toBeLessThan(MINUTE);
      await fixture.clock.run(24 * 60 * MINUTE);
      await fixture.wallet.call(topic, 'wc_sessionExtend', {});
      expect((session.expiresAt ?? 0) - expiresAt).toBeGreaterThan(23 * 60 * MINUTE);
      const extendedExpiry = session.expiresAt;
      await fixture.reload();
      expect((await fixture.client.resume())?.expiresAt).toBe(extendedExpiry);
    });

    it('is restored without the relay, and receives waiting events once connected', async () => {
      await fixture.reload(() =>
        fixture.wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' }),
      );
      fixture.relay.mode = 'unreachable';
      const session = await fixture.client.resume();
      expect(session).toMatchObject({ topic, isLive: true, namespaces: ALLOWED });
      const received: unknown[] = [];
      session?.events$.subscribe((event) => received.push(event));
      fixture.relay.mode = 'open';
      await fixture.clock.run(2_000);
      expect(received).toEqual([expect.objectContaining({ name: 'chainChanged' })]);
    });
  });

  it('is shared by all holders, and emits its deletion once', async () => {
    const { session, topic } = await fixture.connect();
    expect(await fixture.client.resume()).toBe(session);
    await fixture.reload();
    const [first, second] = [await fixture.client.resume(), await fixture.client.resume()];
    expect(second).toBe(first);
    const received: unknown[] = [];
    first?.events$.subscribe((event) => received.push(event));
    await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(received).toEqual([{ type: 'ended', reason: 'wallet' }]);
  });

  it('is lost if its key is missing when it is resumed', async () => {
    const { session, topic } = await fixture.connect();
    const { values: received } = record(session.events$);
    await fixture.relay.keyChain.deleteKeys(topic);
    expect(await fixture.client.resume()).toBeNull();
    expect([received, session.isLive]).toEqual([[{ type: 'ended', reason: 'lost' }], false]);
    expect(fixture.records.persisted.size).toBe(0);
  });

  it('emits empty$ when the last session is closed or none is stored', async () => {
    const first = await fixture.connect();
    const second = await fixture.connect();
    await first.session.disconnect(new AbortController().signal);
    expect(fixture.emptyCount).toBe(0);
    await fixture.wallet.call(second.topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(fixture.emptyCount).toBe(1);
    expect(await fixture.client.resume()).toBeNull();
    expect(fixture.emptyCount).toBe(2);
  });

  it('does not emit empty$ while a session is restored or when disposed', async () => {
    await fixture.connect();
    await fixture.reload();
    expect(await fixture.client.resume()).not.toBeNull();
    fixture.client.dispose();
    expect(fixture.emptyCount).toBe(0);
  });
});

const { signal } = new AbortController();
const WEEK = 604_800_000;

describe('a session that is disconnected while the relay is unreachable', () => {
  let session: RemoteSession;
  let topic: string;

  beforeEach(async () => {
    ({ session, topic } = await fixture.connect());
  });

  const unreachable = (): void => {
    fixture.relay.mode = 'unreachable';
    fixture.relay.disconnect();
  };
  /** Number of session deletions that the wallet received. */
  const deleteCount = (): number => fixture.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length;
  const remaining = () => [[...fixture.records.persisted.keys()], fixture.relay.keys];

  it('is closed immediately, and deleted at the wallet when the relay is reachable', async () => {
    unreachable();
    const disconnected = outcomeOf(session.disconnect(signal));
    await flushPromises();
    expect([session.isLive, await fixture.client.resume(), disconnected.now()]).toEqual([false, null, { value: undefined }]);
    await fixture.clock.run(MINUTE);
    expect(deleteCount()).toBe(0);
    fixture.relay.mode = 'open';
    await fixture.clock.run(6_000);
    expect([deleteCount(), remaining(), fixture.relay.topics]).toEqual([1, [[], []], []]);
  });

  it('is deleted at the wallet by the next page load, which does not restore it', async () => {
    unreachable();
    await session.disconnect(signal).catch(() => undefined);
    await fixture.reload();
    fixture.relay.mode = 'open';
    expect(await fixture.client.resume()).toBeNull();
    await flushPromises();
    expect([deleteCount(), remaining()]).toEqual([1, [[], []]]);
  });

  it('is deleted at the wallet even if the page was closed before publishing', async () => {
    const release = fixture.holdPublishes();
    const disconnected = outcomeOf(session.disconnect(signal));
    await flushPromises();
    await fixture.reload();
    await release();
    expect(disconnected.now()).toMatchObject({ error: { code: 'config/disposed' } });
    const pairing = await fixture.startPairing();
    expect(deleteCount()).toBe(1);
    pairing.abort();
    await flushPromises();
    expect(remaining()).toEqual([[expect.stringContaining('/proposal/')], expect.any(Array)]);
    await fixture.clock.run(6 * MINUTE);
    expect(remaining()).toEqual([[], []]);
  });

  it('is deleted at the wallet even if the caller aborts', async () => {
    const release = fixture.holdPublishes();
    const controller = new AbortController();
    session.disconnect(controller.signal).catch(() => undefined);
    await flushPromises();
    controller.abort();
    await release();
    expect([deleteCount(), remaining()]).toEqual([1, [[], []]]);
  });

  it('stops retrying after five minutes, and is deleted by the next page load', async () => {
    unreachable();
    session.disconnect(signal).catch(() => undefined);
    await fixture.clock.run(6 * MINUTE);
    expect([fixture.relay.topics, fixture.clock.pending]).toEqual([[], 0]);
    const { openCount } = fixture.relay;
    await fixture.clock.run(60 * MINUTE);
    expect(fixture.relay.openCount).toBe(openCount);
    await fixture.reload();
    await fixture.client.resume();
    await flushPromises();
    expect([deleteCount(), remaining()]).toEqual([1, [[], []]]);
  });

  it('is forgotten if the wallet could not be notified before the expiry', async () => {
    unreachable();
    await session.disconnect(signal).catch(() => undefined);
    await fixture.reload(() => fixture.clock.run(WEEK));
    fixture.relay.mode = 'unreachable';
    expect(await fixture.client.resume()).toBeNull();
    await fixture.clock.run(MINUTE);
    expect([deleteCount(), remaining()]).toEqual([0, [[], []]]);
  });

  it('is closed in another tab, which notifies the wallet if the first tab was closed', async () => {
    const relay = fixture.relay.otherTab();
    const other = fixture.otherTab(relay);
    const own = await other.resume(topic);
    expect(own?.isLive).toBe(true);
    for (const each of [fixture.relay, relay]) {
      each.mode = 'unreachable';
      each.disconnect();
    }
    await session.disconnect(signal).catch(() => undefined);
    fixture.client.dispose();
    expect([await other.resume(topic), await other.resume(), own?.isLive]).toEqual([null, null, false]);
    relay.mode = 'open';
    await fixture.clock.run(6_000);
    expect([deleteCount(), remaining()]).toEqual([1, [[], []]]);
    other.dispose();
  });
});

/** An update to one chain with another address. */
const updateTo = (digit: string) => ({
  namespaces: { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: [`eip155:1:0x${digit.repeat(40)}`] } },
});

const chainChanged = (data: number) => ({ event: { name: 'chainChanged', data }, chainId: 'eip155:1' });

describe('an app whose responses the relay accepts slowly', () => {
  /** Holds the app's responses until the returned function is called. */
  const holdResponses = () => fixture.holdPublishes(({ message }) => !isRpcRequest(message));

  it('handles the wallet’s calls in order, and responds to all of them', async () => {
    const { session, topic } = await fixture.connect();
    const received: unknown[] = [];
    session.events$.subscribe((event) => received.push(event.type === 'event' ? event.data : session.namespaces.eip155?.accounts));
    const release = holdResponses();
    const ids = [
      await fixture.wallet.call(topic, 'wc_sessionPing', {}),
      await fixture.wallet.call(topic, 'wc_sessionUpdate', updateTo('1')),
      await fixture.wallet.call(topic, 'wc_sessionEvent', chainChanged(1)),
      await fixture.wallet.call(topic, 'wc_sessionUpdate', updateTo('2')),
      await fixture.wallet.call(topic, 'wc_sessionEvent', chainChanged(2)),
    ];
    expect(received).toEqual([[`eip155:1:0x${'1'.repeat(40)}`], 1, [`eip155:1:0x${'2'.repeat(40)}`], 2]);
    expect(ids.map((id) => fixture.wallet.responseTo(id))).toEqual(ids.map(() => undefined));
    await release();
    expect(ids.map((id) => fixture.wallet.responseTo(id))).toEqual(ids.map((id) => ({ id, jsonrpc: '2.0', result: true })));
  });

  it('receives the response to a request', async () => {
    const { session, topic } = await fixture.connect();
    const release = holdResponses();
    await fixture.wallet.call(topic, 'wc_sessionPing', {});
    const response = session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, new AbortController().signal);
    await flushPromises();
    await fixture.wallet.respond(topic, fixture.wallet.calls.at(-1)?.request.id ?? 0, { result: '0xsigned' });
    expect(await response).toBe('0xsigned');
    await release();
  });

  it('closes a deleted session immediately, and keeps its key until the response is published', async () => {
    const { session, topic } = await fixture.connect();
    const release = holdResponses();
    const ping = await fixture.wallet.call(topic, 'wc_sessionPing', {});
    const end = await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(session.isLive).toBe(false);
    // The record stays with the key, marked as expired for the next page load.
    expect(fixture.records.persisted.get(`@latchkey/wc/session/${topic}`)).toMatchObject({ expiry: 0 });
    await release();
    expect([fixture.wallet.responseTo(ping), fixture.wallet.responseTo(end)]).toMatchObject([{ result: true }, { result: true }]);
    expect(fixture.relay.keys).toEqual([]);
    expect(fixture.relay.topics).toEqual([]);
    expect([...fixture.records.persisted.keys()]).toEqual([]);
  });

  it('returns the session before the acknowledgement is published', async () => {
    const release = holdResponses();
    const session = outcomeOf(fixture.pair());
    await fixture.wallet.approve(await fixture.wallet.pair(await fixture.displayedUri()));
    expect(session.now()).toMatchObject({ value: { isLive: true } });
    expect(fixture.wallet.responses).toEqual([]);
    await release();
    expect(fixture.wallet.responses.map(({ response }) => response)).toMatchObject([{ result: true }]);
  });

  it('keeps a session whose acknowledgement is published after the proposal’s expiry', async () => {
    const release = holdResponses();
    const session = outcomeOf(fixture.pair());
    const topic = await fixture.wallet.approve(await fixture.wallet.pair(await fixture.displayedUri()));
    await fixture.clock.run(301_000);
    await release();
    expect(session.now()).toMatchObject({ value: { topic, isLive: true } });
    expect(fixture.wallet.calls.map(({ request }) => request.method)).toEqual(['wc_sessionPropose']);
    expect(fixture.wallet.responses.map(({ response }) => response)).toMatchObject([{ result: true }]);
    expect([fixture.relay.keys, fixture.relay.topics]).toEqual([[topic], [topic]]);
  });

  it('displays a new URI to another pairing attempt, not the settled session', async () => {
    const release = holdResponses();
    const first = outcomeOf(fixture.pair(undefined, true));
    await fixture.wallet.approve(await fixture.wallet.pair(await fixture.displayedUri()));
    expect(first.now()).toMatchObject({ value: { isLive: true } });
    const controller = new AbortController();
    const second = outcomeOf(fixture.pair(controller.signal, true));
    await fixture.displayedUri();
    expect([second.now(), new Set(fixture.uris).size]).toEqual([null, 2]);
    controller.abort();
    await release();
  });
});

describe('a second tab with a loaded engine', () => {
  let records: FakeRecordStore;
  let other: ProtocolClient;
  let emptyCount: number;

  beforeEach(() => {
    records = fixture.records.otherTab();
    emptyCount = 0;
    other = fixture.otherTab(fixture.relay.otherTab(), records);
    other.empty$.subscribe(() => {
      emptyCount += 1;
    });
  });
  afterEach(() => other.dispose());

  const { signal } = new AbortController();
  /** Sends a request over a session and returns the wallet's response. */
  const requestOver = async (session: RemoteSession | null): Promise<unknown> => {
    const response = session?.request({ chainId: MAINNET, method: 'personal_sign', params: ['0x00'] }, signal);
    await flushPromises();
    const { topic, request } = fixture.wallet.calls.at(-1) ?? {};
    await fixture.wallet.respond(topic ?? '', request?.id ?? 0, { result: '0xsigned' });
    return response;
  };
  const storedTopics = (): readonly string[] =>
    [...fixture.records.persisted.keys()].filter((key) => key.includes('/session/')).map((key) => key.split('/').at(-1) ?? '');

  it('finds a session that was settled after it found none', async () => {
    expect([await other.resume(), emptyCount]).toEqual([null, 1]);
    const { session, topic } = await fixture.connect();
    const found = await other.resume();
    expect(found).toMatchObject({ topic, isLive: true });
    expect(await requestOver(found)).toBe('0xsigned');
    expect([session.isLive, emptyCount]).toEqual([true, 1]);
  });

  it('closes a session that was disconnected in the other tab, and restores the next one', async () => {
    const first = await fixture.connect();
    const own = await other.resume();
    const events = record(own?.events$ ?? NEVER);
    await first.session.disconnect(signal);
    const second = await fixture.connect();
    const found = await other.resume();
    expect(found).toMatchObject({ topic: second.topic, isLive: true });
    expect([own?.isLive, events.values, events.end, emptyCount]).toEqual([false, [], 'complete', 0]);
    expect(await other.resume(first.topic)).toBeNull();
    expect(await requestOver(found)).toBe('0xsigned');
    await flushPromises();
    expect(storedTopics()).toEqual([second.topic]);
    expect(fixture.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(1);
  });

  it('emits empty$ if the session was disconnected and there is no other', async () => {
    const { session, topic } = await fixture.connect();
    const own = await other.resume();
    await session.disconnect(signal);
    expect([await other.resume(topic), own?.isLive, emptyCount > 0]).toEqual([null, false, true]);
  });

  it('does not restore a session that is being removed', async () => {
    const { topic } = await fixture.connect();
    const own = await other.resume();
    let release = (): void => undefined;
    const mayGo = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { remove } = records;
    Object.assign(records, { remove: (key: string) => mayGo.then(() => remove(key)) });
    own?.disconnect(signal).catch(() => undefined);
    await flushPromises();
    expect(storedTopics()).toEqual([topic]);
    expect(await other.resume()).toBeNull();
    release();
    await flushPromises();
    expect([await other.resume(), storedTopics()]).toEqual([null, []]);
  });

  it('returns the requested session even if another one expires later', async () => {
    const first = await fixture.connect();
    await fixture.clock.run(86_400_000);
    const second = await fixture.connect();
    expect(await other.resume()).toMatchObject({ topic: second.topic });
    expect(await other.resume(first.topic)).toMatchObject({ topic: first.topic, isLive: true });
    expect(await other.resume('f'.repeat(64))).toBeNull();
    expect(emptyCount).toBe(0);
  });

  it('keeps its sessions while the records cannot be read', async () => {
    const { topic } = await fixture.connect();
    const own = await other.resume();
    Object.assign(records, { list: () => Promise.reject(new Error('Storage failed')) });
    expect(await other.resume(topic)).toBe(own);
    expect(own?.isLive).toBe(true);
  });
});
