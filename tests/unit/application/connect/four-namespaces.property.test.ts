import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAMESPACES } from '../../../../domain/caip/namespace.js';
import { connectedNamespacesOf } from '../../../../domain/connection/connection-views.js';
import { FourChains, type FourChainsAction } from '../support/four-chains.js';

const ns = fc.constantFrom(...NAMESPACES);
const pick = fc.nat(1);
const response = fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const, 'late' as const);

/** Any action; connecting is more frequent than the others. */
const action: fc.Arbitrary<FourChainsAction> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), ns, response }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('connect-all' as const), response: fc.constantFrom('approve' as const, 'reject' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disconnect' as const), ns }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('network' as const, 'account' as const), ns, pick, response }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('namespace' as const, 'sign' as const, 'release' as const, 'lock' as const, 'unlock' as const),
      ns,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign-active' as const), ns }) },
);

/** Generous, because CPU cores may be busy with other tests. */
const TIMEOUT_MS = 120_000;

describe('four namespaces, in any order of connecting, switching and disconnecting', () => {
  it(
    'never send a chain to a wallet of another namespace and never change each other',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 30, size: 'max' }), async (all) => {
          const four = new FourChains();
          for (const each of all) await four.perform(each);
          expect(four.violations).toEqual([]);
        }),
      );
    },
    TIMEOUT_MS,
  );

  it('are all connected by one run, each with requests of its own namespace', async () => {
    const four = new FourChains();
    await four.perform({ do: 'connect-all', response: 'approve' });
    expect(connectedNamespacesOf(four.connections.state)).toEqual(NAMESPACES);
    for (const each of NAMESPACES) {
      await four.perform({ do: 'namespace', ns: each });
      await four.perform({ do: 'sign-active', ns: each });
      await four.perform({ do: 'disconnect', ns: each });
    }
    expect(four.violations).toEqual([]);
    expect(connectedNamespacesOf(four.connections.state)).toEqual([]);
  });
});
