import fc from 'fast-check';
import { Observable, of, Subject, type Subscription, share, startWith, switchMap, takeUntil } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { latest } from '../../../../application/shared/latest.js';
import { shared } from '../../../../application/shared/shared.js';
import { until } from '../../../../application/shared/until.js';
import { record } from '../support/world.js';

const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];

/** What happens, one after the other: a stream goes on or ends, a follower comes or the oldest one leaves. */
type Step = { readonly do: 'join' } | { readonly do: 'leave' } | { readonly do: 'next' | 'complete' | 'error'; readonly on: Name };

const onStream = fc.record({
  do: fc.constantFrom('next' as const, 'next' as const, 'complete' as const, 'error' as const),
  on: fc.constantFrom(...NAMES),
});
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: onStream }, fc.constantFrom({ do: 'join' } as const, { do: 'leave' } as const)), {
  maxLength: 14,
});

/** Lets the steps happen to what `build` makes of three streams, and writes down all that can be seen from outside. */
const transcript = (build: (streams: Readonly<Record<Name, Observable<string>>>) => Observable<string>, given: readonly Step[]) => {
  const lines: string[] = [];
  const subjects = { a: new Subject<string>(), b: new Subject<string>(), c: new Subject<string>() };
  const followers: Subscription[] = [];
  const built = build(subjects);
  const join = (): void => {
    const who = followers.length;
    const say = (what: string) => (value?: string) => void lines.push(`${who} ${what} ${value ?? ''}`);
    followers.push(built.subscribe({ next: say('hears'), error: say('hears the defect'), complete: say('hears the end') }));
  };
  join();
  given.forEach((step, index) => {
    if (step.do === 'join') join();
    else if (step.do === 'leave') followers.find(({ closed }) => !closed)?.unsubscribe();
    else if (step.do === 'complete') subjects[step.on].complete();
    else if (step.do === 'error') subjects[step.on].error(`${step.on}${index}`);
    else subjects[step.on].next(`${step.on}${index}`);
    lines.push(NAMES.map((name) => subjects[name].observed).join());
  });
  return lines;
};

const expectSame = (own: Parameters<typeof transcript>[0], rxjs: Parameters<typeof transcript>[0]): void =>
  fc.assert(
    fc.property(steps, (given) => {
      expect(transcript(own, given)).toEqual(transcript(rxjs, given));
    }),
    { numRuns: 500 },
  );

describe('latest', () => {
  it("does what RxJS's switchMap does", () => {
    const leadsTo =
      ({ b, c }: Readonly<Record<Name, Observable<string>>>) =>
      (value: string): Observable<string> =>
        value.length % 2 === 0 ? b : c.pipe(startWith('at once'));
    expectSame(
      (streams) => streams.a.pipe(latest(leadsTo(streams))),
      (streams) => streams.a.pipe(switchMap(leadsTo(streams))),
    );
  });

  it('goes on with the newer value when the older one leads to it at once', () => {
    const source$ = new Subject<number>();
    const seen = record(
      source$.pipe(
        latest(
          (value) =>
            new Observable<string>((subscriber) => {
              if (value === 1) source$.next(2);
              subscriber.next(`from ${value}`);
            }),
        ),
      ),
    );
    source$.next(1);
    expect(seen.values).toEqual(['from 2']);
  });

  it('ends with the source where what it led to has ended before', () => {
    const seen = record(of(1, 2).pipe(latest((value) => of(`${value}a`, `${value}b`))));
    expect(seen.values).toEqual(['1a', '1b', '2a', '2b']);
    expect(seen.end).toBe('complete');
  });
});

describe('until', () => {
  it("does what RxJS's takeUntil does", () => {
    expectSame(
      ({ a, b }) => a.pipe(until(b)),
      ({ a, b }) => a.pipe(takeUntil(b)),
    );
  });

  it('does not begin what is over at once', () => {
    let begun = 0;
    const source$ = new Observable<never>(() => {
      begun += 1;
    });
    expect(record(source$.pipe(until(of('over')))).end).toBe('complete');
    expect(begun).toBe(0);
  });
});

describe('shared', () => {
  it("does what RxJS's share does", () => {
    expectSame(
      ({ a }) => a.pipe(shared),
      ({ a }) => a.pipe(share()),
    );
  });

  it('subscribes once for all, leaves with the last and begins anew for the next', () => {
    const count = { live: 0, ever: 0 };
    const source$ = new Observable<never>(() => {
      count.live += 1;
      count.ever += 1;
      return () => {
        count.live -= 1;
      };
    }).pipe(shared);
    const [first, second] = [source$.subscribe(), source$.subscribe()];
    expect(count).toEqual({ live: 1, ever: 1 });
    first.unsubscribe();
    expect(count).toEqual({ live: 1, ever: 1 });
    second.unsubscribe();
    expect(count).toEqual({ live: 0, ever: 1 });
    source$.subscribe().unsubscribe();
    expect(count).toEqual({ live: 0, ever: 2 });
  });

  it('gives what the source says at once to the follower that began it', () => {
    expect(record(of(1, 2).pipe(shared))).toMatchObject({ values: [1, 2], end: 'complete' });
  });
});
