import fc from 'fast-check';
import { expect } from 'vitest';
import {
  createRequestQueue,
  type QueuedRequest,
  type QueueEvent,
  queueTransition,
  type RequestQueue,
} from '../../../../../domain/wallet-protocol/state/request-queue.js';
import { command, itHolds } from '../../properties.js';

/** Model of an observer: pending requests, the displayed request and the time. */
interface Model {
  nowS: number;
  /** Number of received requests. Their ids are unordered. */
  count: number;
  isLoaded: boolean;
  onScreen: number | null;
  isPausing: boolean;
  /** Pending requests, sorted by id when loaded, then in the order of arrival. */
  waiting: { readonly id: number; readonly topic: string; readonly expiry: number }[];
}

interface Real {
  queue: RequestQueue<QueuedRequest>;
  /** Every emitted request. */
  readonly emitted: string[];
}

const TOPICS = ['a', 'b', 'c'];

/** Sends an event to the queue, and compares the effects with the model. */
const send = (name: string, make: (model: Readonly<Model>) => QueueEvent<QueuedRequest> | null): fc.Command<Model, Real> => {
  const run = (model: Model, real: Real): void => {
    const event = make(model);
    if (event === null) return;
    const transition = queueTransition(real.queue, event, model.nowS * 1_000);
    real.queue = transition.queue;
    const removed = new Map<number, string>();
    if (event.type === 'arrived') model.count += 1;
    if (event.type === 'arrived' && !model.waiting.some(({ id }) => id === event.request.id)) model.waiting.push(event.request);
    if (event.type === 'loaded') {
      model.waiting.push(...event.requests.filter((stored) => !model.waiting.some(({ id }) => id === stored.id)));
      model.waiting.sort((a, b) => a.id - b.id);
      model.isLoaded = true;
    }
    for (const { id, topic, expiry } of model.waiting) {
      if (event.type === 'answered' && event.request.id === id) removed.set(id, 'answered');
      else if (event.type === 'session-deleted' && event.topic === topic) removed.set(id, 'session-deleted');
      else if (expiry <= model.nowS) removed.set(id, 'expired');
    }
    const expected = [...removed].map(([id, reason]) => `${reason} ${id}`);
    model.waiting = model.waiting.filter(({ id }) => !removed.has(id));
    if (model.onScreen !== null && removed.has(model.onScreen)) {
      model.onScreen = null;
      model.isPausing = true;
      expected.push('pause');
    } else if (event.type === 'pause-elapsed') model.isPausing = false;
    const next = model.waiting[0];
    if (model.isLoaded && model.onScreen === null && !model.isPausing && next !== undefined) {
      model.onScreen = next.id;
      expected.push(`emit ${next.id}`);
    }
    expect(
      transition.effects.map((effect) => {
        if (effect.type === 'pause') return 'pause';
        return effect.type === 'emit' ? `emit ${effect.request.id}` : `${effect.reason} ${effect.request.id}`;
      }),
    ).toEqual(expected);
    for (const effect of transition.effects) if (effect.type === 'emit') real.emitted.push(`${effect.request.topic}/${effect.request.id}`);
    // Never emits a request twice or after its expiry, and never stays idle with pending requests.
    expect(new Set(real.emitted).size).toBe(real.emitted.length);
    expect(real.queue.head?.id ?? null).toBe(model.onScreen);
    expect(real.queue.status).toBe(model.onScreen !== null || model.isPausing ? 'active' : 'idle');
    if (real.queue.isLoaded && real.queue.status === 'idle') expect(real.queue.requests).toEqual([]);
  };
  return command(name, run, (model) => make(model) !== null);
};

/** Restarts the app: unanswered requests were stored, everything else is lost. */
const restart = command<Model, Real>('restart', (model, real) => {
  const stored = real.queue.requests;
  real.queue = createRequestQueue();
  real.emitted.length = 0;
  const { nowS, count } = model;
  Object.assign(model, { nowS, count, isLoaded: false, onScreen: null, isPausing: false, waiting: [] } satisfies Model);
  send('loaded', () => ({ type: 'loaded', requests: [...stored].reverse() })).run(model, real);
});

const wait = (seconds: number): fc.Command<Model, Real> =>
  command(`wait ${seconds}`, (model) => {
    model.nowS += seconds;
  });

/** Unordered, unique ids. */
const idOf = (count: number): number => ((count * 389) % 997) + 1;

/** Ids of removed requests are not reused: the call history rejects duplicates before the queue. */
const commands = fc.commands(
  [
    fc.record({ topic: fc.constantFrom(...TOPICS), life: fc.integer({ min: -1, max: 20 }) }).map(({ topic, life }) =>
      send(`arrived ${topic} ${life}`, ({ nowS, count }) => ({
        type: 'arrived',
        request: { id: idOf(count), topic, expiry: nowS + life },
      })),
    ),
    fc.nat(5).map((index) =>
      send(`repeated ${index}`, ({ waiting }) => {
        const request = waiting[index];
        return request === undefined ? null : { type: 'arrived', request: { ...request } };
      }),
    ),
    fc.nat(5).map((index) =>
      send(`answered ${index}`, ({ waiting }) => {
        const request = waiting[index];
        return request === undefined ? null : { type: 'answered', request: { id: request.id, topic: request.topic } };
      }),
    ),
    fc.constant(send('pause-elapsed', ({ isPausing }) => (isPausing ? { type: 'pause-elapsed' } : null))),
    fc.constant(send('stray pause-elapsed', ({ isPausing }) => (isPausing ? null : { type: 'pause-elapsed' }))),
    fc.constantFrom(...TOPICS).map((topic) => send(`gone ${topic}`, () => ({ type: 'session-deleted', topic }))),
    fc.constant(send('time-passed', () => ({ type: 'time-passed' }))),
    fc.constant(send('loaded', ({ isLoaded }) => (isLoaded ? null : { type: 'loaded', requests: [] }))),
    fc.integer({ min: 1, max: 15 }).map((seconds) => wait(seconds)),
    fc.constant(restart),
  ],
  { maxCommands: 60 },
);

itHolds('RequestQueue matches the model for any sequence of events', commands, (sequence) => {
  fc.modelRun(
    () => ({
      model: { nowS: 1_700_000_000, count: 0, isLoaded: false, onScreen: null, isPausing: false, waiting: [] } satisfies Model,
      real: { queue: createRequestQueue<QueuedRequest>(), emitted: [] },
    }),
    sequence,
  );
});
