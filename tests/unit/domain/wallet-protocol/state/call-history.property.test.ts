import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  answerCall,
  type CallHistory,
  callStateOf,
  type HeardCall,
  HISTORY_LIMIT,
  HISTORY_TTL_S,
  type HistoryMove,
  hearCall,
  loadHistory,
  NOTHING_HEARD,
} from '../../../../../domain/wallet-protocol/state/call-history.js';
import { command, forAll } from '../../properties.js';

/** What both parties know of one call: until when it counts, and what the wallet said last. */
interface Call {
  readonly until: number;
  said: string | null;
}

interface Model {
  nowS: number;
  readonly calls: Map<number, Call>;
  restarts: number;
}

interface Real {
  history: CallHistory;
  /** The records, by id. They outlive the page. */
  readonly stored: Map<number, HeardCall>;
}

/** How often the limit was reached. */
const seen = { dropped: 0, droppedAfterRestart: 0 };

/** What an engine does with a move: it writes what is answered, and deletes what is forgotten. */
const settle = (model: Model, real: Real, { history, forgotten }: HistoryMove): void => {
  real.history = history;
  for (const id of forgotten) {
    real.stored.delete(id);
    model.calls.delete(id);
  }
  for (const call of history) if (call.answer !== null) real.stored.set(call.id, call);
};

const alive = ({ calls, nowS }: Model): [number, Call][] => [...calls].filter(([, call]) => call.until > nowS);

const compare = (model: Model, real: Real): void => {
  expect(real.history.length).toBeLessThanOrEqual(HISTORY_LIMIT);
  const known = alive(model);
  // Nothing is forgotten without need.
  for (const [id, { said }] of known) {
    const state = said === null ? { type: 'unanswered' } : { type: 'answered', answer: { result: said } };
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

/** Calls come in, each of which the model takes for new, waiting or answered, and says which goes when there are too many. */
const hear = (from: number, count: number) =>
  step(`hear ${count} from ${from}`, (model, real) => {
    for (let id = from; id < from + count; id += 1) {
      const { nowS } = model;
      const known = model.calls.get(id);
      const isNew = known === undefined || known.until <= nowS;
      expect(callStateOf(real.history, id, nowS * 1_000).type === 'new').toBe(isNew);
      const move = hearCall(real.history, id, nowS * 1_000);
      if (!isNew) {
        expect(move).toEqual({ history: real.history, forgotten: [] });
        continue;
      }
      model.calls.delete(id);
      real.stored.delete(id);
      const over = [...model.calls].filter(([, call]) => call.until <= nowS).map(([other]) => other);
      const left = alive(model);
      const answered = left.find(([, { said }]) => said !== null) ?? left[0];
      const tooMany = left.length === HISTORY_LIMIT && answered !== undefined ? [answered[0]] : [];
      expect(move.forgotten).toEqual([...over, ...tooMany]);
      seen.dropped += tooMany.length;
      if (model.restarts > 0) seen.droppedAfterRestart += tooMany.length;
      model.calls.set(id, { until: nowS + HISTORY_TTL_S, said: null });
      settle(model, real, move);
    }
  });

const answer = (from: number, count: number, text: string) =>
  step(`answer ${count} from ${from} with ${text}`, (model, real) => {
    const asked = alive(model).slice(from, from + count);
    for (const [id, call] of asked) {
      call.said = text;
      settle(model, real, answerCall(real.history, id, { result: text }, model.nowS * 1_000));
    }
  });

const wait = (days: number) =>
  step(`wait ${days} days`, (model) => {
    model.nowS += days * 86_400;
  });

/** The page goes and comes back: what waited for an answer is not known any more. */
const restart = step('restart', (model, real) => {
  for (const [id, call] of [...model.calls]) if (call.said === null) model.calls.delete(id);
  const move = loadHistory(NOTHING_HEARD, [...real.stored.values()].reverse(), model.nowS * 1_000);
  expect(move.forgotten.toSorted((a, b) => a - b)).toEqual(
    [...model.calls]
      .filter(([, { until }]) => until <= model.nowS)
      .map(([id]) => id)
      .toSorted((a, b) => a - b),
  );
  // Of two that were heard in one second the lower id is the older.
  const inOrder = alive(model).sort(([one, a], [other, b]) => a.until - b.until || one - other);
  model.calls.clear();
  for (const [id, call] of inOrder) model.calls.set(id, call);
  settle(model, real, move);
  model.restarts += 1;
});

it('answers what it answered, carries nothing out twice, and forgets only what it must', () => {
  const count = fc.integer({ min: 1, max: 250 });
  const from = fc.nat(900);
  forAll(
    fc.commands(
      [
        fc.tuple(from, count).map(([first, calls]) => hear(first, calls)),
        fc.tuple(from, count).map(([first, calls]) => hear(first, calls)),
        fc.tuple(fc.nat(300), count, fc.constantFrom('one', 'two')).map(([first, calls, text]) => answer(first, calls, text)),
        fc.integer({ min: 1, max: 20 }).map(wait),
        fc.constant(restart),
      ],
      { maxCommands: 12, size: 'max' },
    ),
    (happening) => {
      const real: Real = { history: NOTHING_HEARD, stored: new Map() };
      fc.modelRun(() => ({ model: { nowS: 1_700_000_000, calls: new Map(), restarts: 0 }, real }), happening);
    },
  );
  // The cases were not all too small to say so.
  expect(seen.dropped).toBeGreaterThan(0);
  expect(seen.droppedAfterRestart).toBeGreaterThan(0);
});
