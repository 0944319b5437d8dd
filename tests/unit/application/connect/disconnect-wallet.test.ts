import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import {
  account,
  connect,
  connectedWorld,
  EVM_WALLET,
  record,
  released,
  SOLANA,
  SOLANA_WALLET,
  settled,
  status,
  type World,
  world,
} from '../support/world.js';

const start = ({ useCases }: World, namespace?: 'eip155' | 'solana' | 'polkadot') =>
  record(useCases.disconnectWallet.execute(namespace === undefined ? {} : { namespace }));

/** Both namespaces connected, by default with wallets of their own. */
const bothConnected = async (evm: FakeWalletInit = { id: EVM_WALLET }, sol: FakeWalletInit = { id: SOLANA_WALLET }): Promise<World> => {
  const here = world({ evm: { wallets: [evm] }, solana: { wallets: [{ chainId: SOLANA, ...sol }] } });
  await connect(here, 'eip155', evm.id);
  await connect(here, 'solana', sol.id);
  return here;
};

/** Both namespaces connected with one wallet, which can only leave with both. */
const oneForBoth = async (): Promise<World> => {
  const here = await bothConnected({ id: 'app.both' }, { id: 'app.both' });
  const provider = {};
  for (const namespace of ['eip155', 'solana'] as const)
    Object.assign(here.connections.requireSession(namespace), { provider, endsAllNamespaces: true });
  return here;
};

let here: World;
beforeEach(async () => {
  here = await connectedWorld();
});

