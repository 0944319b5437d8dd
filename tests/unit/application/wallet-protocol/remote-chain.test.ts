import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { remoteConnector } from '../../../../domain/connection/remote-connector.js';
import type { Network } from '../../../../domain/network/network.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { ADDRESS, EVM_WALLET, record } from '../support/world.js';
import { EVM, type RemoteWorld, remoteWorld, SOLANA_ONLY } from './support/remote-world.js';

const networkOf = (here: RemoteWorld): Network => {
  const network = here.connections.state.namespaces.eip155?.requested[0];
  if (network === undefined) throw new Error('It is configured');
  return network;
};

const request = (here: RemoteWorld, connectorId = 'walletConnect') => ({ connectorId, network: networkOf(here) });

describe('a chain with wallets elsewhere', () => {
  it('adds one connector to those of the chain, and keeps up with them', () => {
    const here = remoteWorld();
    const lists: (readonly string[])[] = [];
    here.remoteEvm.connectors$.subscribe((connectors) => lists.push(connectors.map(({ id }) => id)));
    here.evm.announce({ id: 'late' });
    expect(lists).toEqual([
      [EVM_WALLET, 'walletConnect'],
      [EVM_WALLET, 'late', 'walletConnect'],
    ]);
  });

  it('names that connector after its wallet once it is known, without what a name may not hold', () => {
    expect(remoteConnector('eip155')).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect' });
    expect(remoteConnector('eip155', 'Rain\u202Ebow').name).toBe('Rainbow');
  });

  it('leaves everything else to the chain', async () => {
    const here = remoteWorld();
    here.evm.setBalance(ADDRESS, 7n);
    const session = await here.remoteEvm.connect(request(here, EVM_WALLET), patient());
    expect(session.connector.id).toBe(EVM_WALLET);
    expect((await here.remoteEvm.resume(request(here, EVM_WALLET), patient()))?.connector.id).toBe(EVM_WALLET);
    expect((await here.remoteEvm.getBalance({ address: ADDRESS, network: networkOf(here) }, patient())).value).toBe(7n);
    expect([here.remoteEvm.isAddress(ADDRESS), here.remoteEvm.isAddress('nonsense')]).toEqual([
      here.evm.isAddress(ADDRESS),
      here.evm.isAddress('nonsense'),
    ]);
    expect(here.loading.count).toBe(0);
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
    const connected = codeOf(here.remoteEvm.connect(request(here), patient()));
    await settle();
    const session = new FakeRemoteSession({ namespaces: SOLANA_ONLY });
    here.engine.last.approve(session);
    expect(await connected).toBe('connection/no-accounts');
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
    here.evm.go();
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

  it('waits for a locked wallet of the chain to be unlocked, and for no session that is over', async () => {
    const here = remoteWorld();
    const own = record(here.remoteEvm.sharing('walletConnect'));
    const other = record(here.remoteEvm.sharing(EVM_WALLET));
    const wallet = here.evm.wallet(EVM_WALLET);
    wallet.lock();
    wallet.connected = true;
    wallet.unlock();
    expect([own.values.length, other.values.length]).toEqual([0, 1]);
  });
});
