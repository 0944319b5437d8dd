import { TimeoutError } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { requestWithTimeout } from '../../../../application/shared/request-with-timeout.js';
import { withTimeout } from '../../../../application/shared/with-timeout.js';
import { outcomeOf } from '../wallet-protocol/support/protocol-fixture.js';

const never = () => new Promise<never>(() => undefined);

let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});

describe('withTimeout', () => {
  it('resolves with a result in time and clears its timer', async () => {
    expect(await withTimeout(100, clock, Promise.resolve('yes'))).toBe('yes');
    expect(clock.pending).toBe(0);
  });

  it('rejects with the failure and clears its timer', async () => {
    const error = new Error('no');
    await expect(withTimeout(100, clock, Promise.reject(error))).rejects.toBe(error);
    expect(clock.pending).toBe(0);
  });

  it('rejects with a TimeoutError on timeout', async () => {
    const outcome = outcomeOf(withTimeout(100, clock, never()));
    await clock.run(99);
    expect(outcome.now()).toBeNull();
    await clock.run(1);
    expect(outcome.now()).toEqual({ error: expect.any(TimeoutError) });
    expect(outcome.now()).toMatchObject({ error: { name: 'TimeoutError', message: 'Timeout has occurred' } });
  });

  it('ignores a late result or error', async () => {
    let reject: (error: Error) => void = () => undefined;
    const result = new Promise<never>((_, fail) => {
      reject = fail;
    });
    const outcome = outcomeOf(withTimeout(100, clock, result));
    await clock.run(100);
    reject(new Error('late'));
    await flushPromises();
    expect(outcome.now()).toEqual({ error: expect.any(TimeoutError) });
  });
});

describe('requestWithTimeout', () => {
  it('resolves with a result in time, and never aborts the request', async () => {
    let requestSignal: AbortSignal | undefined;
    const result = requestWithTimeout(100, clock, new AbortController().signal, async (signal) => {
      requestSignal = signal;
      return 'yes';
    });
    expect(await result).toBe('yes');
    expect(requestSignal?.aborted).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('aborts the request on timeout', async () => {
    let requestSignal: AbortSignal | undefined;
    const outcome = outcomeOf(
      requestWithTimeout(100, clock, new AbortController().signal, (signal) => {
        requestSignal = signal;
        return never();
      }),
    );
    await clock.run(99);
    expect([outcome.now(), requestSignal?.aborted]).toEqual([null, false]);
    await clock.run(1);
    expect(outcome.now()).toEqual({ error: expect.any(TimeoutError) });
    expect(requestSignal?.aborted).toBe(true);
  });

  it('rejects immediately when the parent is aborted, even if the request ignores the signal, and clears its timer', async () => {
    const parent = new AbortController();
    const outcome = outcomeOf(requestWithTimeout(100, clock, parent.signal, never));
    parent.abort(new Error('gone'));
    await flushPromises();
    expect(outcome.now()).toMatchObject({ error: { message: 'gone' } });
    expect(clock.pending).toBe(0);
  });

  it('sends no request if the parent is already aborted', async () => {
    let requestCount = 0;
    const result = requestWithTimeout(100, new FakeClock(), AbortSignal.abort(), async () => {
      requestCount += 1;
    });
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(requestCount).toBe(0);
  });

  it('rejects with a synchronous exception and leaves no timer or listener', async () => {
    const result = requestWithTimeout(100, clock, new AbortController().signal, () => {
      throw new TypeError('bug');
    });
    await expect(result).rejects.toBeInstanceOf(TypeError);
    expect(clock.pending).toBe(0);
  });

  it('ignores a late failure', async () => {
    let reject: (error: Error) => void = () => undefined;
    const outcome = outcomeOf(
      requestWithTimeout(100, clock, new AbortController().signal, () => {
        return new Promise<never>((_, fail) => {
          reject = fail;
        });
      }),
    );
    await clock.run(100);
    reject(new Error('late'));
    await flushPromises();
    expect(outcome.now()).toEqual({ error: expect.any(TimeoutError) });
  });
});
