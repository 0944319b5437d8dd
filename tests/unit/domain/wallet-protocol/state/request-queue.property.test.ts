import fc from 'fast-check';
import { expect } from 'vitest';
import {
  moveQueue,
  newRequestQueue,
  type QueuedRequest,
  type QueueEvent,
  type RequestQueue,
} from '../../../../../domain/wallet-protocol/state/request-queue.js';
import { command, itHolds } from '../../properties.js';

/** What a person who watches from outside knows: who asked, what is on the screen, and what time it is. */
interface Model {
  nowS: number;
  /** How many requests have arrived; their ids are in no order. */
  count: number;
  isLoaded: boolean;
  onScreen: number | null;
  isPausing: boolean;
  /** Ids that wait, in the order of their ids before the start, in that of their arrival after it. */
  waiting: { readonly id: number; readonly topic: string; readonly expiry: number }[];
}

interface Real {
  queue: RequestQueue<QueuedRequest>;
  /** Every request that was ever handed over. */
  readonly shown: string[];
}

const TOPICS = ['a', 'b', 'c'];

/** Tells the queue of something, and compares what it does with what the model expects of it. */
const tell = (name: string, make: (model: Readonly<Model>) => QueueEvent<QueuedRequest> | null): fc.Command<Model, Real> => {
  const run = (model: Model, real: Real): void => {
    const event = make(model);
    if (event === null) return;
    const move = moveQueue(real.queue, event, model.nowS * 1_000);
    real.queue = move.queue;
    const leaving = new Map<number, string>();
    if (event.type === 'arrived') model.count += 1;
    if (event.type === 'arrived' && !model.waiting.some(({ id }) => id === event.request.id)) model.waiting.push(event.request);
    if (event.type === 'loaded') {
      model.waiting.push(...event.requests.filter((stored) => !model.waiting.some(({ id }) => id === stored.id)));
      model.waiting.sort((a, b) => a.id - b.id);
      model.isLoaded = true;
    }
    for (const { id, topic, expiry } of model.waiting) {
      if (event.type === 'answered' && event.request.id === id) leaving.set(id, 'answered');
      else if (event.type === 'session-gone' && event.topic === topic) leaving.set(id, 'session-gone');
      else if (expiry <= model.nowS) leaving.set(id, 'expired');
    }
    const expected = [...leaving].map(([id, end]) => `${end} ${id}`);
    model.waiting = model.waiting.filter(({ id }) => !leaving.has(id));
    if (model.onScreen !== null && leaving.has(model.onScreen)) {
      model.onScreen = null;
      model.isPausing = true;
      expected.push('pause');
    } else if (event.type === 'pause-over') model.isPausing = false;
    const next = model.waiting[0];
    if (model.isLoaded && model.onScreen === null && !model.isPausing && next !== undefined) {
      model.onScreen = next.id;
      expected.push(`emit ${next.id}`);
    }
    expect(
      move.effects.map((effect) => {
        if (effect.type === 'pause') return 'pause';
        return effect.type === 'emit' ? `emit ${effect.request.id}` : `${effect.end} ${effect.request.id}`;
      }),
    ).toEqual(expected);
    for (const effect of move.effects) if (effect.type === 'emit') real.shown.push(`${effect.request.topic}/${effect.request.id}`);
    // Whatever happens: nothing twice, nothing dead on the screen, and nobody waits while nothing goes on.
    expect(new Set(real.shown).size).toBe(real.shown.length);
    expect(real.queue.head?.id ?? null).toBe(model.onScreen);
    expect(real.queue.status).toBe(model.onScreen !== null || model.isPausing ? 'active' : 'idle');
    if (real.queue.isLoaded && real.queue.status === 'idle') expect(real.queue.requests).toEqual([]);
  };
  return command(name, run, (model) => make(model) !== null);
};

/** The page goes and comes back: what is unanswered was stored, all else is forgotten. */
const restart = command<Model, Real>('restart', (model, real) => {
  const stored = real.queue.requests;
  real.queue = newRequestQueue();
  real.shown.length = 0;
  const { nowS, count } = model;
  Object.assign(model, { nowS, count, isLoaded: false, onScreen: null, isPausing: false, waiting: [] } satisfies Model);
  tell('loaded', () => ({ type: 'loaded', requests: [...stored].reverse() })).run(model, real);
});

const wait = (seconds: number): fc.Command<Model, Real> =>
  command(`wait ${seconds}`, (model) => {
    model.nowS += seconds;
  });

/** Ids up and down, none twice. */
const idOf = (count: number): number => ((count * 389) % 997) + 1;

/** A request is never asked for under an id that was used and is over: the history of calls stands before the queue. */
const commands = fc.commands(
  [
    fc.record({ topic: fc.constantFrom(...TOPICS), life: fc.integer({ min: -1, max: 20 }) }).map(({ topic, life }) =>
      tell(`arrived ${topic} ${life}`, ({ nowS, count }) => ({
        type: 'arrived',
        request: { id: idOf(count), topic, expiry: nowS + life },
      })),
    ),
    fc.nat(5).map((place) =>
      tell(`again ${place}`, ({ waiting }) => {
        const known = waiting[place];
        return known === undefined ? null : { type: 'arrived', request: { ...known } };
      }),
    ),
    fc.nat(5).map((place) =>
      tell(`answered ${place}`, ({ waiting }) => {
        const known = waiting[place];
        return known === undefined ? null : { type: 'answered', request: { id: known.id, topic: known.topic } };
      }),
    ),
    fc.constant(tell('pause-over', ({ isPausing }) => (isPausing ? { type: 'pause-over' } : null))),
    fc.constant(tell('stray pause-over', ({ isPausing }) => (isPausing ? null : { type: 'pause-over' }))),
    fc.constantFrom(...TOPICS).map((topic) => tell(`gone ${topic}`, () => ({ type: 'session-gone', topic }))),
    fc.constant(tell('time-passed', () => ({ type: 'time-passed' }))),
    fc.constant(tell('loaded', ({ isLoaded }) => (isLoaded ? null : { type: 'loaded', requests: [] }))),
    fc.integer({ min: 1, max: 15 }).map((seconds) => wait(seconds)),
    fc.constant(restart),
  ],
  { maxCommands: 60 },
);

itHolds('does what somebody who watches from outside expects, whatever happens in whatever order', commands, (happening) => {
  fc.modelRun(
    () => ({
      model: { nowS: 1_700_000_000, count: 0, isLoaded: false, onScreen: null, isPausing: false, waiting: [] } satisfies Model,
      real: { queue: newRequestQueue<QueuedRequest>(), shown: [] },
    }),
    happening,
  );
});
