import { describe, expect, it } from 'vitest';
import {
  answerCall,
  type CallHistory,
  callStateOf,
  type HeardCall,
  HISTORY_LIMIT,
  HISTORY_TTL_S,
  hearCall,
  loadHistory,
  NOTHING_HEARD,
} from '../../../../../domain/wallet-protocol/state/call-history.js';
import { NOW, OVER } from '../rules/known.js';

const YES = { result: true };
const NO = { error: { code: 5000, message: 'User rejected.' } };
const END = NOW + HISTORY_TTL_S * 1_000;

const heard = (...ids: number[]): CallHistory => ids.reduce((history, id) => hearCall(history, id, NOW).history, NOTHING_HEARD);
const answered = (history: CallHistory, ...ids: number[]): CallHistory =>
  ids.reduce((known, id) => answerCall(known, id, YES, NOW).history, history);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, place) => place + 1);

describe('a call that is delivered once more', () => {
  it('is new as long as nobody heard it', () => {
    expect(callStateOf(NOTHING_HEARD, 1, NOW)).toEqual({ type: 'new' });
    expect(callStateOf(heard(1), 2, NOW)).toEqual({ type: 'new' });
  });

  it('is not carried out a second time while it has no answer', () => {
    expect(callStateOf(heard(1, 2), 1, NOW)).toEqual({ type: 'unanswered' });
  });

  it.each([
    ['a result', YES],
    ['an error', NO],
    ['nothing as its result', { result: null }],
  ])('gets the answer that it got, %s', (_what, answer) => {
    const { history } = answerCall(heard(1, 2), 1, answer, NOW);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'answered', answer });
    expect(callStateOf(history, 2, NOW)).toEqual({ type: 'unanswered' });
  });

  it('gets the last answer where there were two', () => {
    const { history } = answerCall(answered(heard(1), 1), 1, NO, NOW);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'answered', answer: NO });
    expect(history).toHaveLength(1);
  });

  it('loses its answer to nobody who hears it again', () => {
    const before = answered(heard(1), 1);
    expect(hearCall(before, 1, NOW + 5)).toEqual({ history: before, forgotten: [] });
  });

  it('has an answer also where the call itself is no longer remembered', () => {
    expect(callStateOf(answerCall(NOTHING_HEARD, 7, YES, NOW).history, 7, NOW)).toEqual({ type: 'answered', answer: YES });
  });
});

describe('a call is forgotten', () => {
  it('after 30 days, whether it was answered or not', () => {
    const history = answered(heard(1, 2), 1);
    expect(callStateOf(history, 1, END - 1)).toEqual({ type: 'answered', answer: YES });
    expect(callStateOf(history, 1, END)).toEqual({ type: 'new' });
    expect(callStateOf(history, 2, END)).toEqual({ type: 'new' });
    expect(hearCall(history, 3, END)).toMatchObject({ history: [{ id: 3 }], forgotten: [1, 2] });
  });

  it('and is as new when it comes after that', () => {
    const { history, forgotten } = hearCall(answered(heard(1), 1), 1, END);
    expect(history).toEqual([{ id: 1, expiry: END / 1_000 + HISTORY_TTL_S, answer: null }]);
    expect(forgotten).toEqual([]);
  });

  it('when 500 others of its topic are remembered, the oldest first', () => {
    const full = answered(heard(...upTo(HISTORY_LIMIT)), ...upTo(HISTORY_LIMIT));
    expect(full).toHaveLength(500);
    const { history, forgotten } = hearCall(full, 501, NOW);
    expect(history).toHaveLength(500);
    expect(forgotten).toEqual([1]);
    expect(callStateOf(history, 501, NOW)).toEqual({ type: 'unanswered' });
  });

  it('later where it waits for its answer', () => {
    const full = answered(heard(...upTo(HISTORY_LIMIT)), 3, 400);
    const one = hearCall(full, 501, NOW);
    const two = hearCall(one.history, 502, NOW);
    const three = hearCall(two.history, 503, NOW);
    expect([one.forgotten, two.forgotten, three.forgotten]).toEqual([[3], [400], [1]]);
    expect(three.history).toHaveLength(500);
  });

  it('not when it has just been answered, although all others wait', () => {
    const full = heard(...upTo(HISTORY_LIMIT));
    const { history, forgotten } = answerCall(full, 501, YES, NOW);
    expect(forgotten).toEqual([1]);
    expect(callStateOf(history, 501, NOW)).toEqual({ type: 'answered', answer: YES });
  });
});

describe('after a restart', () => {
  const stored = (id: number, expiry: number): HeardCall => ({ id, expiry, answer: YES });

  it('what was answered is answered again', () => {
    const { history } = loadHistory(NOTHING_HEARD, [stored(2, OVER + 2), stored(1, OVER + 1)], NOW);
    expect(history.map(({ id }) => id)).toEqual([1, 2]);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'answered', answer: YES });
  });

  it('what is over is forgotten, with its record', () => {
    expect(loadHistory(NOTHING_HEARD, [stored(1, OVER), stored(2, OVER + 1)], NOW)).toEqual({
      history: [stored(2, OVER + 1)],
      forgotten: [1],
    });
  });

  it('what came in meanwhile counts more than what was stored', () => {
    const { history } = loadHistory(heard(1, 3), [stored(1, OVER + 1), stored(2, OVER + 2)], NOW);
    expect(history.map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'unanswered' });
  });

  it('no more is taken up than is remembered', () => {
    const { history, forgotten } = loadHistory(
      NOTHING_HEARD,
      upTo(510).map((id) => stored(id, OVER + id)),
      NOW,
    );
    expect(history).toHaveLength(HISTORY_LIMIT);
    expect(forgotten).toEqual(upTo(10));
  });
});

it('a history that somebody holds is not changed', () => {
  const history = answered(heard(...upTo(HISTORY_LIMIT)), 1, 2);
  const copy = structuredClone(history);
  answerCall(history, 3, NO, NOW);
  hearCall(history, 999, END);
  loadHistory(history, [{ id: 7_000, expiry: OVER, answer: YES }], NOW);
  expect(history).toEqual(copy);
});
