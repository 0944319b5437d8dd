import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../application/ports/clock.fake.js';
import { Expiries } from '../../../../../application/wallet-protocol/engine/expiries.js';

const START_S = 1_700_000_000;

const watched = () => {
  const clock = new FakeClock(START_S * 1_000);
  const expiries = new Expiries(clock);
  const expired: (readonly [key: string | number, afterS: number])[] = [];
  for (const kind of ['request', 'proposal', 'auth', 'session', 'pairing'] as const)
    expiries.on(kind, (key) => expired.push([key, clock.now() / 1_000 - START_S]));
  return { clock, expiries, expired };
};

describe('Expiries', () => {
  it('fires each expiry once, on time', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'session', key: 'later', expiry: START_S + 300 });
    expiries.set({ kind: 'proposal', key: 7, expiry: START_S + 60 });
    clock.advance(59_999);
    expect(expired).toEqual([]);
    clock.advance(1_000_000);
    expect(expired).toEqual([
      [7, 60],
      ['later', 300],
    ]);
    expect(clock.pending).toBe(0);
  });

  it('fires thousands of expiries that are set together, on one timer', () => {
    const { clock, expiries, expired } = watched();
    const schedule = clock.scheduler.schedule.bind(clock.scheduler);
    let timers = 0;
    clock.scheduler.schedule = (...of: Parameters<typeof schedule>) => {
      timers += 1;
      return schedule(...of);
    };
    const targets = Array.from(
      { length: 1_000 },
      (_, index) => ({ kind: 'session', key: `${index}`, expiry: START_S + 2_000 - index }) as const,
    );
    expiries.setAll(targets);
    expect(timers).toBe(1);
    expect(expiries.of({ kind: 'session', key: '7' })).toBe(START_S + 1_993);
    clock.advance(2_001_000);
    expect(expired.map(([key]) => key)).toEqual(targets.map(({ key }) => key).reverse());
    expiries.setAll([]);
    expect(clock.pending).toBe(0);
  });

  it('does not fire a dropped expiry, and clears its timer', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'session', key: 'a', expiry: START_S + 60 });
    expiries.drop({ kind: 'session', key: 'a' });
    expect(clock.pending).toBe(0);
    clock.advance(100_000);
    expect(expired).toEqual([]);
    expect(expiries.of({ kind: 'session', key: 'a' })).toBeNull();
  });

  it('uses the latest value of an expiry', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'session', key: 'longer', expiry: START_S + 60 });
    expiries.set({ kind: 'session', key: 'longer', expiry: START_S + 90 });
    expiries.set({ kind: 'session', key: 'shorter', expiry: START_S + 80 });
    expiries.set({ kind: 'session', key: 'shorter', expiry: START_S + 70 });
    expect(expiries.of({ kind: 'session', key: 'longer' })).toBe(START_S + 90);
    clock.advance(200_000);
    expect(expired).toEqual([
      ['shorter', 70],
      ['longer', 90],
    ]);
  });

  it('separates keys of different kinds, and fires requests before sessions', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'session', key: 'topic', expiry: START_S + 10 });
    expiries.set({ kind: 'request', key: 5, expiry: START_S + 10 });
    clock.advance(10_000);
    expect(expired.map(([key]) => key)).toEqual([5, 'topic']);
  });

  it('fires an expiry in the past on the next tick', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'pairing', key: 'old', expiry: START_S - 1_000 });
    expect(expired).toEqual([]);
    clock.advance(0);
    expect(expired).toEqual([['old', 0]]);
  });

  it('does not fire an expiry that an earlier handler dropped', () => {
    const { clock, expiries, expired } = watched();
    expiries.on('request', () => expiries.drop({ kind: 'session', key: 'topic' }));
    expiries.set({ kind: 'session', key: 'topic', expiry: START_S + 10 });
    expiries.set({ kind: 'request', key: 5, expiry: START_S + 10 });
    clock.advance(10_000);
    expect(expired).toEqual([[5, 10]]);
  });

  it('supports expiries beyond the limit of browser timers', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'session', key: 'far', expiry: START_S + 5_000_000 });
    clock.advance(4_999_999_000);
    expect(expired).toEqual([]);
    clock.advance(1_000);
    expect(expired).toEqual([['far', 5_000_000]]);
  });

  it('clears its timer when disposed', () => {
    const { clock, expiries, expired } = watched();
    expiries.set({ kind: 'session', key: 'a', expiry: START_S + 60 });
    expiries.dispose();
    expect(clock.pending).toBe(0);
    clock.advance(100_000);
    expect(expired).toEqual([]);
  });

  it('uses one timer for any number of expiries, and fires each in its second', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 500 })), { maxLength: 40 }), (targets) => {
        const { clock, expiries, expired } = watched();
        for (const [key, seconds] of targets) expiries.set({ kind: 'session', key: `${key}`, expiry: START_S + seconds });
        expect(clock.pending).toBeLessThanOrEqual(1);
        clock.advance(600_000);
        const last = new Map(targets.map(([key, seconds]) => [`${key}`, seconds]));
        expect(new Map(expired)).toEqual(last);
        expect(expired).toHaveLength(last.size);
      }),
    );
  });
});
