import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { abortWhilePending } from '../support/outcomes.js';
import { setUp, setUpSubscribed, TOPIC } from '../support/relay-connection-fixture.js';
import { publishedTo } from '../support/relay-pages.js';

type World = ReturnType<typeof setUp>;

describe('calls of the relay connection', () => {
  it('are repeated up to three times, after 10 s without a response, on a new connection', async () => {
    const { server, clock, connection } = setUp();
    await connection.open(neverAborted());
    server.respond = ({ method }) => (method === 'irn_publish' ? null : { result: [] });
    const pendingCall = codeOf(connection.request('irn_publish', { a: 1 }, neverAborted()));
    await clock.run(40_000);
    expect([await pendingCall, publishedTo(server).length, server.openCount]).toEqual(['relay/unreachable', 3, 0]);
  });

  it('are repeated when the connection is lost', async () => {
    const { server, clock, connection } = setUp();
    await connection.open(neverAborted());
    const { respond } = server;
    server.respond = () => null;
    const pendingCall = connection.request('irn_publish', { a: 1 }, neverAborted());
    await flushPromises();
    server.respond = respond;
    server.last.finishClose();
    await clock.run(200);
    expect([await pendingCall, server.sockets.length]).toEqual([true, 2]);
    expect(server.last.calls.map(({ method }) => method)).toEqual(['irn_batchSubscribe', 'irn_publish']);
  });

  it('are cancelled by their signal', async () => {
    const { server, clock, connection } = setUp();
    await connection.open(neverAborted());
    server.respond = () => null;
    expect(await abortWhilePending((signal) => connection.request('irn_publish', {}, signal), flushPromises)).toBe('aborted');
    await clock.run(10_000);
    expect([server.sockets.length, clock.pending]).toEqual([1, 0]);
  });

  it('have unique ids of decimal digits', async () => {
    const { server, connection } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => connection.request('irn_publish', {}, neverAborted())));
    const ids = server.calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(51);
    expect(ids.every((id) => /^17\d{17}$/.test(id))).toBe(true);
  });
});

describe('unused relay connection', () => {
  it('closes after 10 s and reopens on the next call', async () => {
    const { server, clock, connection, statuses } = setUp();
    await connection.open(neverAborted());
    expect(clock.pending).toBe(1);
    await clock.run(9_999);
    expect(server.openCount).toBe(1);
    await clock.run(1);
    expect([server.openCount, clock.pending, statuses.at(-1)]).toEqual([0, 0, 'closed']);
    await connection.request('irn_publish', {}, neverAborted());
    expect([server.openCount, statuses.at(-1)]).toEqual([1, 'open']);
  });

  it('stays open while a topic is subscribed, and closes 10 s after the last unsubscribe', async () => {
    const { server, clock, connection } = await setUpSubscribed();
    await clock.run(500_000);
    expect(server.sockets).toHaveLength(1);
    await connection.unsubscribe([TOPIC]);
    expect(server.calls.at(-1)).toMatchObject({ method: 'irn_unsubscribe', params: { topic: TOPIC, id: `id of ${TOPIC}` } });
    await clock.run(10_000);
    expect([server.openCount, clock.pending]).toEqual([0, 0]);
  });

  it('is not reopened when it is lost', async () => {
    const { server, clock, connection, statuses } = setUp();
    await connection.open(neverAborted());
    server.last.finishClose();
    await clock.run(100_000);
    expect([server.sockets.length, statuses.at(-1), clock.pending]).toEqual([1, 'closed', 0]);
  });
});

describe('closed relay connection', () => {
  it('stays closed until the next call, then resubscribes its topics', async () => {
    const { server, clock, connection, statuses, subscribed } = await setUpSubscribed();
    connection.close();
    await clock.run(500_000);
    expect([server.openCount, server.sockets.length, clock.pending, statuses.at(-1)]).toEqual([0, 1, 0, 'closed']);
    await connection.open(neverAborted());
    expect([server.openCount, statuses.at(-1), subscribed()]).toEqual([1, 'open', [[TOPIC], [TOPIC]]]);
    server.last.finishClose();
    await clock.run(10_000);
    expect(server.openCount).toBe(1);
  });

  it('stays closed when it was closed while opening', async () => {
    const { server, clock, connection } = setUp();
    const subscribing = connection.subscribe([TOPIC], neverAborted());
    await clock.run(0);
    connection.close();
    await subscribing;
    connection.close();
    await clock.run(100_000);
    expect(server.openCount).toBe(0);
  });
});

