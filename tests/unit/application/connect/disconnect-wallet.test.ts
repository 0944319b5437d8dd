import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import {
  account,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  releaseResponses,
  SOLANA,
  SOLANA_WALLET,
  settled,
  status,
} from '../support/client-fixture.js';

const start = ({ useCases }: ClientFixture, namespace?: 'eip155' | 'solana' | 'polkadot') =>
  record(useCases.disconnectWallet.execute(namespace === undefined ? {} : { namespace }));

/** Both namespaces connected, by default with different wallets. */
const bothConnected = async (
  evm: FakeWalletInit = { id: EVM_WALLET },
  solana: FakeWalletInit = { id: SOLANA_WALLET },
): Promise<ClientFixture> => {
  const fixture = clientFixture({ evm: { wallets: [evm] }, solana: { wallets: [{ chainId: SOLANA, ...solana }] } });
  await connect(fixture, 'eip155', evm.id);
  await connect(fixture, 'solana', solana.id);
  return fixture;
};

/** Both namespaces connected with one wallet that can only disconnect both. */
const sharedWalletFixture = async (): Promise<ClientFixture> => {
  const fixture = await bothConnected({ id: 'app.both' }, { id: 'app.both' });
  const provider = {};
  for (const namespace of ['eip155', 'solana'] as const)
    Object.assign(fixture.connections.requireSession(namespace), { provider, canOnlyDisconnectAll: true });
  return fixture;
};

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture();
});

