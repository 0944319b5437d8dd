import { describe, expect, it } from 'vitest';
import { closesSheet } from '../../../../domain/modal/sheet-drag.js';

describe('closesSheet', () => {
  it.each([
    ['far enough, slowly', { distance: 181, height: 600, velocity: 0.01 }, true],
    ['far enough, after a pause', { distance: 181, height: 600, velocity: 0 }, true],
    ['not far enough', { distance: 179, height: 600, velocity: 0.1 }, false],
    ['a flick', { distance: 30, height: 600, velocity: 0.6 }, true],
    ['an unsteady tap', { distance: 10, height: 600, velocity: 2 }, false],
    ['far, but turning back', { distance: 300, height: 600, velocity: -0.2 }, false],
  ])('%s', (_, drag, closes) => expect(closesSheet(drag)).toBe(closes));
});
