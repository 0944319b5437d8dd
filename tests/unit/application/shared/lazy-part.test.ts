import { NEVER, Observable, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { LazyPart } from '../../../../application/shared/lazy-part.js';

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('a part that is loaded when it is asked for', () => {
  it('is loaded by the first who asks, once for all', async () => {
    const load = vi.fn(async () => ({ name: 'reader' }));
    const part = new LazyPart(load);
    expect(load).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([part.get(), part.get()]);
    expect(one).toBe(other);
    expect(await part.get()).toBe(one);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is loaded again after a load that failed, also when many waited for it', async () => {
    const lost = new Error('offline');
    const load = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue('part');
    const part = new LazyPart<string>(load);
    const waiting = [part.get(), part.get()];
    await expect(waiting[0]).rejects.toBe(lost);
    const next = part.get();
    await expect(waiting[1]).rejects.toBe(lost);
    await expect(next).resolves.toBe('part');
    await expect(part.get()).resolves.toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('ends with its owner, and is not made any more', async () => {
    const ended: string[] = [];
    const part = new LazyPart(
      async () => 'part',
      (one) => ended.push(one),
    );
    await part.get();
    part.dispose();
    await settled();
    expect(ended).toEqual(['part']);
    await expect(part.get()).rejects.toMatchObject({ code: 'config/disposed' });
  });

  it('ends also when it arrives after its owner ended, and never where nobody asked', async () => {
    const ended: string[] = [];
    const load = vi.fn(async () => 'part');
    const asked = new LazyPart(load, (one) => ended.push(one));
    const answer = asked.get();
    asked.dispose();
    await expect(answer).resolves.toBe('part');
    await settled();
    expect(ended).toEqual(['part']);
    new LazyPart(load, () => ended.push('never asked')).dispose();
    await settled();
    expect(load).toHaveBeenCalledTimes(1);
    expect(ended).toEqual(['part']);
  });

  it('tells what it has to tell, and fails as its load does', async () => {
    const told: unknown[] = [];
    const hear = {
      next: (value: unknown) => told.push(value),
      complete: () => told.push('end'),
      error: (error: unknown) => told.push(error),
    };
    new LazyPart(async () => [1, 2]).watch((numbers) => of(...numbers)).subscribe(hear);
    await settled();
    const lost = new Error('offline');
    new LazyPart(() => Promise.reject(lost)).watch(() => NEVER).subscribe(hear);
    await settled();
    expect(told).toEqual([1, 2, 'end', lost]);
  });

  it('is not asked to tell anything to who has left, and is left with them', async () => {
    const tell = vi.fn(() => NEVER);
    const part = new LazyPart(async () => 'part');
    part.watch(tell).subscribe().unsubscribe();
    await settled();
    expect(tell).not.toHaveBeenCalled();
    const left = vi.fn();
    const watching = part.watch(() => new Observable(() => left)).subscribe();
    await settled();
    expect(left).not.toHaveBeenCalled();
    watching.unsubscribe();
    expect(left).toHaveBeenCalledTimes(1);
  });
});
