import { describe, expect, it } from 'vitest';
import {
  moveQueue,
  newRequestQueue,
  type QueuedRequest,
  type QueueEffect,
  type QueueEvent,
} from '../../../../../domain/wallet-protocol/state/request-queue.js';
import { NOW, OVER, SOON } from '../rules/known.js';

const asked = (id: number, topic = 'a', expiry = SOON): QueuedRequest => ({ id, topic, expiry });
const loaded = (...requests: QueuedRequest[]): QueueEvent<QueuedRequest> => ({ type: 'loaded', requests });
const arrived = (request: QueuedRequest): QueueEvent<QueuedRequest> => ({ type: 'arrived', request });
const answered = (id: number, topic = 'a'): QueueEvent<QueuedRequest> => ({ type: 'answered', request: { id, topic } });
const gone = (topic: string): QueueEvent<QueuedRequest> => ({ type: 'session-gone', topic });
const PAUSE_OVER = { type: 'pause-over' } as const;
const TIME_PASSED = { type: 'time-passed' } as const;

const said = (effect: QueueEffect<QueuedRequest>): string => {
  if (effect.type === 'pause') return `pause ${effect.delayMs}`;
  return effect.type === 'emit' ? `emit ${effect.request.id}` : `${effect.end} ${effect.request.id}`;
};

/** A queue that was told of some events, and says what each further one makes it do. */
const run = (events: readonly QueueEvent<QueuedRequest>[], queue = newRequestQueue<QueuedRequest>()) => {
  let state = events.reduce((before, event) => moveQueue(before, event, NOW).queue, queue);
  return {
    tell(event: QueueEvent<QueuedRequest>, nowMs = NOW): readonly string[] {
      const move = moveQueue(state, event, nowMs);
      state = move.queue;
      return move.effects.map(said);
    },
    get state() {
      return state;
    },
  };
};

describe('a wallet is handed one session request at a time', () => {
  it('hands the first over at once, and keeps the others back', () => {
    const { tell } = run([loaded()]);
    expect(tell(arrived(asked(1)))).toEqual(['emit 1']);
    expect(tell(arrived(asked(2)))).toEqual([]);
    expect(tell(arrived(asked(3, 'b')))).toEqual([]);
  });

  it('hands the next over a second after the answer', () => {
    const queue = run([loaded(asked(1), asked(2))]);
    expect(queue.tell(answered(1))).toEqual(['answered 1', 'pause 1000']);
    expect(queue.state).toMatchObject({ status: 'active', head: null });
    expect(queue.tell(PAUSE_OVER)).toEqual(['emit 2']);
    expect(queue.state).toMatchObject({ status: 'active', head: { id: 2 } });
  });

  it('lets a request that comes in the pause wait for its end', () => {
    const { tell } = run([loaded(asked(1)), answered(1)]);
    expect(tell(arrived(asked(2)))).toEqual([]);
    expect(tell(PAUSE_OVER)).toEqual(['emit 2']);
  });

  it('is idle after the pause where nothing waits', () => {
    const queue = run([loaded(asked(1)), answered(1)]);
    expect(queue.tell(PAUSE_OVER)).toEqual([]);
    expect(queue.state).toMatchObject({ status: 'idle', head: null, requests: [] });
  });

  it('stays with the head while another is answered', () => {
    const { tell } = run([loaded(asked(1), asked(2), asked(3))]);
    expect(tell(answered(2))).toEqual(['answered 2']);
    expect(tell(answered(1))).toEqual(['answered 1', 'pause 1000']);
    expect(tell(PAUSE_OVER)).toEqual(['emit 3']);
  });

  it.each([
    ['an answer to nothing', answered(9)],
    ['an answer under the id of the head for another topic', answered(1, 'b')],
    ['a pause that nobody asked for', PAUSE_OVER],
    ['the head once more', arrived(asked(1))],
    ['one that waits once more', arrived(asked(2))],
    ['the end of a session without requests', gone('z')],
    ['a moment', TIME_PASSED],
  ])('is not moved by %s', (_what, event) => {
    const queue = run([loaded(asked(1), asked(2))]);
    const before = queue.state;
    expect(queue.tell(event)).toEqual([]);
    expect(queue.state).toEqual(before);
  });

  it('keeps requests of two peers apart that have one id', () => {
    const { tell } = run([loaded(asked(1))]);
    expect(tell(arrived(asked(1, 'b')))).toEqual([]);
    expect(tell(answered(1, 'a'))).toEqual(['answered 1', 'pause 1000']);
    expect(tell(PAUSE_OVER)).toEqual(['emit 1']);
  });
});

