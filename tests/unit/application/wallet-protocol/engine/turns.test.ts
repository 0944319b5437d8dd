import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { Turns } from '../../../../../application/wallet-protocol/engine/turns.js';

describe('turns', () => {
  it('let one thing be done after the other, also after a failure, and another thing at once', async () => {
    const turns = new Turns<number>();
    const done: string[] = [];
    let letGo = (): void => undefined;
    const first = turns.take(1, async () => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      done.push('first');
      throw new Error('failed');
    });
    const second = turns.take(1, async () => done.push('second'));
    const other = turns.take(2, async () => done.push('other'));
    first.catch(() => undefined);
    await settle();
    expect(done).toEqual(['other']);
    letGo();
    await expect(first).rejects.toThrow('failed');
    expect([await second, await other]).toEqual([3, 1]);
    expect(done).toEqual(['other', 'first', 'second']);
  });
});