describe('DisconnectWallet', () => {
  it('disconnects immediately, then notifies the wallet', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    const run = start(fixture);
    expect(status(fixture)).toBe('disconnected');
    expect(account(fixture)).toMatchObject({ isConnected: false, address: undefined, allAccounts: [] });
    expect(wallet.listeners).toBe(0);
    await flushPromises();
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: ['eip155', 'solana'] },
    ]);
    expect(run.end).toBe('complete');
    expect(wallet.connected).toBe(false);
    expect(fixture.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'all' } });
    expect(fixture.clock.pending).toBe(0);
  });

  it('disconnects all namespaces and deletes their stored connections', async () => {
    fixture = await bothConnected();
    await settled(start(fixture));
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect([fixture.connectionRepository.connectorIdOf('eip155'), fixture.connectionRepository.connectorIdOf('solana')]).toEqual([
      null,
      null,
    ]);
    expect(fixture.storage.get('@latchkey/connection_status')).toBe('disconnected');
  });

  it('disconnects one namespace without affecting the other', async () => {
    fixture = await bothConnected();
    const before = fixture.connections.state.namespaces.solana;
    const run = await settled(start(fixture, 'eip155'));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['eip155'] });
    expect(fixture.connections.state.namespaces.solana).toBe(before);
    expect(fixture.connectionRepository.connectorIdOf('solana')).toBe(SOLANA_WALLET);
    expect(fixture.solana.wallet(SOLANA_WALLET).count('disconnect')).toBe(0);
    expect(fixture.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } });
  });

  it.each([
    ['walletConnect', 'WALLET_CONNECT'],
    ['ID_AUTH', 'AUTH'],
  ] as const)('also disconnects the namespaces of the same %s session', async (id, type) => {
    fixture = await bothConnected({ id, type }, { id, type });
    const run = await settled(start(fixture, 'solana'));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['eip155', 'solana'] });
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect(fixture.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'solana' } });
  });

  it('does not disconnect a namespace of an installed wallet with the same id', async () => {
    fixture = await bothConnected({ id: 'app.both' }, { id: 'app.both' });
    await settled(start(fixture, 'solana'));
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['connected', 'disconnected']);
  });

  it('notifies a wallet that can only disconnect all namespaces after the last one is disconnected', async () => {
    fixture = await sharedWalletFixture();
    const disconnectCounts = () => [
      fixture.chain.wallet('app.both').count('disconnect'),
      fixture.solana.wallet('app.both').count('disconnect'),
    ];
    await settled(start(fixture, 'solana'));
    expect([status(fixture), status(fixture, 'solana'), fixture.connectionRepository.connectorIdOf('solana')]).toEqual([
      'connected',
      'disconnected',
      null,
    ]);
    expect(disconnectCounts()).toEqual([0, 0]);
    await settled(start(fixture, 'eip155'));
    expect(disconnectCounts()).toEqual([1, 0]);
  });

  it('notifies such a wallet when all namespaces are disconnected at once', async () => {
    fixture = await sharedWalletFixture();
    await settled(start(fixture));
    expect(fixture.chain.wallet('app.both').count('disconnect') + fixture.solana.wallet('app.both').count('disconnect')).toBe(2);
  });

  it.each(['fail', 'reject', 'lost', 'garbage', new TypeError('bug')] as const satisfies readonly FakeResponse[])(
    'fails with "Failed to disconnect" on the wallet response %s, but is disconnected',
    async (response) => {
      fixture.chain.wallet(EVM_WALLET).next('disconnect', response);
      const run = await settled(start(fixture, 'eip155'));
      expect(run.values.at(-1)).toMatchObject({
        status: 'error',
        error: { code: 'connection/disconnect-failed', message: 'Failed to disconnect', context: { namespaces: ['eip155'] } },
      });
      expect(run.end).toBe('complete');
      expect(status(fixture)).toBe('disconnected');
      expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
      expect(fixture.tracked.at(-1)).toEqual({ event: 'DISCONNECT_ERROR', properties: { message: 'Failed to disconnect' } });
      expect(fixture.logger.messages('warn')).toEqual(['The eip155 wallet did not confirm the disconnection']);
    },
  );

  it('disconnects the others when one wallet fails, and reports only that one', async () => {
    fixture = await bothConnected();
    fixture.chain.wallet(EVM_WALLET).next('disconnect', 'fail');
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({ error: { context: { namespaces: ['eip155'] } } });
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect(fixture.solana.wallet(SOLANA_WALLET).connected).toBe(false);
  });

  it('succeeds with a wallet that does not support disconnecting', async () => {
    fixture.chain.wallet(EVM_WALLET).next('disconnect', 'unsupported');
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('aborts the request to an unresponsive wallet after 10 s and ignores a late response', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    const handle = vi.spyOn(wallet, 'handle');
    wallet.next('disconnect', 'late');
    const run = start(fixture);
    await fixture.clock.run(9_999);
    expect(run.values).toHaveLength(1);
    expect(handle.mock.calls[0]?.[2].aborted).toBe(false);
    await fixture.clock.run(1);
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/disconnect-failed' } });
    expect(handle.mock.calls[0]?.[2].aborted).toBe(true);
    await releaseResponses(wallet);
    expect(run.values).toHaveLength(2);
    expect(fixture.clock.pending).toBe(0);
  });

  it('succeeds if nothing is connected', async () => {
    fixture = clientFixture();
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['eip155', 'solana'] });
  });

  it('tracks a disconnect only if there was a connection or a pending attempt', async () => {
    fixture = clientFixture();
    await settled(start(fixture));
    expect(fixture.tracked.map(({ event }) => event)).not.toContain('DISCONNECT_SUCCESS');
    fixture.chain.wallet(EVM_WALLET).next('connect', 'late');
    record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settled(start(fixture));
    expect(fixture.tracked.map(({ event }) => event)).toContain('DISCONNECT_SUCCESS');
  });

  it('succeeds for a namespace that is not configured', async () => {
    const run = await settled(start(clientFixture(), 'polkadot'));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: [] });
  });

  it('still notifies the wallet when the calling view unsubscribes', async () => {
    const run = start(fixture);
    run.cancel();
    await flushPromises();
    expect(fixture.chain.wallet(EVM_WALLET).connected).toBe(false);
    expect(fixture.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'all' } });
    expect(fixture.logger.entries).toEqual([]);
  });

  it('ends a pending attempt: a later approval does not connect', async () => {
    fixture = clientFixture();
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('connect', 'late');
    const attempt = record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    start(fixture);
    expect(status(fixture)).toBe('disconnected');
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('disconnected');
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
    expect(wallet.listeners).toBe(0);
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['DISCONNECT_SUCCESS']);
  });

  it('stops listening to a locked wallet: unlocking it does not reconnect', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.lock();
    await settled(start(fixture));
    wallet.unlock();
    expect(status(fixture)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
  });

  it('leaves nothing behind when a subscriber disconnects on the connected state', async () => {
    fixture = clientFixture();
    fixture.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session != null) start(fixture);
    });
    const attempt = await settled(record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(status(fixture)).toBe('disconnected');
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
    expect(fixture.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('lets a subscriber connect again on the disconnected state', async () => {
    const again = fixture.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session !== null || namespaces.eip155.attempt !== null) return;
      again.unsubscribe();
      record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    });
    fixture.chain.wallet(EVM_WALLET).next('disconnect', 'unsupported');
    start(fixture);
    expect(status(fixture)).toBe('connecting');
    await flushPromises();
    expect(status(fixture)).toBe('connected');
  });

  it('leaves no timer when the client is disposed while a wallet does not respond', async () => {
    fixture.chain.wallet(EVM_WALLET).next('disconnect', 'never');
    start(fixture);
    expect(fixture.clock.pending).toBe(1);
    fixture.connections.dispose();
    await flushPromises();
    expect(fixture.clock.pending).toBe(0);
  });
});
