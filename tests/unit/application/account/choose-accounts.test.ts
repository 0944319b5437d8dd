import { describe, expect, it } from 'vitest';
import { account, connect, connectedWorld, EVM_WALLET, record, released, settled, world } from '../support/world.js';

describe('choosing in the wallet which accounts are shared', () => {
  it('asks the wallet once and takes over what it shares then', async () => {
    const here = await connectedWorld();
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('requestPermissions', 'late');
    const run = await settled(record(here.useCases.chooseAccounts.execute()));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    const chosen = `0x${'7'.repeat(40)}`;
    // A wallet that says nothing by itself.
    wallet.accounts = [{ namespace: 'eip155', address: chosen, type: 'eoa' }, ...wallet.accounts];
    await released(wallet);
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(account(here).address).toBe(chosen);
    expect(wallet.count('requestPermissions')).toBe(1);
  });

  it('changes nothing when it is declined', async () => {
    const here = await connectedWorld();
    here.chain.wallet(EVM_WALLET).next('requestPermissions', 'reject');
    const before = here.connections.state;
    const run = await settled(record(here.useCases.chooseAccounts.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(here.connections.state).toBe(before);
  });

  it('is no matter of other namespaces, nor of nobody', async () => {
    const here = world();
    await connect(here, 'solana');
    const outcome = async (namespace: 'eip155' | 'solana') => {
      const run = await settled(record(here.useCases.chooseAccounts.execute({ namespace })));
      return run.values.at(-1);
    };
    expect(await outcome('solana')).toMatchObject({ status: 'error', error: { code: 'wallet/unsupported-method' } });
    expect(await outcome('eip155')).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });
});
