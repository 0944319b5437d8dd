import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INITIAL_SNACKBAR,
  reduceSnackbar,
  SNACKBAR_AUTO_CLOSE_MS,
  SNACKBAR_SWAP_MS,
  type SnackbarEvent,
  type SnackbarMessage,
  type SnackbarState,
  snackbarTimer,
} from '../../../../domain/modal/snackbar-machine.js';
import { itHolds } from '../properties.js';

const show = (message: string): SnackbarEvent => ({ type: 'shown', content: { message, variant: 'success' } });
const run = (...events: readonly SnackbarEvent[]): SnackbarState => events.reduce(reduceSnackbar, INITIAL_SNACKBAR);

const content: fc.Arbitrary<SnackbarMessage> = fc.oneof(
  fc.record({ message: fc.constantFrom('a', 'b', 'c'), variant: fc.constantFrom('success' as const, 'error' as const) }),
  fc.record({ message: fc.constantFrom('d', 'e'), variant: fc.constant('loading' as const), autoClose: fc.boolean() }),
);
const id = fc.integer({ min: 0, max: 6 });
const event: fc.Arbitrary<SnackbarEvent> = fc.oneof(
  { weight: 3, arbitrary: content.map((message): SnackbarEvent => ({ type: 'shown', content: message })) },
  { weight: 2, arbitrary: id.map((timer): SnackbarEvent => ({ type: 'swap-elapsed', id: timer })) },
  { weight: 2, arbitrary: id.map((timer): SnackbarEvent => ({ type: 'auto-close-elapsed', id: timer })) },
  { weight: 1, arbitrary: fc.constant<SnackbarEvent>({ type: 'hidden' }) },
);

describe('snackbar', () => {
  it('shows the first message immediately, and closes it after 2.5 s', () => {
    const state = run(show('Address copied'));
    expect(state).toMatchObject({ message: 'Address copied', variant: 'success', svg: null, open: true, autoClose: true });
    expect(snackbarTimer(state)).toEqual({ afterMs: SNACKBAR_AUTO_CLOSE_MS, event: { type: 'auto-close-elapsed', id: state.id } });
    expect(SNACKBAR_AUTO_CLOSE_MS).toBe(2_500);
    expect(reduceSnackbar(state, { type: 'auto-close-elapsed', id: state.id })).toMatchObject({ open: false, message: '' });
  });

  it('closes an open message first and shows the new one after 150 ms, keeping the old text while closing', () => {
    const closing = run(show('one'), show('two'));
    expect(closing).toMatchObject({ open: false, message: 'one' });
    const timer = snackbarTimer(closing);
    expect(timer?.afterMs).toBe(SNACKBAR_SWAP_MS);
    expect(SNACKBAR_SWAP_MS).toBe(150);
    expect(timer && reduceSnackbar(closing, timer.event)).toMatchObject({ open: true, message: 'two', next: null });
  });

  it('shows the last of several messages that arrive while closing, after the same 150 ms', () => {
    const first = run(show('one'), show('two'));
    const last = run(show('one'), show('two'), show('three'), show('four'));
    expect(snackbarTimer(last)).toEqual(snackbarTimer(first));
    expect(reduceSnackbar(last, { type: 'swap-elapsed', id: last.id }).message).toBe('four');
  });

  it('ignores the timer of an earlier message', () => {
    const second = run(show('one'), show('two'), { type: 'swap-elapsed', id: 1 });
    expect(second.message).toBe('two');
    expect(reduceSnackbar(second, { type: 'auto-close-elapsed', id: 1 })).toBe(second);
    expect(reduceSnackbar(second, { type: 'swap-elapsed', id: 1 })).toBe(second);
  });

  it('keeps only loading messages open', () => {
    const loading = run({ type: 'shown', content: { message: 'Authenticating...', variant: 'loading', autoClose: false } });
    expect(snackbarTimer(loading)).toBeNull();
    expect(reduceSnackbar(loading, { type: 'auto-close-elapsed', id: loading.id })).toBe(loading);
    const short = run({ type: 'shown', content: { message: 'Working', variant: 'loading' } });
    expect(snackbarTimer(short)?.afterMs).toBe(SNACKBAR_AUTO_CLOSE_MS);
  });

  it('keeps a custom icon', () => {
    const svg = { icon: 'certified', iconColor: 'accent' };
    expect(run({ type: 'shown', content: { message: 'Only certified', variant: 'success', svg } }).svg).toEqual(svg);
  });

  it('drops the current and the next message when hidden', () => {
    const state = run(show('one'), show('two'), { type: 'hidden' });
    expect(state).toEqual({ ...INITIAL_SNACKBAR, id: state.id });
    expect(snackbarTimer(state)).toBeNull();
    expect(reduceSnackbar(state, { type: 'hidden' })).toBe(state);
  });

  itHolds('never shows a message while another is pending, and settles after its timers', fc.array(event), (events) => {
    let state = run(...events);
    expect(state.open && state.next !== null).toBe(false);
    const waiting = state.next;
    for (let steps = 0, timer = snackbarTimer(state); timer !== null; timer = snackbarTimer(state), steps += 1) {
      expect(steps).toBeLessThan(2);
      const after = reduceSnackbar(state, timer.event);
      // A requested timer is never stale.
      expect(after).not.toBe(state);
      state = after;
      if (waiting !== null && steps === 0) expect(state).toMatchObject({ open: true, message: waiting.message });
    }
    expect(state.open).toBe(state.open && !state.autoClose);
  });

  itHolds('shows the last message unless hidden', fc.array(event), content, (events, last) => {
    let state = reduceSnackbar(run(...events), { type: 'shown', content: last });
    if (!state.open) state = reduceSnackbar(state, { type: 'swap-elapsed', id: state.id });
    expect(state).toMatchObject({ open: true, message: last.message, variant: last.variant });
  });
});
