import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactElement, StrictMode, useState } from 'react';
import { BehaviorSubject, Observable } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSameSlice, useObservable, type Watched } from '../../../presentation/hooks/use-observable.js';
import { fakeClient } from './support/fake-client.js';
import { renderStrict, withProvider } from './support/render-hooks.js';

afterEach(cleanup);

interface Count {
  readonly count: number;
  readonly tags: readonly string[];
}

/** A stream that counts its subscriptions. */
class Counter {
  readonly cell = new BehaviorSubject<Count>({ count: 0, tags: ['a'] });
  live = 0;
  subscriptions = 0;

  readonly changes = new Observable<Count>((subscriber) => {
    this.live += 1;
    this.subscriptions += 1;
    subscriber.add(() => {
      this.live -= 1;
    });
    subscriber.add(this.cell.subscribe(subscriber));
  });

  readonly watch = (): Watched<Count> => ({
    current: () => ({ ...this.cell.value, tags: [...this.cell.value.tags] }),
    changes: this.changes,
    serverValue: { count: -1, tags: [] },
  });
}

let counter: Counter;
beforeEach(() => {
  counter = new Counter();
});

describe('useObservable', () => {
  it('returns the value at the first render, with one subscription while mounted and none afterwards, in StrictMode', () => {
    const values: number[] = [];
    const { unmount } = renderStrict(fakeClient().client, () => values.push(useObservable('test', counter.watch).count));
    expect(values[0]).toBe(0);
    expect(counter.live).toBe(1);
    unmount();
    expect(counter.live).toBe(0);
  });

  it('renders again only for another value', () => {
    const seen: Count[] = [];
    renderStrict(fakeClient().client, () => seen.push(useObservable('test', counter.watch)));
    const renders = seen.length;
    act(() => counter.cell.next({ count: 0, tags: ['a'] }));
    expect(seen).toHaveLength(renders);
    act(() => counter.cell.next({ count: 1, tags: ['a'] }));
    expect(seen.length).toBeGreaterThan(renders);
    expect(seen.at(-1)).toEqual({ count: 1, tags: ['a'] });
    // Counted from the mounted render on: in StrictMode, React 18 discards the objects of the first one.
    expect(new Set(seen.slice(renders - 1)).size).toBe(2);
  });

  it('switches the source when a key or the client changes', () => {
    const sources = new Map([
      ['one', new Counter()],
      ['two', new Counter()],
    ]);
    sources.get('two')!.cell.next({ count: 2, tags: [] });
    const watch = (_: unknown, name: string) => sources.get(name)!.watch();
    const { result, rerender } = renderStrict<number, string>(
      fakeClient().client,
      (name) => useObservable('test', watch, name).count,
      'one',
    );
    expect(result.current).toBe(0);
    rerender('two');
    expect(result.current).toBe(2);
    expect([...sources.values()].map(({ live }) => live)).toEqual([0, 1]);
  });

  it('returns the same value to every component in one render', () => {
    const pairs: (readonly [number, number])[] = [];
    const Inner = ({ outer }: { readonly outer: number }): ReactElement => {
      const { count } = useObservable('test', counter.watch);
      pairs.push([outer, count]);
      return <output>{count}</output>;
    };
    const Outer = (): ReactElement => <Inner outer={useObservable('test', counter.watch).count} />;
    render(<Outer />, { wrapper: withProvider(fakeClient().client) });
    for (let count = 1; count <= 3; count += 1) act(() => counter.cell.next({ count, tags: [] }));
    expect(screen.getByRole('status').textContent).toBe('3');
    expect(pairs.every(([outer, inner]) => outer === inner)).toBe(true);
  });

  it('shares one subscription and one value per source', () => {
    const seen: Count[] = [];
    const Reader = (): null => {
      seen.push(useObservable('test', counter.watch));
      return null;
    };
    const readers = (...keys: readonly number[]): ReactElement => (
      <>
        {keys.map((key) => (
          <Reader key={key} />
        ))}
      </>
    );
    const { rerender } = render(readers(1, 2, 3), { wrapper: withProvider(fakeClient().client) });
    expect(counter.live).toBe(1);
    act(() => counter.cell.next({ count: 1, tags: [] }));
    expect(new Set(seen.slice(-3)).size).toBe(1);
    const { subscriptions } = counter;
    rerender(readers(3));
    expect([counter.live, counter.subscriptions]).toEqual([1, subscriptions]);
    rerender(readers());
    expect(counter.live).toBe(0);
    rerender(readers(4));
    expect(counter.live).toBe(1);
  });

  it('shares nothing between two clients', () => {
    const Reader = (): null => {
      useObservable('test', counter.watch);
      return null;
    };
    const first = render(<Reader />, { wrapper: withProvider(fakeClient().client) });
    render(<Reader />, { wrapper: withProvider(fakeClient().client) });
    expect(counter.live).toBe(2);
    first.unmount();
    expect(counter.live).toBe(1);
  });

  it('does not miss a change between the first render and the subscription', () => {
    const Component = (): ReactElement => {
      const { count } = useObservable('test', counter.watch);
      const [changed, setChanged] = useState(false);
      if (!changed) {
        setChanged(true);
        counter.cell.next({ count: 7, tags: [] });
      }
      return <output>{count}</output>;
    };
    render(<Component />, { wrapper: withProvider(fakeClient().client) });
    expect(screen.getByRole('status').textContent).toBe('7');
  });

  it('keeps the last value when the stream completes', () => {
    const { result } = renderStrict(fakeClient().client, () => useObservable('test', counter.watch).count);
    act(() => counter.cell.next({ count: 3, tags: [] }));
    act(() => counter.cell.complete());
    expect(result.current).toBe(3);
  });

  it('throws an error that names the hook without a provider', () => {
    const Component = (): ReactElement => <>{useObservable('useLost', counter.watch).count}</>;
    const errors: unknown[] = [];
    expect(() =>
      render(
        <StrictMode>
          <Component />
        </StrictMode>,
        { onCaughtError: (error) => errors.push(error) },
      ),
    ).toThrow('useLost must be used inside <LatchkeyProvider>');
    expect(counter.subscriptions).toBe(0);
  });
});

describe('isSameSlice', () => {
  const map = new Map();
  it.each([
    [1, 1],
    [Number.NaN, Number.NaN],
    [{ a: 1 }, { a: 1 }],
    [{ a: [1, 2] }, { a: [1, 2] }],
    [[{ a: 1 }], [{ a: 1 }]],
    [{ a: { b: 1n } }, { a: { b: 1n } }],
    [{ a: undefined }, { a: undefined }],
    [{ a: map }, { a: map }],
  ])('equates %s and %s', (a, b) => {
    expect(isSameSlice(a, b)).toBe(true);
  });

  it.each([
    [1, 2],
    [{ a: 1 }, { a: 1, b: undefined }],
    [
      { a: 1, b: undefined },
      { a: 1, c: undefined },
    ],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [[], {}],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 1 } } }],
    [{ a: new Map() }, { a: new Map() }],
    [null, {}],
    [new Error('a'), new Error('a')],
  ])('distinguishes %s and %s', (a, b) => {
    expect(isSameSlice(a, b)).toBe(false);
  });
});
