import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { KeyedMutex } from '../../../../../application/wallet-protocol/engine/keyed-mutex.js';

describe('a keyed mutex', () => {
  it('runs one task of a key after the other, also after a failure, and one of another key at once', async () => {
    const mutex = new KeyedMutex<number>();
    const done: string[] = [];
    let letGo = (): void => undefined;
    const first = mutex.run(1, async () => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      done.push('first');
      throw new Error('failed');
    });
    const second = mutex.run(1, async () => done.push('second'));
    const other = mutex.run(2, async () => done.push('other'));
    first.catch(() => undefined);
    await settle();
    expect(done).toEqual(['other']);
    letGo();
    await expect(first).rejects.toThrow('failed');
    expect([await second, await other]).toEqual([3, 1]);
    expect(done).toEqual(['other', 'first', 'second']);
  });
});
