import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { KeyedMutex } from '../../../../application/shared/keyed-mutex.js';

describe('KeyedMutex', () => {
  it('runs the actions of a key in order, even after a failure, and other keys in parallel', async () => {
    const mutex = new KeyedMutex<number>();
    const done: string[] = [];
    let release = (): void => undefined;
    const first = mutex.run(1, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      done.push('first');
      throw new Error('failed');
    });
    const second = mutex.run(1, async () => done.push('second'));
    const other = mutex.run(2, async () => done.push('other'));
    first.catch(() => undefined);
    await flushPromises();
    expect(done).toEqual(['other']);
    release();
    await expect(first).rejects.toThrow('failed');
    expect([await second, await other]).toEqual([3, 1]);
    expect(done).toEqual(['other', 'first', 'second']);
  });
});
