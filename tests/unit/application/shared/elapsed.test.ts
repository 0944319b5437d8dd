import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { elapsed } from '../../../../application/shared/elapsed.js';
import { record } from '../support/world.js';

describe('elapsed', () => {
  it('tells once when the time has passed, and ends', () => {
    const clock = new FakeClock();
    const seen = record(elapsed(100, clock));
    clock.advance(99);
    expect(seen).toMatchObject({ values: [], end: 'open' });
    clock.advance(1);
    expect(seen).toMatchObject({ values: [undefined], end: 'complete' });
    expect(clock.pending).toBe(0);
  });

  it('goes on in the given rhythm for as long as somebody follows', () => {
    const clock = new FakeClock();
    const seen: number[] = [];
    const start = clock.now();
    const following = elapsed(100, clock, 1_000).subscribe(() => seen.push(clock.now() - start));
    clock.advance(2_100);
    expect(seen).toEqual([100, 1_100, 2_100]);
    following.unsubscribe();
    clock.advance(5_000);
    expect(seen).toEqual([100, 1_100, 2_100]);
    expect(clock.pending).toBe(0);
  });

  it('begins to count when it is followed, for each by itself', () => {
    const clock = new FakeClock();
    const elapsed$ = elapsed(100, clock);
    clock.advance(1_000);
    const first = record(elapsed$);
    clock.advance(50);
    const second = record(elapsed$);
    clock.advance(50);
    expect([first.end, second.end]).toEqual(['complete', 'open']);
    clock.advance(50);
    expect(second.end).toBe('complete');
  });

  it('leaves no timer behind where its first listener leaves', () => {
    const clock = new FakeClock();
    const following = elapsed(0, clock, 10).subscribe(() => following.unsubscribe());
    clock.advance(100);
    expect(clock.pending).toBe(0);
  });
});
