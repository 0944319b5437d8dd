import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import { ADDRESS, account, clientFixture, connect, connectedFixture, EVM_WALLET, record, SOLANA } from '../support/client-fixture.js';

describe('WatchAccount', () => {
  it('emits an empty account immediately without a connection', () => {
    const fixture = clientFixture();
    expect(record(fixture.useCases.watchAccount.execute()).values).toEqual([accountOf(fixture.connections.state)]);
    expect(fixture.useCases.watchAccount.current()).toEqual(accountOf(fixture.connections.state));
    expect(account(fixture)).toMatchObject({ isConnected: false, address: undefined, allAccounts: [], status: 'disconnected' });
  });

  it('emits each step of a connection', async () => {
    const fixture = clientFixture();
    const run = record(fixture.useCases.watchAccount.execute());
    await connect(fixture);
    expect(run.values.map(({ status, address }) => [status, address])).toEqual([
      ['disconnected', undefined],
      ['connecting', undefined],
      ['connected', ADDRESS],
    ]);
  });

  it('follows the active namespace by default', async () => {
    const fixture = await connectedFixture();
    const run = record(fixture.useCases.watchAccount.execute());
    await connect(fixture, 'solana');
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    expect(run.values.map(({ caipAddress }) => caipAddress)).toEqual([
      `eip155:1:${ADDRESS}`,
      `${SOLANA}:${ADDRESS}`,
      `eip155:1:${ADDRESS}`,
    ]);
  });

  it('does not emit changes of other namespaces or unrelated state', async () => {
    const fixture = await connectedFixture();
    const run = record(fixture.useCases.watchAccount.execute({ namespace: 'eip155' }));
    await connect(fixture, 'solana');
    fixture.connections.dispatch({ type: 'initialized' });
    fixture.connections.dispatch({ type: 'pairing-changed', pairing: { buffering: true } });
    expect(run.values).toHaveLength(1);
  });

  it('emits balance and details once they are loaded', async () => {
    const fixture = await connectedFixture();
    const run = record(fixture.useCases.watchAccount.execute());
    fixture.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileName: 'ann.example' } });
    expect(run.values.at(-1)).toMatchObject({ profileName: 'ann.example', connectorId: EVM_WALLET });
  });

  it('emits an empty account for a namespace that is not configured', () => {
    expect(record(clientFixture().useCases.watchAccount.execute({ namespace: 'bip122' })).values).toMatchObject([
      { namespace: 'bip122', isConnected: false, status: 'disconnected' },
    ]);
    expect(clientFixture().useCases.watchAccount.current({ namespace: 'bip122' })).toMatchObject({
      namespace: 'bip122',
      isConnected: false,
    });
  });
});
