import { describe, expect, it } from 'vitest';
import {
  type CallHistory,
  callStateOf,
  EMPTY_HISTORY,
  HISTORY_LIMIT,
  HISTORY_TTL_S,
  type ReceivedCall,
  recordCall,
  recordResponse,
  restoreHistory,
} from '../../../../../domain/wallet-protocol/state/call-history.js';
import { NOW, NOW_S } from '../rules/contexts.js';

const YES = { result: true };
const NO = { error: { code: 5000, message: 'User rejected.' } };
const END = NOW + HISTORY_TTL_S * 1_000;

const received = (...ids: number[]): CallHistory => ids.reduce((history, id) => recordCall(history, id, NOW).history, EMPTY_HISTORY);
const answered = (history: CallHistory, ...ids: number[]): CallHistory =>
  ids.reduce((current, id) => recordResponse(current, id, YES, NOW).history, history);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('repeated request', () => {
  it('is new if unknown', () => {
    expect(callStateOf(EMPTY_HISTORY, 1, NOW)).toEqual({ type: 'new' });
    expect(callStateOf(received(1), 2, NOW)).toEqual({ type: 'new' });
  });

  it('is not executed again while unanswered', () => {
    expect(callStateOf(received(1, 2), 1, NOW)).toEqual({ type: 'pending' });
  });

  it.each([
    ['a result', YES],
    ['an error', NO],
    ['null as result', { result: null }],
  ])('gets the same response: %s', (_, answer) => {
    const { history } = recordResponse(received(1, 2), 1, answer, NOW);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'responded', response: answer });
    expect(callStateOf(history, 2, NOW)).toEqual({ type: 'pending' });
  });

  it('gets the last of two responses', () => {
    const { history } = recordResponse(answered(received(1), 1), 1, NO, NOW);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'responded', response: NO });
    expect(history).toHaveLength(1);
  });

  it('keeps its response', () => {
    const before = answered(received(1), 1);
    expect(recordCall(before, 1, NOW + 5)).toEqual({ history: before, removedIds: [] });
  });

  it('has a response even if the request was already removed', () => {
    expect(callStateOf(recordResponse(EMPTY_HISTORY, 7, YES, NOW).history, 7, NOW)).toEqual({ type: 'responded', response: YES });
  });
});

describe('a request is removed', () => {
  it('after 30 days, answered or not', () => {
    const history = answered(received(1, 2), 1);
    expect(callStateOf(history, 1, END - 1)).toEqual({ type: 'responded', response: YES });
    expect(callStateOf(history, 1, END)).toEqual({ type: 'new' });
    expect(callStateOf(history, 2, END)).toEqual({ type: 'new' });
    expect(recordCall(history, 3, END)).toMatchObject({ history: [{ id: 3 }], removedIds: [1, 2] });
  });

  it('and then counts as new', () => {
    const { history, removedIds } = recordCall(answered(received(1), 1), 1, END);
    expect(history).toEqual([{ id: 1, expiry: END / 1_000 + HISTORY_TTL_S, answer: null }]);
    expect(removedIds).toEqual([]);
  });

  it('above the limit of 500 per topic, oldest first', () => {
    const full = answered(received(...upTo(HISTORY_LIMIT)), ...upTo(HISTORY_LIMIT));
    expect(full).toHaveLength(500);
    const { history, removedIds } = recordCall(full, 501, NOW);
    expect(history).toHaveLength(500);
    expect(removedIds).toEqual([1]);
    expect(callStateOf(history, 501, NOW)).toEqual({ type: 'pending' });
  });

  it('later if unanswered', () => {
    const full = answered(received(...upTo(HISTORY_LIMIT)), 3, 400);
    const first = recordCall(full, 501, NOW);
    const second = recordCall(first.history, 502, NOW);
    const third = recordCall(second.history, 503, NOW);
    expect([first.removedIds, second.removedIds, third.removedIds]).toEqual([[3], [400], [1]]);
    expect(third.history).toHaveLength(500);
  });

  it('but not if just answered, even if all others are unanswered', () => {
    const full = received(...upTo(HISTORY_LIMIT));
    const { history, removedIds } = recordResponse(full, 501, YES, NOW);
    expect(removedIds).toEqual([1]);
    expect(callStateOf(history, 501, NOW)).toEqual({ type: 'responded', response: YES });
  });
});

describe('restoreHistory', () => {
  const stored = (id: number, expiry: number): ReceivedCall => ({ id, expiry, answer: YES });

  it('restores answered requests', () => {
    const { history } = restoreHistory(EMPTY_HISTORY, [stored(2, NOW_S + 2), stored(1, NOW_S + 1)], NOW);
    expect(history.map(({ id }) => id)).toEqual([1, 2]);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'responded', response: YES });
  });

  it('removes expired requests and their records', () => {
    expect(restoreHistory(EMPTY_HISTORY, [stored(1, NOW_S), stored(2, NOW_S + 1)], NOW)).toEqual({
      history: [stored(2, NOW_S + 1)],
      removedIds: [1],
    });
  });

  it('prefers requests received since the restart', () => {
    const { history } = restoreHistory(received(1, 3), [stored(1, NOW_S + 1), stored(2, NOW_S + 2)], NOW);
    expect(history.map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(callStateOf(history, 1, NOW)).toEqual({ type: 'pending' });
  });

  it('applies the limit', () => {
    const { history, removedIds } = restoreHistory(
      EMPTY_HISTORY,
      upTo(510).map((id) => stored(id, NOW_S + id)),
      NOW,
    );
    expect(history).toHaveLength(HISTORY_LIMIT);
    expect(removedIds).toEqual(upTo(10));
  });
});

it('CallHistory is immutable', () => {
  const history = answered(received(...upTo(HISTORY_LIMIT)), 1, 2);
  const copy = structuredClone(history);
  recordResponse(history, 3, NO, NOW);
  recordCall(history, 999, END);
  restoreHistory(history, [{ id: 7_000, expiry: NOW_S, answer: YES }], NOW);
  expect(history).toEqual(copy);
});
