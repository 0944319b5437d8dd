import { describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { RequestCache } from '../../../../application/shared/request-cache.js';

/** Requests that are settled manually. */
const manualRequests = () => {
  const requests: { readonly signal: AbortSignal; readonly resolve: (text: string) => void; readonly reject: (error: unknown) => void }[] =
    [];
  const send = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      requests.push({ signal, resolve, reject });
    });
  return { requests, send };
};
const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('RequestCache', () => {
  it('sends each request once, while pending and afterwards', async () => {
    const cache = new RequestCache<string>();
    const { requests, send } = manualRequests();
    const both = [cache.get('a', new AbortController().signal, send), cache.get('a', new AbortController().signal, send)];
    expect([requests.length, cache.current('a')]).toEqual([1, undefined]);
    requests[0]?.resolve('yes');
    expect(await Promise.all(both)).toEqual(['yes', 'yes']);
    expect([await cache.get('a', new AbortController().signal, send), cache.current('a'), requests.length]).toEqual(['yes', 'yes', 1]);
    void cache.get('b', new AbortController().signal, send);
    expect(requests).toHaveLength(2);
  });

  it('does not cache failures', async () => {
    const cache = new RequestCache<string>();
    const { requests, send } = manualRequests();
    const both = [outcome(cache.get('a', new AbortController().signal, send)), outcome(cache.get('a', new AbortController().signal, send))];
    requests[0]?.reject('no');
    expect(await Promise.all(both)).toEqual(['no', 'no']);
    const again = cache.get('a', new AbortController().signal, send);
    requests[1]?.resolve('yes');
    expect(await again).toBe('yes');
  });

  it('keeps the request when one caller aborts, and aborts it when both have', async () => {
    const cache = new RequestCache<string>();
    const { requests, send } = manualRequests();
    const [first, second] = [new AbortController(), new AbortController()];
    const [a, b] = [outcome(cache.get('a', first.signal, send)), outcome(cache.get('a', second.signal, send))];
    first.abort('first aborted');
    expect(await a).toBe('first aborted');
    expect(requests[0]?.signal.aborted).toBe(false);
    second.abort('second aborted');
    expect(await b).toBe('second aborted');
    await flushPromises();
    expect(requests[0]?.signal.aborted).toBe(true);
    const again = cache.get('a', new AbortController().signal, send);
    requests[1]?.resolve('yes');
    expect(await again).toBe('yes');
  });

  it('sends no request for an aborted caller', async () => {
    const { requests, send } = manualRequests();
    expect(await outcome(new RequestCache<string>().get('a', AbortSignal.abort('first aborted'), send))).toBe('first aborted');
    expect(requests).toEqual([]);
  });

  it('keeps results for their time, also when the clock is set back', async () => {
    const clock = new FakeClock();
    const cache = new RequestCache<number>({ clock, staleTimeMs: 30_000 });
    let sent = 0;
    const get = (): Promise<number> => cache.get('a', new AbortController().signal, async () => (sent += 1));
    expect(await get()).toBe(1);
    clock.advance(29_999);
    expect([await get(), cache.current('a')]).toEqual([1, 1]);
    clock.advance(1);
    expect(cache.current('a')).toBeUndefined();
    expect(await get()).toBe(2);
    clock.suspend(-86_400_000);
    expect(await get()).toBe(3);
  });

  it('sends a request again that was forgotten, and does not keep the result of the first', async () => {
    const cache = new RequestCache<string>();
    const { requests, send } = manualRequests();
    const before = cache.get('a', new AbortController().signal, send);
    cache.forget('a');
    const after = cache.get('a', new AbortController().signal, send);
    requests[1]?.resolve('new');
    expect(await after).toBe('new');
    requests[0]?.resolve('outdated');
    expect([await before, cache.current('a')]).toEqual(['outdated', 'new']);
  });

  it('forgets all results, and those that are pending', async () => {
    const cache = new RequestCache<string>();
    const { requests, send } = manualRequests();
    const pending = ['a', 'b'].map((key) => cache.get(key, new AbortController().signal, send));
    requests[0]?.resolve('a');
    await pending[0];
    cache.clear();
    requests[1]?.resolve('b');
    expect([await pending[1], cache.current('a'), cache.current('b')]).toEqual(['b', undefined, undefined]);
  });
});
