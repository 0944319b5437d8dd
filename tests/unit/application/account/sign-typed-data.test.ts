import { describe, expect, it } from 'vitest';
import type { TypedData } from '../../../../application/ports/chain.port.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { ADDRESS, connectedWorld, EVM_WALLET, record, type World, world } from '../support/world.js';

const TYPED_DATA: TypedData = {
  domain: { name: 'Mail', chainId: 1 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'Hello' },
};
const start = ({ useCases }: World, namespace?: 'eip155' | 'solana') =>
  record(useCases.signTypedData.execute({ typedData: TYPED_DATA, ...(namespace === undefined ? {} : { namespace }) }));

describe('SignTypedData', () => {
  it('asks nothing before somebody subscribes', async () => {
    const here = await connectedWorld();
    here.useCases.signTypedData.execute({ typedData: TYPED_DATA });
    await settle();
    expect(here.chain.wallet(EVM_WALLET).count('signTypedData')).toBe(0);
  });

  it('asks the connected account once, and gives the signature', async () => {
    const here = await connectedWorld();
    const run = start(here);
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await settle();
    expect(run.values.slice(1)).toEqual([{ status: 'success', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) }]);
    expect(run.end).toBe('complete');
    expect(here.chain.wallet(EVM_WALLET).calls.slice(1)).toEqual([
      { operation: 'signTypedData', input: { account: `eip155:1:${ADDRESS}`, typedData: TYPED_DATA } },
    ]);
  });

  it('says that nothing is connected in another namespace, and asks nobody', async () => {
    const here = await connectedWorld();
    const run = start(here, 'solana');
    await settle();
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected', context: { namespace: 'solana' } } });
    expect(here.chain.wallet(EVM_WALLET).count('signTypedData')).toBe(0);
  });

  it('says that nothing is connected where there is no adapter at all', async () => {
    const run = start(world({ withoutAdapters: true }));
    await settle();
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
  });

  it('is declined once and never repeated', async () => {
    const here = await connectedWorld();
    here.chain.wallet(EVM_WALLET).next('signTypedData', 'reject');
    const run = start(here);
    await here.clock.run(120_000);
    expect(run.values[1]).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(here.chain.wallet(EVM_WALLET).count('signTypedData')).toBe(1);
  });
});
