import { describe, expect, it } from 'vitest';
import type { Eip155Reader } from '../../../../adapters/eip155/nodes/eip155-reader.js';
import { EnsNames } from '../../../../adapters/eip155/viem/ens-names.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { ALICE, testNetwork } from '../support/networks.js';
import { TRAP } from '../support/outcomes.js';

describe('EnsNames', () => {
  it('rejects the look-up of an address without 0x before the node is read', async () => {
    // Any use of the reader throws.
    const names = new EnsNames(TRAP as Eip155Reader, new FakeClock());
    expect(await codeOf(names.lookUp({ address: ALICE.slice(2), network: testNetwork(1) }, neverAborted()))).toBe('address/invalid');
  });
});
