import { TimeoutError } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { askWithin } from '../../../../application/shared/ask-within.js';
import { within } from '../../../../application/shared/within.js';
import { outcomeOf } from '../wallet-protocol/support/protocol-world.js';

const never = () => new Promise<never>(() => undefined);

let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});

describe('within', () => {
  it('gives an answer that comes in time, and leaves no timer', async () => {
    expect(await within(100, clock, Promise.resolve('yes'))).toBe('yes');
    expect(clock.pending).toBe(0);
  });

  it('passes a failure on, and leaves no timer', async () => {
    const error = new Error('no');
    await expect(within(100, clock, Promise.reject(error))).rejects.toBe(error);
    expect(clock.pending).toBe(0);
  });

  it('waits until the time is up and no longer', async () => {
    const seen = outcomeOf(within(100, clock, never()));
    await clock.run(99);
    expect(seen.now()).toBeNull();
    await clock.run(1);
    expect(seen.now()).toEqual({ error: expect.any(TimeoutError) });
    expect(seen.now()).toMatchObject({ error: { name: 'TimeoutError', message: 'Timeout has occurred' } });
  });

  it('ignores an answer that is too late, also when it is an error', async () => {
    let reject: (error: Error) => void = () => undefined;
    const answer = new Promise<never>((_, fail) => {
      reject = fail;
    });
    const seen = outcomeOf(within(100, clock, answer));
    await clock.run(100);
    reject(new Error('late'));
    await settle();
    expect(seen.now()).toEqual({ error: expect.any(TimeoutError) });
  });
});

describe('askWithin', () => {
  it('gives an answer that comes in time, and withdraws nothing before', async () => {
    let abortedWhileAsked: boolean | undefined;
    const answer = askWithin(100, clock, new AbortController().signal, async (signal) => {
      await settle();
      abortedWhileAsked = signal.aborted;
      return 'yes';
    });
    expect(await answer).toBe('yes');
    expect(abortedWhileAsked).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('withdraws the question when the time is up', async () => {
    let asked: AbortSignal | undefined;
    const seen = outcomeOf(
      askWithin(100, clock, new AbortController().signal, (signal) => {
        asked = signal;
        return never();
      }),
    );
    await clock.run(99);
    expect([seen.now(), asked?.aborted]).toEqual([null, false]);
    await clock.run(1);
    expect(seen.now()).toEqual({ error: expect.any(TimeoutError) });
    expect(asked?.aborted).toBe(true);
  });

  it('ends at once when the parent is aborted, also where the asked one does not care, and leaves no timer', async () => {
    const parent = new AbortController();
    const seen = outcomeOf(askWithin(100, clock, parent.signal, never));
    parent.abort(new Error('gone'));
    await settle();
    expect(seen.now()).toMatchObject({ error: { message: 'gone' } });
    expect(clock.pending).toBe(0);
  });

  it('asks nothing when the parent is aborted already', async () => {
    let asked = 0;
    const answer = askWithin(100, new FakeClock(), AbortSignal.abort(), async () => {
      asked += 1;
    });
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toBe(0);
  });

  it('passes on what the asked one throws at once, and leaves nothing behind', async () => {
    const answer = askWithin(100, clock, new AbortController().signal, () => {
      throw new TypeError('bug');
    });
    await expect(answer).rejects.toBeInstanceOf(TypeError);
    expect(clock.pending).toBe(0);
  });

  it('ignores a failure that comes too late', async () => {
    let reject: (error: Error) => void = () => undefined;
    const seen = outcomeOf(
      askWithin(100, clock, new AbortController().signal, () => {
        return new Promise<never>((_, fail) => {
          reject = fail;
        });
      }),
    );
    await clock.run(100);
    reject(new Error('late'));
    await settle();
    expect(seen.now()).toEqual({ error: expect.any(TimeoutError) });
  });
});