describe('topics of the relay connection', () => {
  it('are subscribed in batches of 500', async () => {
    const { connection, subscribed } = setUp();
    const topics = Array.from({ length: 1_201 }, (_, index) => index.toString(16).padStart(64, '0'));
    await connection.subscribe(topics, neverAborted());
    expect(subscribed()).toEqual([topics.slice(0, 500), topics.slice(500, 1_000), topics.slice(1_000)]);
  });

  it('are subscribed once per connection', async () => {
    const { connection, subscribed } = await setUpSubscribed();
    await connection.subscribe([TOPIC, 'other'], neverAborted());
    expect(subscribed()).toEqual([[TOPIC], ['other']]);
  });

  it('stay subscribed after a failure, and are sent when the connection opens', async () => {
    const { server, clock, connection, statuses, subscribed } = setUp();
    server.modes.set('wss://', 'refused');
    expect(await codeOf(connection.subscribe([TOPIC], neverAborted()))).toBe('relay/unreachable');
    server.modes.clear();
    await clock.run(1_000);
    expect([subscribed(), connection.isSubscribed(TOPIC), statuses.at(-1)]).toEqual([[[TOPIC]], true, 'open']);
  });

  const unresponsive = async ({ server, connection }: World): Promise<void> => {
    await connection.open(neverAborted());
    server.respond = () => null;
  };
  const unreachable = async ({ server }: World): Promise<void> => void server.modes.set('wss://', 'silent');

  it.each([
    ['is unreachable', unreachable, async () => undefined],
    ['does not respond', unresponsive, flushPromises],
  ])('are dropped when the caller aborts while the relay %s', async (_, setRelay, waitUntilPending) => {
    const fixture = setUp();
    const { server, clock, connection } = fixture;
    await setRelay(fixture);
    expect(await abortWhilePending((signal) => connection.subscribe([TOPIC], signal), waitUntilPending)).toBe('aborted');
    expect(connection.isSubscribed(TOPIC)).toBe(false);
    await clock.run(20_000);
    expect([server.openCount, clock.pending]).toEqual([0, 0]);
  });

  it('stay subscribed while another caller needs them', async () => {
    const { server, connection } = setUp();
    server.modes.set('wss://', 'silent');
    const controllers = [new AbortController(), new AbortController()] as const;
    const subscriptions = [
      connection.subscribe([TOPIC], controllers[0].signal),
      connection.subscribe([TOPIC], neverAborted()),
      connection.subscribe([TOPIC, 'other'], controllers[1].signal),
    ].map((subscription) => subscription.catch((error: unknown) => error));
    for (const each of controllers) each.abort('aborted');
    expect([await subscriptions[0], await subscriptions[2], connection.isSubscribed(TOPIC), connection.isSubscribed('other')]).toEqual([
      'aborted',
      'aborted',
      true,
      false,
    ]);
    connection.dispose();
    expect(await subscriptions[1]).toMatchObject({ code: 'config/disposed' });
  });

  it('are not subscribed with an aborted signal', async () => {
    const { server, connection } = setUp();
    const aborted = AbortSignal.abort('aborted');
    for (const call of [() => connection.subscribe([TOPIC], aborted), () => connection.open(aborted)])
      await expect(call()).rejects.toBe('aborted');
    expect([server.sockets, connection.isSubscribed(TOPIC)]).toEqual([[], false]);
  });

  it('reject with relay/unreachable if the relay responds with an error', async () => {
    const { server, connection } = setUp();
    await connection.open(neverAborted());
    server.respond = () => ({ error: 'Too many' });
    expect(await codeOf(connection.subscribe([TOPIC], neverAborted()))).toBe('relay/unreachable');
  });
});
