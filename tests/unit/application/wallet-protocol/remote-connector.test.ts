import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { remoteConnector } from '../../../../domain/connection/remote-connector.js';
import { EVM_WALLET, record } from '../support/world.js';
import { BOTH, EVM, remoteWorld, SOLANA_ONLY } from './support/remote-world.js';

const REMOTE = { namespace: 'eip155', connectorId: 'walletConnect' } as const;

describe('a connector to remote wallets', () => {
  it('is listed in each configured namespace whose chain can adopt a session, and keeps up with the other wallets', () => {
    const here = remoteWorld();
    const lists: (readonly string[])[] = [];
    here.watchConnectors.execute().subscribe((connectors) => lists.push(connectors.map(({ namespace, id }) => `${namespace} ${id}`)));
    here.evm.announce({ id: 'late' });
    const [evm, solana] = ['eip155 walletConnect', 'solana walletConnect'];
    expect(lists).toEqual([
      [`eip155 ${EVM_WALLET}`, evm, solana],
      [`eip155 ${EVM_WALLET}`, 'eip155 late', evm, solana],
    ]);
  });

  it('names that connector after its wallet once it is known, without what a name may not hold', () => {
    expect(remoteConnector('eip155')).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect' });
    expect(remoteConnector('eip155', 'Rain\u202Ebow').name).toBe('Rainbow');
  });

  it('leaves the other wallets to the chain', async () => {
    const here = remoteWorld();
    record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settle();
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(here.loading.count).toBe(0);
  });

  it('pairs when it is connected directly, for that namespace only', async () => {
    const here = remoteWorld();
    const run = record(here.connectWallet.execute(REMOTE));
    expect(here.pairing().status).toBe('connecting');
    await settle();
    here.engine.last.approve(new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } }));
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { namespace: 'eip155' } });
    expect([here.session('eip155')?.connector.name, here.session('solana')]).toEqual(['Phone', null]);
  });

  it('connects with a session that is given, in each namespace that it allows, without pairing', async () => {
    const here = remoteWorld();
    const session = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });
    here.engine.stored = session;
    const run = record(here.connectWallet.execute({ ...REMOTE, namespace: 'solana', session: Promise.resolve(session) }));
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { namespace: 'solana' } });
    expect(here.session('solana')?.connector.name).toBe('Phone');
    expect(here.engine.pairings).toEqual([]);
  });

  it('keeps a session that is given once more to the namespace that uses it', async () => {
    const here = remoteWorld();
    const session = await here.paired();
    record(here.connectWallet.execute({ ...REMOTE, session: Promise.resolve(session) }));
    await settle();
    expect([session.live, here.session('eip155')?.connector.name]).toEqual([true, 'Phone']);
  });

  it('gives the chain the session, the configured networks and the wallet by its own name', async () => {
    const here = remoteWorld();
    const session = await here.paired();
    const [adoption] = here.evm.adoptions;
    expect(adoption).toMatchObject({ connector: { id: 'walletConnect', name: 'Phone' }, network: { caipNetworkId: 'eip155:1' } });
    expect(adoption?.remote).toBe(session);
    expect(adoption?.networks().map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1', 'eip155:137']);
  });

  it('fails, and ends the session for the wallet, when that shares no account of the namespace', async () => {
    const here = remoteWorld();
    const run = record(here.connectWallet.execute(REMOTE));
    await settle();
    const session = new FakeRemoteSession({ namespaces: SOLANA_ONLY });
    here.engine.last.approve(session);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(session.disconnections).toBe(1);
  });

  it('ends the session for the wallet when the person has left meanwhile', async () => {
    const here = remoteWorld();
    here.evm.slow = true;
    const run = record(here.pairWallet.execute());
    await settle();
    const session = new FakeRemoteSession({ namespaces: EVM });
    here.engine.last.approve(session);
    await settle();
    run.cancel();
    here.evm.goOn();
    await settle();
    expect(session.disconnections).toBe(1);
    expect(here.session('eip155')).toBeNull();
  });

  it('takes the session of an earlier page up without pairing', async () => {
    const here = remoteWorld();
    here.memory.remember('eip155', 'walletConnect');
    here.engine.stored = new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } });
    record(here.reconnectWallets.execute());
    await settle();
    expect(here.session('eip155')?.connector.name).toBe('Phone');
    expect(here.connections.state.namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);
    expect(here.engine.pairings).toEqual([]);
  });

  it.each([
    ['is over', null],
    ['shares nothing of the namespace any more', new FakeRemoteSession({ namespaces: SOLANA_ONLY })],
  ])('forgets a session that %s, so that the next page need not look', async (_, stored) => {
    const here = remoteWorld();
    here.memory.remember('eip155', 'walletConnect');
    here.engine.stored = stored;
    record(here.reconnectWallets.execute());
    await settle();
    expect(here.session('eip155')).toBeNull();
    expect(here.memory.connectorOf('eip155')).toBeNull();
    record(here.reconnectWallets.execute());
    await settle();
    expect(here.loading.count).toBe(1);
  });

  it('remembers a session that could not be looked for', async () => {
    const here = remoteWorld();
    here.memory.remember('eip155', 'walletConnect');
    here.loading.failure = new Error('offline');
    const run = record(here.reconnectWallets.execute());
    await settle();
    expect(run.end).not.toBe('open');
    expect(here.memory.connectorOf('eip155')).toBe('walletConnect');
  });
});
