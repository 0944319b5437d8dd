import { NEVER, Observable, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { LazyResource } from '../../../../application/shared/lazy-resource.js';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('LazyResource', () => {
  it('loads once on first use', async () => {
    const load = vi.fn(async () => ({ name: 'reader' }));
    const resource = new LazyResource(load);
    expect(load).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([resource.get(), resource.get()]);
    expect(first).toBe(second);
    expect(await resource.get()).toBe(first);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('loads again after a failed load, also with several waiting callers', async () => {
    const error = new Error('offline');
    const load = vi.fn().mockRejectedValueOnce(error).mockResolvedValue('resource');
    const resource = new LazyResource<string>(load);
    const waiting = [resource.get(), resource.get()];
    await expect(waiting[0]).rejects.toBe(error);
    const next = resource.get();
    await expect(waiting[1]).rejects.toBe(error);
    await expect(next).resolves.toBe('resource');
    await expect(resource.get()).resolves.toBe('resource');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is disposed with its owner and not loaded again', async () => {
    const disposed: string[] = [];
    const resource = new LazyResource(
      async () => 'resource',
      (value) => disposed.push(value),
    );
    await resource.get();
    resource.dispose();
    await settled();
    expect(disposed).toEqual(['resource']);
    await expect(resource.get()).rejects.toMatchObject({ code: 'config/disposed' });
  });

  it('disposes a resource that is loaded after disposal, and none if it was never requested', async () => {
    const disposed: string[] = [];
    const load = vi.fn(async () => 'resource');
    const resource = new LazyResource(load, (value) => disposed.push(value));
    const loading = resource.get();
    resource.dispose();
    await expect(loading).resolves.toBe('resource');
    await settled();
    expect(disposed).toEqual(['resource']);
    new LazyResource(load, () => disposed.push('never requested')).dispose();
    await settled();
    expect(load).toHaveBeenCalledTimes(1);
    expect(disposed).toEqual(['resource']);
  });

  it('watch emits the values of the resource and fails as the load does', async () => {
    const received: unknown[] = [];
    const observer = {
      next: (value: unknown) => received.push(value),
      complete: () => received.push('end'),
      error: (error: unknown) => received.push(error),
    };
    new LazyResource(async () => [1, 2]).watch((numbers) => of(...numbers)).subscribe(observer);
    await settled();
    const error = new Error('offline');
    new LazyResource(() => Promise.reject(error)).watch(() => NEVER).subscribe(observer);
    await settled();
    expect(received).toEqual([1, 2, 'end', error]);
  });

  it('watch does not subscribe after an unsubscribe, and unsubscribes from the resource', async () => {
    const project = vi.fn(() => NEVER);
    const resource = new LazyResource(async () => 'resource');
    resource.watch(project).subscribe().unsubscribe();
    await settled();
    expect(project).not.toHaveBeenCalled();
    const teardown = vi.fn();
    const watching = resource.watch(() => new Observable(() => teardown)).subscribe();
    await settled();
    expect(teardown).not.toHaveBeenCalled();
    watching.unsubscribe();
    expect(teardown).toHaveBeenCalledTimes(1);
  });
});
