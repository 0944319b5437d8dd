import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Happening, Tabs, TWO_NAMESPACES } from '../support/tabs.js';

const tab = fc.nat(1);
const ns = fc.constantFrom(...TWO_NAMESPACES);
const wallet = fc.nat(1);
const pick = fc.nat(1);

/** Anything that can happen, wishes to connect more often than the rest. */
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('connect' as const),
      tab,
      ns,
      wallet,
      answer: fc.constantFrom('approve', 'approve', 'late', 'reject', 'never', 'garbage'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), tab, ns }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab, ns: fc.constant(null) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('disconnect' as const),
      tab,
      ns: fc.constantFrom(...TWO_NAMESPACES, null),
      answer: fc.constantFrom('approve', 'unsupported', 'fail', 'never', 'late'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resume-answers' as const),
      ns,
      wallet,
      answer: fc.constantFrom('late', 'never', 'fail', 'garbage'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('release' as const, 'lock' as const, 'unlock' as const, 'forget-site' as const, 'repeat' as const),
      ns,
      wallet,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('account' as const, 'chain' as const), ns, wallet, pick }) },
);
const happenings = fc.array(happening, { maxLength: 30, size: 'max' });

/** Two cores may be busy with other tests. */
const PATIENCE_MS = 120_000;

const play = async (all: readonly Happening[]): Promise<Tabs> => {
  const tabs = new Tabs();
  for (const each of all) await tabs.play(each);
  return tabs;
};

describe('two tabs, two namespaces, four wallets, in any order of events', () => {
  it(
    'never show connected without a callable provider, never disagree with a getter or the wallet, never reconnect what was disconnected',
    async () => {
      await fc.assert(
        fc.asyncProperty(happenings, async (all) => {
          const tabs = await play(all);
          expect(tabs.breaches).toEqual([]);
          await tabs.disconnectAll();
          expect(tabs.breaches).toEqual([]);
          expect(tabs.statuses).toEqual(['disconnected', 'disconnected', 'disconnected', 'disconnected']);
          expect(tabs.wallets.map(({ listeners }) => listeners)).toEqual([0, 0, 0, 0]);
          for (const each of tabs.wallets) each.unlock();
          expect(tabs.statuses).not.toContain('connected');
        }),
      );
    },
    PATIENCE_MS,
  );

  it(
    'leave no listener and no timer when they are closed',
    async () => {
      await fc.assert(
        fc.asyncProperty(happenings, async (all) => {
          const tabs = await play(all);
          await tabs.close();
          for (const each of tabs.wallets) each.release();
          await tabs.close();
          expect(tabs.wallets.map(({ listeners }) => listeners)).toEqual([0, 0, 0, 0]);
          expect(tabs.timers).toBe(0);
          expect(tabs.statuses).toEqual(['disconnected', 'disconnected', 'disconnected', 'disconnected']);
        }),
      );
    },
    PATIENCE_MS,
  );

  it(
    'show of one namespace what they would show if the other were left alone',
    async () => {
      await fc.assert(
        fc.asyncProperty(happenings, fc.constantFrom(...TWO_NAMESPACES), async (all, watched) => {
          const concerns = (each: Happening): boolean => each.ns === null || each.ns === watched;
          const [together, alone] = [await play(all), await play(all.filter(concerns))];
          expect(together.traces[watched]).toEqual(alone.traces[watched]);
        }),
      );
    },
    PATIENCE_MS,
  );
});
