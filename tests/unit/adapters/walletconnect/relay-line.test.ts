import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { leave } from '../support/outcomes.js';
import { setUp, setUpSubscribed, TOPIC } from '../support/relay-line-world.js';
import { publishedTo } from '../support/relay-pages.js';

type World = ReturnType<typeof setUp>;

describe('calls over a line', () => {
  it('are made again after 10 s without an answer, over another connection, three times in all', async () => {
    const { server, clock, line } = setUp();
    await line.open(patient());
    server.answer = ({ method }) => (method === 'irn_publish' ? null : { result: [] });
    const asking = codeOf(line.request('irn_publish', { a: 1 }, patient()));
    await clock.run(40_000);
    expect([await asking, publishedTo(server).length, server.open]).toEqual(['relay/unreachable', 3, 0]);
  });

  it('are made again when the line breaks meanwhile', async () => {
    const { server, clock, line } = setUp();
    await line.open(patient());
    const { answer } = server;
    server.answer = () => null;
    const asking = line.request('irn_publish', { a: 1 }, patient());
    await settle();
    server.answer = answer;
    server.last.end();
    await clock.run(200);
    expect([await asking, server.sockets.length]).toEqual([true, 2]);
    expect(server.last.calls.map(({ method }) => method)).toEqual(['irn_batchSubscribe', 'irn_publish']);
  });

  it('are given up by who does not wait any longer', async () => {
    const { server, clock, line } = setUp();
    await line.open(patient());
    server.answer = () => null;
    expect(await leave((signal) => line.request('irn_publish', {}, signal), settle)).toBe('left');
    await clock.run(10_000);
    expect([server.sockets.length, clock.pending]).toEqual([1, 0]);
  });

  it('have ids of their own in decimal digits', async () => {
    const { server, line } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => line.request('irn_publish', {}, patient())));
    const ids = server.calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(51);
    expect(ids.every((id) => /^17\d{17}$/.test(id))).toBe(true);
  });
});

describe('a line that nobody needs', () => {
  it('closes by itself after 10 s, and opens again when it is needed', async () => {
    const { server, clock, line, statuses } = setUp();
    await line.open(patient());
    expect(clock.pending).toBe(1);
    await clock.run(9_999);
    expect(server.open).toBe(1);
    await clock.run(1);
    expect([server.open, clock.pending, statuses.at(-1)]).toEqual([0, 0, 'closed']);
    await line.request('irn_publish', {}, patient());
    expect([server.open, statuses.at(-1)]).toEqual([1, 'open']);
  });

  it('stays while a topic is wanted, and closes 10 s after the last was left', async () => {
    const { server, clock, line } = await setUpSubscribed();
    await clock.run(500_000);
    expect(server.sockets).toHaveLength(1);
    await line.unsubscribe([TOPIC]);
    expect(server.calls.at(-1)).toMatchObject({ method: 'irn_unsubscribe', params: { topic: TOPIC, id: `id of ${TOPIC}` } });
    await clock.run(10_000);
    expect([server.open, clock.pending]).toEqual([0, 0]);
  });

  it('is not opened again when it breaks', async () => {
    const { server, clock, line, statuses } = setUp();
    await line.open(patient());
    server.last.end();
    await clock.run(100_000);
    expect([server.sockets.length, statuses.at(-1), clock.pending]).toEqual([1, 'closed', 0]);
  });
});

describe('a line that is left', () => {
  it('is closed until somebody needs it, with the topics that are wanted', async () => {
    const { server, clock, line, statuses, subscribed } = await setUpSubscribed();
    line.leave();
    await clock.run(500_000);
    expect([server.open, server.sockets.length, clock.pending, statuses.at(-1)]).toEqual([0, 1, 0, 'closed']);
    await line.open(patient());
    expect([server.open, statuses.at(-1), subscribed()]).toEqual([1, 'open', [[TOPIC], [TOPIC]]]);
    server.last.end();
    await clock.run(10_000);
    expect(server.open).toBe(1);
  });

  it('stays closed also where it was just being opened', async () => {
    const { server, clock, line } = setUp();
    const subscribing = line.subscribe([TOPIC], patient());
    await clock.run(0);
    line.leave();
    await subscribing;
    line.leave();
    await clock.run(100_000);
    expect(server.open).toBe(0);
  });
});

describe('the topics of a line', () => {
  it('are subscribed 500 at a time', async () => {
    const { line, subscribed } = setUp();
    const topics = Array.from({ length: 1_201 }, (_, index) => index.toString(16).padStart(64, '0'));
    await line.subscribe(topics, patient());
    expect(subscribed()).toEqual([topics.slice(0, 500), topics.slice(500, 1_000), topics.slice(1_000)]);
  });

  it('are subscribed once over a connection', async () => {
    const { line, subscribed } = await setUpSubscribed();
    await line.subscribe([TOPIC, 'other'], patient());
    expect(subscribed()).toEqual([[TOPIC], ['other']]);
  });

  it('stay wanted after a failure, and are subscribed as soon as the line opens', async () => {
    const { server, clock, line, statuses, subscribed } = setUp();
    server.doors.set('wss://', 'refused');
    expect(await codeOf(line.subscribe([TOPIC], patient()))).toBe('relay/unreachable');
    server.doors.clear();
    await clock.run(1_000);
    expect([subscribed(), line.isWanted(TOPIC), statuses.at(-1)]).toEqual([[[TOPIC]], true, 'open']);
  });

  const unanswering = async ({ server, line }: World): Promise<void> => {
    await line.open(patient());
    server.answer = () => null;
  };
  const undialled = async ({ server }: World): Promise<void> => void server.doors.set('wss://', 'silent');

  it.each([
    ['is not there yet', undialled, async () => undefined],
    ['does not answer', unanswering, settle],
  ])('are left at once by who does not wait any longer for a relay that %s, and not wanted then', async (_, silence, underWay) => {
    const world = setUp();
    const { server, clock, line } = world;
    await silence(world);
    expect(await leave((signal) => line.subscribe([TOPIC], signal), underWay)).toBe('left');
    expect(line.isWanted(TOPIC)).toBe(false);
    await clock.run(20_000);
    expect([server.open, clock.pending]).toEqual([0, 0]);
  });

  it('stay wanted by who else asked for them', async () => {
    const { server, line } = setUp();
    server.doors.set('wss://', 'silent');
    const leaving = [new AbortController(), new AbortController()] as const;
    const asks = [
      line.subscribe([TOPIC], leaving[0].signal),
      line.subscribe([TOPIC], patient()),
      line.subscribe([TOPIC, 'other'], leaving[1].signal),
    ].map((ask) => ask.catch((error: unknown) => error));
    for (const each of leaving) each.abort('left');
    expect([await asks[0], await asks[2], line.isWanted(TOPIC), line.isWanted('other')]).toEqual(['left', 'left', true, false]);
    line.dispose();
    expect(await asks[1]).toMatchObject({ code: 'config/disposed' });
  });

  it('are not asked for by who has left already', async () => {
    const { server, line } = setUp();
    const left = AbortSignal.abort('left');
    for (const call of [() => line.subscribe([TOPIC], left), () => line.open(left)]) await expect(call()).rejects.toBe('left');
    expect([server.sockets, line.isWanted(TOPIC)]).toEqual([[], false]);
  });

  it('are refused by a relay that answers with an error: it is of no use', async () => {
    const { server, line } = setUp();
    await line.open(patient());
    server.answer = () => ({ error: 'Too many' });
    expect(await codeOf(line.subscribe([TOPIC], patient()))).toBe('relay/unreachable');
  });
});
