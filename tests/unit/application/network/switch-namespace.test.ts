import { describe, expect, it } from 'vitest';
import { connect, connectedFixture, EVM_WALLET, record, SOLANA_WALLET, settled } from '../support/client-fixture.js';

describe('SwitchNamespace', () => {
  it('activates the namespace, sends no wallet request and invalidates a transfer in preparation', async () => {
    const fixture = await connectedFixture();
    await connect(fixture, 'solana');
    const before = fixture.connections.state;
    const callCounts = [fixture.chain.wallet(EVM_WALLET), fixture.solana.wallet(SOLANA_WALLET)].map(({ calls }) => calls.length);
    const run = await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'eip155' })));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: 'eip155' });
    expect(fixture.connections.state).toMatchObject({ activeNamespace: 'eip155', sendEpoch: before.sendEpoch + 1 });
    expect(fixture.connections.state.namespaces).toBe(before.namespaces);
    expect([fixture.chain.wallet(EVM_WALLET), fixture.solana.wallet(SOLANA_WALLET)].map(({ calls }) => calls.length)).toEqual(callCounts);
  });

  it('fails for a namespace that is not configured', async () => {
    const fixture = await connectedFixture();
    const run = await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'polkadot' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/adapter-not-found' } });
    expect(fixture.connections.state.activeNamespace).toBe('eip155');
  });
});
