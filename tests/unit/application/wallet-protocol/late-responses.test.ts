import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { RECORD_PREFIXES } from '../../../../application/wallet-protocol/protocol-records.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { outcomeOf, ProtocolFixture } from './support/protocol-fixture.js';

const MAINNET = toChainId('eip155:1');
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x2222222222222222222222222222222222222222';
const HASH = `0x${'7'.repeat(64)}`;
const signal = new AbortController().signal;
const MINUTE = 60_000;
/** How long a page waits for the tab that sent the request. */
const OTHER_TAB_MS = 2_000;

let fixture: ProtocolFixture;
let session: RemoteSession;
let topic: string;

beforeEach(async () => {
  fixture = new ProtocolFixture();
  ({ session, topic } = await fixture.connect());
});
afterEach(() => fixture.dispose());

const send = (method = 'eth_sendTransaction') =>
  outcomeOf(session.request({ chainId: MAINNET, method, params: [{ from: FROM, to: TO, value: '0x5' }] }, signal));
/** Sends a transaction. Returns the id of its request. */
const sendTransaction = async (): Promise<number> => {
  send();
  await flushPromises();
  return fixture.wallet.calls.at(-1)?.request.id ?? 0;
};
const storedKeys = (): readonly string[] =>
  [...fixture.records.persisted.keys()].filter((key) => key.startsWith(RECORD_PREFIXES.broadcasts));
/** Opens the page again and lets it handle what the relay delivers. */
const reopen = async (before?: () => Promise<unknown>): Promise<void> => {
  await fixture.reload(before);
  await fixture.client.resume();
  await fixture.clock.run(OTHER_TAB_MS);
};

