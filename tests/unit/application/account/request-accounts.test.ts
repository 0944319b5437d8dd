import { describe, expect, it } from 'vitest';
import {
  account,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  releaseResponses,
  settled,
} from '../support/client-fixture.js';

describe('ChooseAccounts', () => {
  it('sends one request and uses the accounts that are shared afterwards', async () => {
    const fixture = await connectedFixture();
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('requestPermissions', 'late');
    const run = await settled(record(fixture.useCases.requestAccounts.execute()));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    const chosen = `0x${'7'.repeat(40)}`;
    // A wallet that emits no event.
    wallet.accounts = [{ namespace: 'eip155', address: chosen, type: 'eoa' }, ...wallet.accounts];
    await releaseResponses(wallet);
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(account(fixture).address).toBe(chosen);
    expect(wallet.count('requestPermissions')).toBe(1);
  });

  it('changes nothing on a rejection', async () => {
    const fixture = await connectedFixture();
    fixture.chain.wallet(EVM_WALLET).next('requestPermissions', 'reject');
    const before = fixture.connections.state;
    const run = await settled(record(fixture.useCases.requestAccounts.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(fixture.connections.state).toBe(before);
  });

  it('fails for other namespaces and without a connection', async () => {
    const fixture = clientFixture();
    await connect(fixture, 'solana');
    const outcome = async (namespace: 'eip155' | 'solana') => {
      const run = await settled(record(fixture.useCases.requestAccounts.execute({ namespace })));
      return run.values.at(-1);
    };
    expect(await outcome('solana')).toMatchObject({ status: 'error', error: { code: 'wallet/unsupported-method' } });
    expect(await outcome('eip155')).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });
});
