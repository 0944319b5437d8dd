import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CallHistory,
  callStateOf,
  EMPTY_HISTORY,
  HISTORY_LIMIT,
  HISTORY_TTL_S,
  type HistoryTransition,
  type ReceivedCall,
  recordCall,
  recordResponse,
  restoreHistory,
} from '../../../../../domain/wallet-protocol/state/call-history.js';
import { command, forAll } from '../../properties.js';

/** A request in the model: when it expires, and its last response. */
interface Call {
  readonly expiry: number;
  response: string | null;
}

interface Model {
  nowS: number;
  readonly calls: Map<number, Call>;
  restarts: number;
}

interface Real {
  history: CallHistory;
  /** Stored records by id. They survive a restart. */
  readonly stored: Map<number, ReceivedCall>;
}

/** Counts how often the limit was reached. */
const seen = { dropped: 0, droppedAfterRestart: 0 };

/** Applies a transition like the engine: stores answered requests, and deletes removed ones. */
const settle = (model: Model, real: Real, { history, removedIds }: HistoryTransition): void => {
  real.history = history;
  for (const id of removedIds) {
    real.stored.delete(id);
    model.calls.delete(id);
  }
  for (const call of history) if (call.answer !== null) real.stored.set(call.id, call);
};

const alive = ({ calls, nowS }: Model): [number, Call][] => [...calls].filter(([, call]) => call.expiry > nowS);

const compare = (model: Model, real: Real): void => {
  expect(real.history.length).toBeLessThanOrEqual(HISTORY_LIMIT);
  const active = alive(model);
  // Nothing is removed early.
  for (const [id, { response }] of active) {
    const state = response === null ? { type: 'pending' } : { type: 'responded', response: { result: response } };
    if (JSON.stringify(callStateOf(real.history, id, model.nowS * 1_000)) !== JSON.stringify(state))
      expect(callStateOf(real.history, id, model.nowS * 1_000), `call ${id}`).toEqual(state);
  }
  expect([...real.stored.keys()].filter((id) => !real.history.some((call) => call.id === id))).toEqual([]);
};

const step = (name: string, run: (model: Model, real: Real) => void): fc.Command<Model, Real> =>
  command(name, (model, real) => {
    run(model, real);
    compare(model, real);
  });

/** Receives requests. The model predicts whether they are new, and which ones are removed above the limit. */
const receive = (from: number, count: number) =>
  step(`receive ${count} from ${from}`, (model, real) => {
    // Compared at the end, because an assertion takes longer than a call.
    const results: unknown[] = [];
    const expected: unknown[] = [];
    for (let id = from; id < from + count; id += 1) {
      const { nowS } = model;
      const known = model.calls.get(id);
      const isNew = known === undefined || known.expiry <= nowS;
      results.push(callStateOf(real.history, id, nowS * 1_000).type === 'new');
      expected.push(isNew);
      const transition = recordCall(real.history, id, nowS * 1_000);
      if (!isNew) {
        results.push(transition);
        expected.push({ history: real.history, removedIds: [] });
        continue;
      }
      model.calls.delete(id);
      real.stored.delete(id);
      const expired = [...model.calls].filter(([, call]) => call.expiry <= nowS).map(([other]) => other);
      const active = alive(model);
      const oldest = active.find(([, { response }]) => response !== null) ?? active[0];
      const excess = active.length === HISTORY_LIMIT && oldest !== undefined ? [oldest[0]] : [];
      results.push(transition.removedIds);
      expected.push([...expired, ...excess]);
      seen.dropped += excess.length;
      if (model.restarts > 0) seen.droppedAfterRestart += excess.length;
      model.calls.set(id, { expiry: nowS + HISTORY_TTL_S, response: null });
      settle(model, real, transition);
    }
    expect(results).toEqual(expected);
  });

const answer = (from: number, count: number, text: string) =>
  step(`answer ${count} from ${from} with ${text}`, (model, real) => {
    const requests = alive(model).slice(from, from + count);
    for (const [id, call] of requests) {
      call.response = text;
      settle(model, real, recordResponse(real.history, id, { result: text }, model.nowS * 1_000));
    }
  });

const wait = (days: number) =>
  step(`wait ${days} days`, (model) => {
    model.nowS += days * 86_400;
  });

/** Restarts the app: unanswered requests are lost. */
const restart = step('restart', (model, real) => {
  for (const [id, call] of [...model.calls]) if (call.response === null) model.calls.delete(id);
  const transition = restoreHistory(EMPTY_HISTORY, [...real.stored.values()].reverse(), model.nowS * 1_000);
  expect(transition.removedIds.toSorted((a, b) => a - b)).toEqual(
    [...model.calls]
      .filter(([, { expiry }]) => expiry <= model.nowS)
      .map(([id]) => id)
      .toSorted((a, b) => a - b),
  );
  // Requests of the same second are ordered by id.
  const inOrder = alive(model).sort(([idA, a], [idB, b]) => a.expiry - b.expiry || idA - idB);
  model.calls.clear();
  for (const [id, call] of inOrder) model.calls.set(id, call);
  settle(model, real, transition);
  model.restarts += 1;
});

it('CallHistory repeats stored responses, executes nothing twice, and removes only what it must', () => {
  const count = fc.integer({ min: 1, max: 250 });
  const from = fc.nat(900);
  forAll(
    fc.commands(
      [
        fc.tuple(from, count).map(([first, calls]) => receive(first, calls)),
        fc.tuple(from, count).map(([first, calls]) => receive(first, calls)),
        fc.tuple(fc.nat(300), count, fc.constantFrom('one', 'two')).map(([first, calls, text]) => answer(first, calls, text)),
        fc.integer({ min: 1, max: 20 }).map(wait),
        fc.constant(restart),
      ],
      { maxCommands: 12, size: 'max' },
    ),
    (commands) => {
      const real: Real = { history: EMPTY_HISTORY, stored: new Map() };
      fc.modelRun(() => ({ model: { nowS: 1_700_000_000, calls: new Map(), restarts: 0 }, real }), commands);
    },
  );
  // Ensures that the limit was reached.
  expect(seen.dropped).toBeGreaterThan(0);
  expect(seen.droppedAfterRestart).toBeGreaterThan(0);
});
