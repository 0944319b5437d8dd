import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TabsAction, TabsFixture, TWO_NAMESPACES } from '../support/tabs.js';

const tab = fc.nat(1);
const ns = fc.constantFrom(...TWO_NAMESPACES);
const wallet = fc.nat(1);
const pick = fc.nat(1);

/** Any action; connecting is more frequent than the others. */
const action: fc.Arbitrary<TabsAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('connect' as const),
      tab,
      ns,
      wallet,
      response: fc.constantFrom('approve', 'approve', 'late', 'reject', 'never', 'garbage'),
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
      response: fc.constantFrom('approve', 'unsupported', 'fail', 'never', 'late'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resume-response' as const),
      ns,
      wallet,
      response: fc.constantFrom('late', 'never', 'fail', 'garbage'),
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
const actions = fc.array(action, { maxLength: 30, size: 'max' });

/** Generous, because CPU cores may be busy with other tests. */
const TIMEOUT_MS = 120_000;

const performAll = async (all: readonly TabsAction[]): Promise<TabsFixture> => {
  const tabs = new TabsFixture();
  for (const each of all) await tabs.perform(each);
  return tabs;
};

describe('two tabs with two namespaces and four wallets, in any order of actions', () => {
  it(
    'are never connected without a callable provider, are consistent with getters and wallets, and never reconnect after a disconnect',
    async () => {
      await fc.assert(
        fc.asyncProperty(actions, async (all) => {
          const tabs = await performAll(all);
          expect(tabs.violations).toEqual([]);
          await tabs.disconnectAll();
          expect(tabs.violations).toEqual([]);
          expect(tabs.statuses).toEqual(['disconnected', 'disconnected', 'disconnected', 'disconnected']);
          expect(tabs.wallets.map(({ listeners }) => listeners)).toEqual([0, 0, 0, 0]);
          for (const each of tabs.wallets) each.unlock();
          expect(tabs.statuses).not.toContain('connected');
        }),
      );
    },
    TIMEOUT_MS,
  );

  it(
    'leave no listener or timer after closing',
    async () => {
      await fc.assert(
        fc.asyncProperty(actions, async (all) => {
          const tabs = await performAll(all);
          await tabs.close();
          for (const each of tabs.wallets) each.release();
          await tabs.close();
          expect(tabs.wallets.map(({ listeners }) => listeners)).toEqual([0, 0, 0, 0]);
          expect(tabs.timers).toBe(0);
          expect(tabs.statuses).toEqual(['disconnected', 'disconnected', 'disconnected', 'disconnected']);
        }),
      );
    },
    TIMEOUT_MS,
  );

  it(
    'have the same states of one namespace with and without actions on the other',
    async () => {
      await fc.assert(
        fc.asyncProperty(actions, fc.constantFrom(...TWO_NAMESPACES), async (all, watched) => {
          const concerns = (each: TabsAction): boolean => each.ns === null || each.ns === watched;
          const [together, alone] = [await performAll(all), await performAll(all.filter(concerns))];
          expect(together.traces[watched]).toEqual(alone.traces[watched]);
        }),
      );
    },
    TIMEOUT_MS,
  );
});