describe('DisconnectWallet', () => {
  it('is disconnected at once, then has the wallet forget the site', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    const run = start(here);
    expect(status(here)).toBe('disconnected');
    expect(account(here)).toMatchObject({ isConnected: false, address: undefined, allAccounts: [] });
    expect(wallet.listeners).toBe(0);
    await settle();
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: ['eip155', 'solana'] },
    ]);
    expect(run.end).toBe('complete');
    expect(wallet.connected).toBe(false);
    expect(here.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'all' } });
    expect(here.clock.pending).toBe(0);
  });

  it('disconnects all namespaces and forgets all of them', async () => {
    here = await bothConnected();
    await settled(start(here));
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect([here.memory.connectorOf('eip155'), here.memory.connectorOf('solana')]).toEqual([null, null]);
    expect(here.storage.get('@latchkey/connection_status')).toBe('disconnected');
  });

  it('disconnects one namespace and leaves the other as it is', async () => {
    here = await bothConnected();
    const before = here.connections.state.namespaces.solana;
    const run = await settled(start(here, 'eip155'));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['eip155'] });
    expect(here.connections.state.namespaces.solana).toBe(before);
    expect(here.memory.connectorOf('solana')).toBe(SOLANA_WALLET);
    expect(here.solana.wallet(SOLANA_WALLET).count('disconnect')).toBe(0);
    expect(here.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } });
  });

  it.each([
    ['walletConnect', 'WALLET_CONNECT'],
    ['ID_AUTH', 'AUTH'],
  ] as const)('takes the namespaces along that hang on the same %s session', async (id, type) => {
    here = await bothConnected({ id, type }, { id, type });
    const run = await settled(start(here, 'solana'));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['eip155', 'solana'] });
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect(here.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'solana' } });
  });

  it('leaves a namespace alone that is connected with an installed wallet of the same id', async () => {
    here = await bothConnected({ id: 'app.both' }, { id: 'app.both' });
    await settled(start(here, 'solana'));
    expect([status(here), status(here, 'solana')]).toEqual(['connected', 'disconnected']);
  });

  it('does not tell a wallet that would leave with all namespaces before the last of them is disconnected', async () => {
    here = await oneForBoth();
    const told = () => [here.chain.wallet('app.both').count('disconnect'), here.solana.wallet('app.both').count('disconnect')];
    await settled(start(here, 'solana'));
    expect([status(here), status(here, 'solana'), here.memory.connectorOf('solana')]).toEqual(['connected', 'disconnected', null]);
    expect(told()).toEqual([0, 0]);
    await settled(start(here, 'eip155'));
    expect(told()).toEqual([1, 0]);
  });

  it('tells such a wallet when all namespaces are disconnected at once', async () => {
    here = await oneForBoth();
    await settled(start(here));
    expect(here.chain.wallet('app.both').count('disconnect') + here.solana.wallet('app.both').count('disconnect')).toBe(2);
  });

  it.each(['fail', 'reject', 'lost', 'garbage', new TypeError('bug')] as const satisfies readonly FakeAnswer[])(
    'says "Failed to disconnect" when the wallet answers with %s, and is disconnected all the same',
    async (answer) => {
      here.chain.wallet(EVM_WALLET).next('disconnect', answer);
      const run = await settled(start(here, 'eip155'));
      expect(run.values.at(-1)).toMatchObject({
        status: 'error',
        error: { code: 'connection/disconnect-failed', message: 'Failed to disconnect', context: { namespaces: ['eip155'] } },
      });
      expect(run.end).toBe('complete');
      expect(status(here)).toBe('disconnected');
      expect(here.memory.connectorOf('eip155')).toBeNull();
      expect(here.tracked.at(-1)).toEqual({ event: 'DISCONNECT_ERROR', properties: { message: 'Failed to disconnect' } });
      expect(here.logger.messages('warn')).toEqual(['The eip155 wallet did not confirm that it forgot this site']);
    },
  );

  it('disconnects the others when one wallet fails, and names only that one', async () => {
    here = await bothConnected();
    here.chain.wallet(EVM_WALLET).next('disconnect', 'fail');
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({ error: { context: { namespaces: ['eip155'] } } });
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect(here.solana.wallet(SOLANA_WALLET).connected).toBe(false);
  });

  it('is content with a wallet that cannot forget', async () => {
    here.chain.wallet(EVM_WALLET).next('disconnect', 'unsupported');
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('waits 10 s for a wallet that does not answer, withdraws the question and ignores what comes later', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    const ask = vi.spyOn(wallet, 'ask');
    wallet.next('disconnect', 'late');
    const run = start(here);
    await here.clock.run(9_999);
    expect(run.values).toHaveLength(1);
    expect(ask.mock.calls[0]?.[2].aborted).toBe(false);
    await here.clock.run(1);
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/disconnect-failed' } });
    expect(ask.mock.calls[0]?.[2].aborted).toBe(true);
    await released(wallet);
    expect(run.values).toHaveLength(2);
    expect(here.clock.pending).toBe(0);
  });

  it('succeeds where nothing is connected', async () => {
    here = world();
    const run = await settled(start(here));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['eip155', 'solana'] });
  });

  it('reports a disconnect only where something was connected or under way', async () => {
    here = world();
    await settled(start(here));
    expect(here.tracked.map(({ event }) => event)).not.toContain('DISCONNECT_SUCCESS');
    here.chain.wallet(EVM_WALLET).next('connect', 'late');
    record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settled(start(here));
    expect(here.tracked.map(({ event }) => event)).toContain('DISCONNECT_SUCCESS');
  });

  it('succeeds for a namespace that is not configured', async () => {
    const run = await settled(start(world(), 'polkadot'));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: [] });
  });

  it('still has the wallet forget the site when the view that asked leaves, as it does when nothing is connected', async () => {
    const run = start(here);
    run.cancel();
    await settle();
    expect(here.chain.wallet(EVM_WALLET).connected).toBe(false);
    expect(here.tracked.at(-1)).toEqual({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'all' } });
    expect(here.logger.entries).toEqual([]);
  });

  it('ends what a person is being asked: a later approval connects nothing', async () => {
    here = world();
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('connect', 'late');
    const attempt = record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    start(here);
    expect(status(here)).toBe('disconnected');
    await released(wallet);
    expect(status(here)).toBe('disconnected');
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(here.memory.connectorOf('eip155')).toBeNull();
    expect(wallet.listeners).toBe(0);
    expect(here.tracked.map(({ event }) => event)).toEqual(['DISCONNECT_SUCCESS']);
  });

  it('stops listening to a wallet that is locked: unlocking it connects nothing', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.lock();
    await settled(start(here));
    wallet.unlock();
    expect(status(here)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
  });

  it('leaves nothing behind when a watcher disconnects at the moment of connecting', async () => {
    here = world();
    here.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session != null) start(here);
    });
    const attempt = await settled(record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(status(here)).toBe('disconnected');
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(here.memory.connectorOf('eip155')).toBeNull();
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('lets a watcher connect anew at the moment of disconnecting', async () => {
    const again = here.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session !== null || namespaces.eip155.attempt !== null) return;
      again.unsubscribe();
      record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    });
    here.chain.wallet(EVM_WALLET).next('disconnect', 'unsupported');
    start(here);
    expect(status(here)).toBe('connecting');
    await settle();
    expect(status(here)).toBe('connected');
  });

  it('leaves no timer when the client is disposed of while a wallet is silent', async () => {
    here.chain.wallet(EVM_WALLET).next('disconnect', 'never');
    start(here);
    expect(here.clock.pending).toBe(1);
    here.connections.dispose();
    await settle();
    expect(here.clock.pending).toBe(0);
  });
});
