import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { type LoadEvent, PagedList } from '../../../../application/shared/paged-list.js';
import { record } from '../support/client-fixture.js';

interface PageEvent {
  readonly type: 'loaded';
  readonly items: readonly number[];
}

interface State {
  readonly items: readonly number[];
  readonly pending: boolean;
}

const reduce = (state: State, event: PageEvent | LoadEvent): State =>
  event.type === 'loaded' ? { items: [...state.items, ...event.items], pending: false } : { ...state, pending: event.type === 'requested' };

const pageOf =
  (...items: readonly number[]) =>
  async (): Promise<PageEvent> => ({ type: 'loaded', items });

const listOf = () => new PagedList<State, PageEvent>({ items: [], pending: false }, reduce);

/** A page that does not arrive, and whether it was aborted. */
const openPage = () => {
  const signals: AbortSignal[] = [];
  const next = (signal: AbortSignal): Promise<PageEvent> => {
    signals.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  return { next, signals };
};

describe('PagedList', () => {
  it('sends nothing before it is subscribed to, then emits the state with the page', async () => {
    const list = listOf();
    const page$ = list.load(pageOf(1, 2));
    expect(list.state.value).toEqual({ items: [], pending: false });
    const run = record(page$);
    expect(list.state.value).toEqual({ items: [], pending: true });
    await flushPromises();
    expect(run).toMatchObject({ values: [{ items: [1, 2], pending: false }], end: 'complete' });
    expect(list.loading).toBeNull();
  });

  it('has subscribers share the request, which is aborted with the last of them', () => {
    const list = listOf();
    const { next, signals } = openPage();
    const [first, second] = [record(list.load(next)), record(list.load(next))];
    expect(signals).toHaveLength(1);
    first.cancel();
    expect([signals[0]?.aborted, list.state.value.pending]).toEqual([false, true]);
    second.cancel();
    expect([signals[0]?.aborted, list.state.value.pending, list.loading]).toEqual([true, false, null]);
  });

  it('lets a subscriber load the next page at once', async () => {
    const list = listOf();
    list.load(pageOf(1)).subscribe(() => list.load(pageOf(2)).subscribe());
    await flushPromises();
    expect(list.state.value).toEqual({ items: [1, 2], pending: false });
  });

  it('loads again after a failure that no event tells', async () => {
    const list = listOf();
    const failed = record(list.load(() => Promise.reject(new Error('a fault'))));
    await flushPromises();
    expect(failed.end).toMatchObject({ defect: { message: 'a fault' } });
    record(list.load(pageOf(1)));
    await flushPromises();
    expect(list.state.value).toEqual({ items: [1], pending: false });
  });
});
