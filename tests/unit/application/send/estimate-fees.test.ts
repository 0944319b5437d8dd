import { describe, expect, it } from 'vitest';
import { ADDRESS, connectedWorld, EVM_WALLET, record, settled } from '../support/world.js';

const TO = '0x2222222222222222222222222222222222222222';
const RICH = { evm: { balances: { [ADDRESS]: 10n } } };

describe('EstimateFees', () => {
  it('gives the quotes of the chain, the slowest first, and asks no wallet', async () => {
    const here = await connectedWorld(RICH);
    here.chain.fakeServices.fee = 2n;
    const run = await settled(record(here.useCases.estimateFees.execute({ to: TO, value: 3n })));
    expect(run.values[0]).toEqual({ status: 'pending', step: 'working' });
    expect(run.values.at(-1)).toMatchObject({
      status: 'success',
      data: [
        { speed: 'slow', fee: 2n, maxFee: 4n },
        { speed: 'normal', fee: 4n },
        { speed: 'fast', fee: 6n },
      ],
    });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('says what could not be sent: no address, no amount, no coins for the fee', async () => {
    const here = await connectedWorld({ evm: {} });
    const codes = await Promise.all(
      [
        { to: '0x22', value: 3n },
        { to: TO, value: 0n },
        { to: TO, value: 3n },
      ].map(async (input) => {
        const run = await settled(record(here.useCases.estimateFees.execute(input)));
        const last = run.values.at(-1);
        return last?.status === 'error' ? last.error.code : last?.status;
      }),
    );
    expect(codes).toEqual(['address/invalid', 'send/invalid-amount', 'send/insufficient-fee-funds']);
  });

  it('says that a chain without fees to tell cannot do it', async () => {
    const here = await connectedWorld(RICH);
    here.chain.fakeServices.offered = {};
    const run = await settled(record(here.useCases.estimateFees.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'chain/unsupported', context: { chainId: 'eip155:1' } } });
  });
});