describe('requests that nobody can answer any more', () => {
  it('makes place for the next when the head expires', () => {
    const { tell } = run([loaded(asked(1, 'a', SOON), asked(2, 'a', SOON + 60))]);
    expect(tell(TIME_PASSED, SOON * 1_000 - 1)).toEqual([]);
    expect(tell(TIME_PASSED, SOON * 1_000)).toEqual(['expired 1', 'pause 1000']);
    expect(tell(PAUSE_OVER, SOON * 1_000 + 1_000)).toEqual(['emit 2']);
  });

  it('takes one that waits away without touching the head', () => {
    const { tell } = run([loaded(asked(1, 'a', SOON + 60), asked(2))]);
    expect(tell(TIME_PASSED, SOON * 1_000)).toEqual(['expired 2']);
  });

  it('never hands one over that expired while the page slept', () => {
    const { tell } = run([loaded(asked(1), asked(2), asked(3, 'a', SOON + 600)), answered(1)]);
    expect(tell(PAUSE_OVER, SOON * 1_000)).toEqual(['expired 2', 'emit 3']);
  });

  it('does not hand one over that arrives after its expiry', () => {
    const { tell } = run([loaded()]);
    expect(tell(arrived(asked(1, 'a', OVER)))).toEqual(['expired 1']);
  });

  it('takes an expiry that is no number for one that is reached', () => {
    const { tell } = run([loaded()]);
    expect(tell(arrived(asked(1, 'a', Number.NaN)))).toEqual(['expired 1']);
  });

  it('counts an answer that came with the expiry', () => {
    const { tell } = run([loaded(asked(1))]);
    expect(tell(answered(1), SOON * 1_000)).toEqual(['answered 1', 'pause 1000']);
  });

  it('drops what belongs to a session that is gone, the head with it', () => {
    const { tell } = run([loaded(asked(1), asked(2), asked(3, 'b'), asked(4))]);
    expect(tell(gone('a'))).toEqual(['session-gone 1', 'session-gone 2', 'session-gone 4', 'pause 1000']);
    expect(tell(PAUSE_OVER)).toEqual(['emit 3']);
  });

  it('keeps the head where only others belong to the session that is gone', () => {
    const { tell } = run([loaded(asked(1), asked(2, 'b'))]);
    expect(tell(gone('b'))).toEqual(['session-gone 2']);
  });
});

describe('after a restart', () => {
  it('hands nothing over before what was stored is there', () => {
    const queue = run([]);
    expect(queue.tell(arrived(asked(5)))).toEqual([]);
    expect(queue.state).toMatchObject({ status: 'idle', head: null });
    expect(queue.tell(loaded())).toEqual(['emit 5']);
  });

  it('hands over what was not answered again, the oldest first, each once', () => {
    const { tell } = run([arrived(asked(5)), arrived(asked(3))]);
    expect(tell(loaded(asked(4), asked(3), asked(2)))).toEqual(['emit 2']);
    for (const [id, next] of [
      [2, 3],
      [3, 4],
      [4, 5],
    ] as const) {
      tell(answered(id));
      expect(tell(PAUSE_OVER)).toEqual([`emit ${next}`]);
    }
  });

  it('stays with the head where what was stored comes twice', () => {
    const queue = run([loaded(asked(2))]);
    expect(queue.tell(loaded(asked(2), asked(1)))).toEqual([]);
    expect(queue.state).toMatchObject({ status: 'active', head: { id: 2 } });
  });

  it('says what expired meanwhile, and hands over what did not', () => {
    const { tell } = run([]);
    expect(tell(loaded(asked(1, 'a', OVER), asked(2)))).toEqual(['expired 1', 'emit 2']);
  });

  it('drops the requests of a session that goes before they are there', () => {
    const { tell } = run([arrived(asked(1))]);
    expect(tell(gone('a'))).toEqual(['session-gone 1']);
    expect(tell(loaded())).toEqual([]);
  });
});

describe('with disableRequestQueue', () => {
  const atOnce = (...events: readonly QueueEvent<QueuedRequest>[]) => run(events, newRequestQueue(true));

  it('hands every request over at once, and each once', () => {
    const { tell } = atOnce(loaded());
    expect(tell(arrived(asked(1)))).toEqual(['emit 1']);
    expect(tell(arrived(asked(2)))).toEqual(['emit 2']);
    expect(tell(arrived(asked(1)))).toEqual([]);
  });

  it('makes no pause after an answer, an expiry or the end of a session', () => {
    const { tell } = atOnce(loaded(asked(1), asked(2, 'b'), asked(3, 'c', SOON - 1)));
    expect(tell(answered(1))).toEqual(['answered 1']);
    expect(tell(gone('b'))).toEqual(['session-gone 2']);
    expect(tell(TIME_PASSED, SOON * 1_000 - 1_000)).toEqual(['expired 3']);
  });

  it('hands over all that was stored, and what came before it', () => {
    const { tell } = atOnce();
    expect(tell(arrived(asked(3)))).toEqual([]);
    expect(tell(loaded(asked(2), asked(1), asked(4, 'a', OVER)))).toEqual(['expired 4', 'emit 1', 'emit 2', 'emit 3']);
  });
});
