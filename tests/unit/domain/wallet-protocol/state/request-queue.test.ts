import { describe, expect, it } from 'vitest';
import {
  createRequestQueue,
  type QueuedRequest,
  type QueueEffect,
  type QueueEvent,
  queueTransition,
} from '../../../../../domain/wallet-protocol/state/request-queue.js';
import { NOW, NOW_S, SOON } from '../rules/contexts.js';

const requestOf = (id: number, topic = 'a', expiry = SOON): QueuedRequest => ({ id, topic, expiry });
const loaded = (...requests: QueuedRequest[]): QueueEvent<QueuedRequest> => ({ type: 'loaded', requests });
const arrived = (request: QueuedRequest): QueueEvent<QueuedRequest> => ({ type: 'arrived', request });
const answered = (id: number, topic = 'a'): QueueEvent<QueuedRequest> => ({ type: 'answered', request: { id, topic } });
const sessionGone = (topic: string): QueueEvent<QueuedRequest> => ({ type: 'session-deleted', topic });
const PAUSE_OVER = { type: 'pause-elapsed' } as const;
const TIME_PASSED = { type: 'time-passed' } as const;

const describeEffect = (effect: QueueEffect<QueuedRequest>): string => {
  if (effect.type === 'pause') return `pause ${effect.delayMs}`;
  return effect.type === 'emit' ? `emit ${effect.request.id}` : `${effect.reason} ${effect.request.id}`;
};

/** A queue after some events. `send` returns the effects of another event. */
const run = (events: readonly QueueEvent<QueuedRequest>[], queue = createRequestQueue<QueuedRequest>()) => {
  let state = events.reduce((before, event) => queueTransition(before, event, NOW).queue, queue);
  return {
    send(event: QueueEvent<QueuedRequest>, nowMs = NOW): readonly string[] {
      const transition = queueTransition(state, event, nowMs);
      state = transition.queue;
      return transition.effects.map(describeEffect);
    },
    get state() {
      return state;
    },
  };
};

describe('sequential queue', () => {
  it('emits the first request immediately, and holds back the others', () => {
    const { send } = run([loaded()]);
    expect(send(arrived(requestOf(1)))).toEqual(['emit 1']);
    expect(send(arrived(requestOf(2)))).toEqual([]);
    expect(send(arrived(requestOf(3, 'b')))).toEqual([]);
  });

  it('emits the next one a second after the response', () => {
    const queue = run([loaded(requestOf(1), requestOf(2))]);
    expect(queue.send(answered(1))).toEqual(['answered 1', 'pause 1000']);
    expect(queue.state).toMatchObject({ status: 'active', head: null });
    expect(queue.send(PAUSE_OVER)).toEqual(['emit 2']);
    expect(queue.state).toMatchObject({ status: 'active', head: { id: 2 } });
  });

  it('holds back a request received during the pause', () => {
    const { send } = run([loaded(requestOf(1)), answered(1)]);
    expect(send(arrived(requestOf(2)))).toEqual([]);
    expect(send(PAUSE_OVER)).toEqual(['emit 2']);
  });

  it('is idle after the pause without requests', () => {
    const queue = run([loaded(requestOf(1)), answered(1)]);
    expect(queue.send(PAUSE_OVER)).toEqual([]);
    expect(queue.state).toMatchObject({ status: 'idle', head: null, requests: [] });
  });

  it('keeps the head while another request is answered', () => {
    const { send } = run([loaded(requestOf(1), requestOf(2), requestOf(3))]);
    expect(send(answered(2))).toEqual(['answered 2']);
    expect(send(answered(1))).toEqual(['answered 1', 'pause 1000']);
    expect(send(PAUSE_OVER)).toEqual(['emit 3']);
  });

  it.each([
    ['a response to an unknown request', answered(9)],
    ['a response with the id of the head on another topic', answered(1, 'b')],
    ['an unexpected end of a pause', PAUSE_OVER],
    ['the head again', arrived(requestOf(1))],
    ['a pending request again', arrived(requestOf(2))],
    ['the end of a session without requests', sessionGone('z')],
    ['passing time', TIME_PASSED],
  ])('ignores %s', (_, event) => {
    const queue = run([loaded(requestOf(1), requestOf(2))]);
    const before = queue.state;
    expect(queue.send(event)).toEqual([]);
    expect(queue.state).toEqual(before);
  });

  it('separates requests of two peers with the same id', () => {
    const { send } = run([loaded(requestOf(1))]);
    expect(send(arrived(requestOf(1, 'b')))).toEqual([]);
    expect(send(answered(1, 'a'))).toEqual(['answered 1', 'pause 1000']);
    expect(send(PAUSE_OVER)).toEqual(['emit 1']);
  });
});

