import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAMESPACES } from '../../../../domain/caip/namespace.js';
import { connectedNamespacesOf } from '../../../../domain/connection/connection-views.js';
import { FourChains, type FourHappening } from '../support/four-chains.js';

const ns = fc.constantFrom(...NAMESPACES);
const pick = fc.nat(1);
const answer = fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const, 'late' as const);

/** Anything that a person or a wallet can do, wishes to connect more often than the rest. */
const happening: fc.Arbitrary<FourHappening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), ns, answer }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('connect-all' as const), answer: fc.constantFrom('approve' as const, 'reject' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disconnect' as const), ns }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('network' as const, 'account' as const), ns, pick, answer }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('namespace' as const, 'sign' as const, 'release' as const, 'lock' as const, 'unlock' as const),
      ns,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign-active' as const), ns }) },
);

/** Two cores may be busy with other tests. */
const PATIENCE_MS = 120_000;

describe('four namespaces, in any order of connecting, switching and disconnecting', () => {
  it(
    'never carry a chain to a wallet of another namespace, and never change one another',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(happening, { maxLength: 30, size: 'max' }), async (all) => {
          const four = new FourChains();
          for (const each of all) await four.play(each);
          expect(four.breaches).toEqual([]);
        }),
      );
    },
    PATIENCE_MS,
  );

  it('are all connected by one wish, and asked in their own names', async () => {
    const four = new FourChains();
    await four.play({ do: 'connect-all', answer: 'approve' });
    expect(connectedNamespacesOf(four.connections.state)).toEqual(NAMESPACES);
    for (const each of NAMESPACES) {
      await four.play({ do: 'namespace', ns: each });
      await four.play({ do: 'sign-active', ns: each });
      await four.play({ do: 'disconnect', ns: each });
    }
    expect(four.breaches).toEqual([]);
    expect(connectedNamespacesOf(four.connections.state)).toEqual([]);
  });
});
