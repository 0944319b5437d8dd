import { describe, expect, it } from 'vitest';
import { connect, connectedWorld, EVM_WALLET, record, SOLANA_WALLET, settled } from '../support/world.js';

describe('switching to another namespace', () => {
  it('moves the active one, asks no wallet and voids a transfer that is being prepared', async () => {
    const here = await connectedWorld();
    await connect(here, 'solana');
    const before = here.connections.state;
    const asked = [here.chain.wallet(EVM_WALLET), here.solana.wallet(SOLANA_WALLET)].map(({ calls }) => calls.length);
    const run = await settled(record(here.useCases.switchNamespace.execute({ namespace: 'eip155' })));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: 'eip155' });
    expect(here.connections.state).toMatchObject({ activeNamespace: 'eip155', sendEpoch: before.sendEpoch + 1 });
    expect(here.connections.state.namespaces).toBe(before.namespaces);
    expect([here.chain.wallet(EVM_WALLET), here.solana.wallet(SOLANA_WALLET)].map(({ calls }) => calls.length)).toEqual(asked);
  });

  it('is refused for a namespace that is not configured', async () => {
    const here = await connectedWorld();
    const run = await settled(record(here.useCases.switchNamespace.execute({ namespace: 'polkadot' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/adapter-not-found' } });
    expect(here.connections.state.activeNamespace).toBe('eip155');
  });
});
