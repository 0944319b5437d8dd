import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import { ADDRESS, account, connect, connectedWorld, EVM_WALLET, record, SOLANA, world } from '../support/world.js';

describe('WatchAccount', () => {
  it('gives an empty account at once where nothing is connected', () => {
    const here = world();
    expect(record(here.useCases.watchAccount.execute()).values).toEqual([accountOf(here.connections.state)]);
    expect(here.useCases.watchAccount.current()).toEqual(accountOf(here.connections.state));
    expect(account(here)).toMatchObject({ isConnected: false, address: undefined, allAccounts: [], status: 'disconnected' });
  });

  it('follows a connection step by step', async () => {
    const here = world();
    const seen = record(here.useCases.watchAccount.execute());
    await connect(here);
    expect(seen.values.map(({ status, address }) => [status, address])).toEqual([
      ['disconnected', undefined],
      ['connecting', undefined],
      ['connected', ADDRESS],
    ]);
  });

  it('follows the active namespace by default', async () => {
    const here = await connectedWorld();
    const seen = record(here.useCases.watchAccount.execute());
    await connect(here, 'solana');
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    expect(seen.values.map(({ caipAddress }) => caipAddress)).toEqual([
      `eip155:1:${ADDRESS}`,
      `${SOLANA}:${ADDRESS}`,
      `eip155:1:${ADDRESS}`,
    ]);
  });

  it('is silent about other namespaces and about what is not the account', async () => {
    const here = await connectedWorld();
    const seen = record(here.useCases.watchAccount.execute({ namespace: 'eip155' }));
    await connect(here, 'solana');
    here.connections.dispatch({ type: 'initialized' });
    here.connections.dispatch({ type: 'pairing-changed', pairing: { buffering: true } });
    expect(seen.values).toHaveLength(1);
  });

  it('shows a balance and details as soon as they are known', async () => {
    const here = await connectedWorld();
    const seen = record(here.useCases.watchAccount.execute());
    here.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileName: 'ann.example' } });
    expect(seen.values.at(-1)).toMatchObject({ profileName: 'ann.example', connectorId: EVM_WALLET });
  });

  it('gives an empty account for a namespace that is not configured', () => {
    expect(record(world().useCases.watchAccount.execute({ namespace: 'bip122' })).values).toMatchObject([
      { namespace: 'bip122', isConnected: false, status: 'disconnected' },
    ]);
    expect(world().useCases.watchAccount.current({ namespace: 'bip122' })).toMatchObject({ namespace: 'bip122', isConnected: false });
  });
});
