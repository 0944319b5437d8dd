import { describe, expect, it } from 'vitest';
import { ADDRESS, connectedFixture, EVM_WALLET, record, settled } from '../support/client-fixture.js';

const TO = '0x2222222222222222222222222222222222222222';
const FUNDED = { evm: { balances: { [ADDRESS]: 10n } } };

describe('EstimateFees', () => {
  it('returns the quotes of the chain, the slowest first, without a wallet request', async () => {
    const fixture = await connectedFixture(FUNDED);
    fixture.chain.fakeServices.fee = 2n;
    const run = await settled(record(fixture.useCases.estimateFees.execute({ to: TO, value: 3n })));
    expect(run.values[0]).toEqual({ status: 'pending', step: 'working' });
    expect(run.values.at(-1)).toMatchObject({
      status: 'success',
      data: [
        { speed: 'slow', fee: 2n, maxFee: 4n },
        { speed: 'normal', fee: 4n },
        { speed: 'fast', fee: 6n },
      ],
    });
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('fails for an invalid address, an invalid amount and insufficient funds for the fee', async () => {
    const fixture = await connectedFixture({ evm: {} });
    const codes = await Promise.all(
      [
        { to: '0x22', value: 3n },
        { to: TO, value: 0n },
        { to: TO, value: 3n },
      ].map(async (input) => {
        const run = await settled(record(fixture.useCases.estimateFees.execute(input)));
        const last = run.values.at(-1);
        return last?.status === 'error' ? last.error.code : last?.status;
      }),
    );
    expect(codes).toEqual(['address/invalid', 'send/invalid-amount', 'send/insufficient-fee-funds']);
  });

  it('fails on a chain without fee estimates', async () => {
    const fixture = await connectedFixture(FUNDED);
    fixture.chain.fakeServices.offered = {};
    const run = await settled(record(fixture.useCases.estimateFees.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'chain/unsupported', context: { chainId: 'eip155:1' } } });
  });
});