describe('a request that may broadcast', () => {
  it('is stored before it is published, and removed when its caller has the response', async () => {
    let storedAtPublish: readonly string[] = [];
    const release = fixture.holdPublishes(() => {
      storedAtPublish = storedKeys();
      return true;
    });
    const response = send();
    await flushPromises();
    expect(storedAtPublish).toHaveLength(1);
    await release();
    const { id } = fixture.wallet.calls.at(-1)?.request ?? { id: 0 };
    await fixture.wallet.respond(topic, id, { result: HASH });
    expect(response.now()).toEqual({ value: HASH });
    expect([storedKeys(), fixture.lateResponses]).toEqual([[], []]);
  });

  it('is published although the store of the app throws', async () => {
    const { set, remove } = fixture.records;
    const failing = <Args extends [string, ...unknown[]]>(call: (...args: Args) => Promise<void>) =>
      function throwForBroadcasts(this: unknown, ...args: Args): Promise<void> {
        if (args[0].startsWith(RECORD_PREFIXES.broadcasts)) throw new Error('The store is full');
        return call.apply(this, args);
      };
    Object.assign(fixture.records, { set: failing(set), remove: failing(remove) });
    const response = send();
    await flushPromises();
    const { id } = fixture.wallet.calls.at(-1)?.request ?? { id: 0 };
    await fixture.wallet.respond(topic, id, { result: HASH });
    expect(response.now()).toEqual({ value: HASH });
  });

  it('is followed whenever its page is closed, if it reached the wallet', async () => {
    const reached: boolean[] = [];
    for (const when of ['before', 'after'] as const)
      for (let call = 0; call < 8; call += 1) {
        const { length } = fixture.wallet.calls;
        fixture.lateResponses.length = 0;
        fixture.ports.kill = { at: fixture.ports.calls + call, when };
        const id = await sendTransaction();
        const hasReached = fixture.wallet.calls.length > length;
        await reopen(async () => (hasReached ? fixture.wallet.respond(topic, id, { result: HASH }) : undefined));
        expect(fixture.lateResponses).toHaveLength(hasReached ? 1 : 0);
        reached.push(hasReached);
        session = (await fixture.client.resume()) as RemoteSession;
      }
    expect(new Set(reached)).toEqual(new Set([false, true]));
  });

  it('is not stored if it only signs', async () => {
    send('personal_sign');
    await flushPromises();
    expect(storedKeys()).toEqual([]);
    await fixture.wallet.respond(topic, fixture.wallet.calls.at(-1)?.request.id ?? 0, { result: '0x00' });
  });

  it('delivers a hash that arrives after a reload, with what was requested, and is removed', async () => {
    const id = await sendTransaction();
    await reopen(() => fixture.wallet.respond(topic, id, { result: HASH }));
    const transaction = {
      namespace: 'eip155',
      chainId: MAINNET,
      from: `${MAINNET}:${FROM}`,
      kind: 'transaction',
      to: TO,
      value: 5n,
      asset: null,
    };
    expect(fixture.lateResponses).toMatchObject([{ request: { id, topic, transaction }, outcome: { status: 'broadcast', hash: HASH } }]);
    expect(storedKeys()).toEqual([]);
    fixture.relay.redeliver();
    await fixture.clock.run(OTHER_TAB_MS);
    expect(fixture.lateResponses).toHaveLength(1);
  });

  it('delivers a hash also if the wallet ends the session right after it', async () => {
    const id = await sendTransaction();
    await reopen(async () => {
      await fixture.wallet.respond(topic, id, { result: HASH });
      await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: '' });
    });
    expect(fixture.lateResponses).toMatchObject([{ outcome: { hash: HASH } }]);
    expect(storedKeys()).toEqual([]);
  });

  it.each([
    [{ error: { code: 4001, message: 'Declined' } }, { code: 4001, message: 'Declined' }],
    [{ result: 'not a hash' }, null],
  ])('ends with an error that arrives after a reload: %j', async (response, error) => {
    const id = await sendTransaction();
    await reopen(() => fixture.wallet.respond(topic, id, response));
    expect(fixture.lateResponses).toMatchObject([{ outcome: { status: 'failed', error } }]);
    expect(storedKeys()).toEqual([]);
  });

  it('is delivered again if its outcome could not be stored', async () => {
    const id = await sendTransaction();
    fixture.lateResponseError = new Error('The chunk did not load');
    await reopen(() => fixture.wallet.respond(topic, id, { result: HASH }));
    expect([fixture.lateResponses, storedKeys().length]).toEqual([[], 1]);
    fixture.lateResponseError = null;
    await reopen();
    expect(fixture.lateResponses).toMatchObject([{ outcome: { hash: HASH } }]);
  });

  it('delivers a hash that arrives in the same page after the request has expired', async () => {
    const response = send();
    await flushPromises();
    const { id } = fixture.wallet.calls.at(-1)?.request ?? { id: 0 };
    await fixture.clock.run(5 * MINUTE);
    expect(response.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
    await fixture.wallet.respond(topic, id, { result: HASH });
    expect(fixture.lateResponses).toMatchObject([{ outcome: { hash: HASH } }]);
  });

  it('goes to its caller if another tab receives the response too', async () => {
    const other = fixture.otherTab();
    await other.resume();
    const response = send();
    await flushPromises();
    const { id } = fixture.wallet.calls.at(-1)?.request ?? { id: 0 };
    await fixture.wallet.respond(topic, id, { result: HASH });
    await fixture.clock.run(OTHER_TAB_MS);
    expect([response.now(), fixture.lateResponses]).toEqual([{ value: HASH }, []]);
    other.dispose();
  });

  it('is delivered by another tab if the one that sent it is closed', async () => {
    const id = await sendTransaction();
    const other = fixture.otherTab();
    await other.resume();
    fixture.client.dispose();
    await fixture.wallet.respond(topic, id, { result: HASH });
    await fixture.clock.run(OTHER_TAB_MS);
    expect(fixture.lateResponses).toMatchObject([{ outcome: { hash: HASH } }]);
    expect(storedKeys()).toEqual([]);
    other.dispose();
  });

  it('is removed once no response can arrive any more, and when its session is closed', async () => {
    await sendTransaction();
    await reopen(() => fixture.clock.run(9 * MINUTE));
    expect(storedKeys()).toHaveLength(1);
    await reopen(() => fixture.clock.run(MINUTE));
    expect(storedKeys()).toEqual([]);
    session = (await fixture.client.resume()) as RemoteSession;
    await sendTransaction();
    expect(storedKeys()).toHaveLength(1);
    await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: '' });
    expect(storedKeys()).toEqual([]);
  });
});