describe('stale requests', () => {
  it('are followed by the next one if the head expires', () => {
    const { send } = run([loaded(requestOf(1, 'a', SOON), requestOf(2, 'a', SOON + 60))]);
    expect(send(TIME_PASSED, SOON * 1_000 - 1)).toEqual([]);
    expect(send(TIME_PASSED, SOON * 1_000)).toEqual(['expired 1', 'pause 1000']);
    expect(send(PAUSE_OVER, SOON * 1_000 + 1_000)).toEqual(['emit 2']);
  });

  it('are removed without affecting the head', () => {
    const { send } = run([loaded(requestOf(1, 'a', SOON + 60), requestOf(2))]);
    expect(send(TIME_PASSED, SOON * 1_000)).toEqual(['expired 2']);
  });

  it('are not emitted if they expired while the device was asleep', () => {
    const { send } = run([loaded(requestOf(1), requestOf(2), requestOf(3, 'a', SOON + 600)), answered(1)]);
    expect(send(PAUSE_OVER, SOON * 1_000)).toEqual(['expired 2', 'emit 3']);
  });

  it('are not emitted if received after their expiry', () => {
    const { send } = run([loaded()]);
    expect(send(arrived(requestOf(1, 'a', NOW_S)))).toEqual(['expired 1']);
  });

  it('include those whose expiry is not a number', () => {
    const { send } = run([loaded()]);
    expect(send(arrived(requestOf(1, 'a', Number.NaN)))).toEqual(['expired 1']);
  });

  it('can be answered in the second of their expiry', () => {
    const { send } = run([loaded(requestOf(1))]);
    expect(send(answered(1), SOON * 1_000)).toEqual(['answered 1', 'pause 1000']);
  });

  it('include all requests of a deleted session, including the head', () => {
    const { send } = run([loaded(requestOf(1), requestOf(2), requestOf(3, 'b'), requestOf(4))]);
    expect(send(sessionGone('a'))).toEqual(['session-deleted 1', 'session-deleted 2', 'session-deleted 4', 'pause 1000']);
    expect(send(PAUSE_OVER)).toEqual(['emit 3']);
  });

  it('do not affect the head of another session', () => {
    const { send } = run([loaded(requestOf(1), requestOf(2, 'b'))]);
    expect(send(sessionGone('b'))).toEqual(['session-deleted 2']);
  });
});

describe('restart', () => {
  it('emits nothing before stored requests are loaded', () => {
    const queue = run([]);
    expect(queue.send(arrived(requestOf(5)))).toEqual([]);
    expect(queue.state).toMatchObject({ status: 'idle', head: null });
    expect(queue.send(loaded())).toEqual(['emit 5']);
  });

  it('emits unanswered requests again, oldest first, without duplicates', () => {
    const { send } = run([arrived(requestOf(5)), arrived(requestOf(3))]);
    expect(send(loaded(requestOf(4), requestOf(3), requestOf(2)))).toEqual(['emit 2']);
    for (const [id, next] of [
      [2, 3],
      [3, 4],
      [4, 5],
    ] as const) {
      send(answered(id));
      expect(send(PAUSE_OVER)).toEqual([`emit ${next}`]);
    }
  });

  it('keeps the head if stored requests are loaded twice', () => {
    const queue = run([loaded(requestOf(2))]);
    expect(queue.send(loaded(requestOf(2), requestOf(1)))).toEqual([]);
    expect(queue.state).toMatchObject({ status: 'active', head: { id: 2 } });
  });

  it('reports requests that expired meanwhile, and emits the others', () => {
    const { send } = run([]);
    expect(send(loaded(requestOf(1, 'a', NOW_S), requestOf(2)))).toEqual(['expired 1', 'emit 2']);
  });

  it('drops requests of a session deleted before loading', () => {
    const { send } = run([arrived(requestOf(1))]);
    expect(send(sessionGone('a'))).toEqual(['session-deleted 1']);
    expect(send(loaded())).toEqual([]);
  });
});

describe('with disableRequestQueue', () => {
  const concurrent = (...events: readonly QueueEvent<QueuedRequest>[]) => run(events, createRequestQueue(true));

  it('emits every request immediately, once', () => {
    const { send } = concurrent(loaded());
    expect(send(arrived(requestOf(1)))).toEqual(['emit 1']);
    expect(send(arrived(requestOf(2)))).toEqual(['emit 2']);
    expect(send(arrived(requestOf(1)))).toEqual([]);
  });

  it('has no pause after a response, an expiry or a deleted session', () => {
    const { send } = concurrent(loaded(requestOf(1), requestOf(2, 'b'), requestOf(3, 'c', SOON - 1)));
    expect(send(answered(1))).toEqual(['answered 1']);
    expect(send(sessionGone('b'))).toEqual(['session-deleted 2']);
    expect(send(TIME_PASSED, SOON * 1_000 - 1_000)).toEqual(['expired 3']);
  });

  it('emits all stored requests, and those received before loading', () => {
    const { send } = concurrent();
    expect(send(arrived(requestOf(3)))).toEqual([]);
    expect(send(loaded(requestOf(2), requestOf(1), requestOf(4, 'a', NOW_S)))).toEqual(['expired 4', 'emit 1', 'emit 2', 'emit 3']);
  });
});
