import { describe, expect, it } from 'vitest';
import { ADDRESS, connectedFixture, EVM_WALLET, record, settled } from '../support/client-fixture.js';

const TO = '0x2222222222222222222222222222222222222222';

const setUp = async () => {
  const fixture = await connectedFixture({ evm: { balances: { [ADDRESS]: 10n } } });
  const last = async (input: { readonly to: string; readonly value: bigint; readonly all?: boolean }) => {
    const run = await settled(record(fixture.useCases.simulateTransaction.execute(input)));
    return run.values.at(-1);
  };
  return { ...fixture, last };
};

describe('SimulateTransaction', () => {
  it('returns the changes that a node expects, without a wallet request', async () => {
    const { last, chain } = await setUp();
    expect(await last({ to: TO, value: 3n })).toEqual({
      status: 'success',
      data: { status: 'done', changes: [{ asset: null, value: -3n }] },
    });
    expect(chain.wallet(EVM_WALLET).transactions).toEqual([]);
  });

  it('returns null where nothing can be simulated: by the chain, by the node, or of everything', async () => {
    const { last, chain } = await setUp();
    expect(await last({ to: TO, value: 3n, all: true })).toEqual({ status: 'success', data: null });
    chain.fakeServices.simulation = null;
    expect(await last({ to: TO, value: 3n })).toEqual({ status: 'success', data: null });
    chain.fakeServices.offered = {};
    expect(await last({ to: TO, value: 3n })).toEqual({ status: 'success', data: null });
  });

  it('validates like sending, and fails with the node', async () => {
    const { last, chain } = await setUp();
    expect(await last({ to: 'nothing', value: 3n })).toMatchObject({ status: 'error', error: { code: 'address/invalid' } });
    chain.reads = 'failed';
    expect(await last({ to: TO, value: 3n })).toMatchObject({ status: 'error', error: { code: 'network/rpc-failed' } });
  });
});
