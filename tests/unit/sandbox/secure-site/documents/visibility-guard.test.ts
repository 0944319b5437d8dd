import { describe, expect, it } from 'vitest';
import {
  type GuardEvent,
  guardAfter,
  INITIAL_GUARD,
  isArmed,
  isWholeVisible,
  VISIBLE_MS,
} from '../../../../../sandbox/secure-site/documents/visibility-guard.js';

const CARD = { isVisible: true, ratio: 1, width: 360, height: 600 };
const HERE = { x: 100, y: 50 };

const VISIBLE = { type: 'visibility', isWhole: true } as const;
const HIDDEN = { type: 'visibility', isWhole: false } as const;
const READ = { type: 'scrolled-to-end' } as const;
const FOCUS = { type: 'focus' } as const;
const ENTER = { type: 'key-down', isRepeat: false } as const;
const DOWN = { type: 'pointer-down', offset: HERE } as const;
const UP = { type: 'pointer-up', offset: HERE } as const;

/** State after events, with the clock moved by numbers between them. */
const stateAfter = (...steps: readonly (GuardEvent | number)[]) => {
  let nowMs = 1_000;
  let state = INITIAL_GUARD;
  for (const step of steps) {
    if (typeof step === 'number') nowMs += step;
    else state = guardAfter(state, step, nowMs);
  }
  return { state, isArmed: isArmed(state, nowMs), counts: state.press?.phase === 'complete' };
};

describe('guard of the approval in the frame', () => {
  it.each([
    ['a card', CARD, true],
    ['a sheet on a phone', { ...CARD, width: 430, height: 480 }, true],
    ['what is covered, or has an effect on it', { ...CARD, isVisible: false }, false],
    ['what is cropped by a pixel', { ...CARD, ratio: 0.998 }, false],
    ['a frame too narrow for the details', { ...CARD, width: 319 }, false],
    ['a frame too wide', { ...CARD, width: 431 }, false],
    ['a frame too low', { ...CARD, height: 399 }, false],
    ['a frame too high', { ...CARD, height: 601 }, false],
  ])('takes %s for wholly visible or not', (_, visibility, expected) => {
    expect(isWholeVisible(visibility)).toBe(expected);
  });

  it('can be pressed once the whole document was visible for 800 ms without interruption, and was read', () => {
    expect(stateAfter(VISIBLE, READ, VISIBLE_MS - 1).isArmed).toBe(false);
    expect(stateAfter(VISIBLE, READ, VISIBLE_MS).isArmed).toBe(true);
    expect(stateAfter(VISIBLE, VISIBLE_MS).isArmed).toBe(false);
    expect(stateAfter(VISIBLE, READ, 700, HIDDEN, VISIBLE, 700).isArmed).toBe(false);
    // The observer may report the same again.
    expect(stateAfter(VISIBLE, READ, 700, VISIBLE, 100).isArmed).toBe(true);
    expect(stateAfter(READ, VISIBLE, VISIBLE_MS).isArmed).toBe(false);
    expect(stateAfter(VISIBLE, READ, VISIBLE_MS, { type: 'more-to-read' }).isArmed).toBe(false);
  });

  it.each<readonly [string, readonly (GuardEvent | number)[], boolean]>([
    ['a press of the pointer', [VISIBLE, READ, VISIBLE_MS, DOWN, UP], true],
    ['a press that began too early', [VISIBLE, READ, 799, DOWN, 1, UP], false],
    ['a press that began outside of the button', [VISIBLE, READ, VISIBLE_MS, UP], false],
    ['a press in which the frame was covered', [VISIBLE, READ, VISIBLE_MS, DOWN, HIDDEN, VISIBLE, VISIBLE_MS, UP], false],
    ['a press in which the frame was moved', [VISIBLE, READ, VISIBLE_MS, DOWN, { ...UP, offset: { x: 100, y: 51 } }], false],
    ['a press that was used', [VISIBLE, READ, VISIBLE_MS, DOWN, UP, { type: 'release' }], false],
    ['a key in focus', [VISIBLE, READ, VISIBLE_MS, FOCUS, ENTER], true],
    ['a key whose focus came too early', [VISIBLE, READ, 799, FOCUS, 1, ENTER], false],
    ['a key whose focus came before the frame was covered', [VISIBLE, READ, VISIBLE_MS, FOCUS, HIDDEN, VISIBLE, VISIBLE_MS, ENTER], false],
    ['a key that was held down', [VISIBLE, READ, VISIBLE_MS, FOCUS, { ...ENTER, isRepeat: true }], false],
    ['a key after the focus has left', [VISIBLE, READ, VISIBLE_MS, FOCUS, { type: 'blur' }, ENTER], false],
    ['a click without a press', [VISIBLE, READ, VISIBLE_MS, FOCUS], false],
  ])('counts %s, or does not', (_, steps, counts) => {
    expect(stateAfter(...steps).counts).toBe(counts);
  });
});
