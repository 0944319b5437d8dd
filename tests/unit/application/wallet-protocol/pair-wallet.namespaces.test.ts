import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { NAMESPACES } from '../../../../domain/caip/namespace.js';
import { connectedNamespacesOf } from '../../../../domain/connection/connection-views.js';
import { bitcoin } from '../../../../domain/network/networks/bip122.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../../domain/network/networks/polkadot.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { record } from '../support/world.js';
import { remoteWorld } from './support/remote-world.js';

type Four = (typeof NAMESPACES)[number];

const CHAIN_IDS: Readonly<Record<Four, string>> = {
  eip155: 'eip155:1',
  solana: `solana:${solana.id}`,
  bip122: `bip122:${bitcoin.id}`,
  polkadot: `polkadot:${polkadot.id}`,
};
const ADDRESSES: Readonly<Record<Four, string>> = {
  eip155: '0x1111111111111111111111111111111111111111',
  solana: 'So11111111111111111111111111111111111111112',
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
};

const fourWorld = () => remoteWorld({ options: { networks: [mainnet, solana, bitcoin, polkadot] } });

const sessionOf = (namespaces: readonly Four[]): FakeRemoteSession =>
  new FakeRemoteSession({
    peer: { name: 'Phone' },
    namespaces: Object.fromEntries(
      namespaces.map((namespace) => [
        namespace,
        { accounts: [toAccountId(`${CHAIN_IDS[namespace]}:${ADDRESSES[namespace]}`)], methods: [], events: [] },
      ]),
    ) satisfies SessionNamespaces,
  });

/** Each way to approve a part of four namespaces, or all. */
const SUBSETS = Array.from({ length: 2 ** NAMESPACES.length - 1 }, (_, index) =>
  NAMESPACES.filter((_namespace, position) => (index + 1) & (1 << position)),
);

const approve = async (here: ReturnType<typeof fourWorld>, namespaces: readonly Four[]): Promise<FakeRemoteSession> => {
  const session = sessionOf(namespaces);
  here.engine.stored = session;
  here.engine.last.approve(session);
  await settle();
  return session;
};

describe('one approval', () => {
  it('has fifteen parts of four namespaces to give', () => {
    expect(new Set(SUBSETS.map(String)).size).toBe(15);
  });

  it.each(SUBSETS.map((subset) => [subset.join(' and '), subset] as const))('of %s connects just that', async (_, subset) => {
    const here = fourWorld();
    const run = record(here.pairWallet.execute());
    await settle();
    await approve(here, subset);
    const active = subset.includes('eip155') ? 'eip155' : subset[0];
    expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { namespace: active, isConnected: true } });
    expect(run.end).toBe('complete');
    const { state } = here.connections;
    expect(new Set(connectedNamespacesOf(state))).toEqual(new Set(subset));
    expect(state.activeNamespace).toBe(active);
    expect(here.pairing()).toMatchObject({ status: 'connected', wcUri: undefined });
    // What is not granted is shown wherever something is.
    const missing = NAMESPACES.filter((namespace) => !subset.includes(namespace)).map((namespace) => CHAIN_IDS[namespace]);
    for (const namespace of subset) expect(new Set(state.namespaces[namespace]?.ungranted?.chainIds)).toEqual(new Set(missing));
    expect(NAMESPACES.map((namespace) => here.memory.connectorOf(namespace))).toEqual(
      NAMESPACES.map((namespace) => (subset.includes(namespace) ? 'walletConnect' : null)),
    );
    expect(Object.values(state.namespaces).map(({ attempt }) => attempt)).toEqual([null, null, null, null]);
    expect(here.engine.pairings).toHaveLength(1);
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('is taken up whole where whoever asked leaves as soon as the first is connected, as a view that closes does', async () => {
    const here = fourWorld();
    const run = record(here.pairWallet.execute());
    here.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session != null) queueMicrotask(() => run.cancel());
    });
    await settle();
    await approve(here, NAMESPACES);
    expect(run.values.at(-1)).toMatchObject({ status: 'pending' });
    expect(connectedNamespacesOf(here.connections.state)).toHaveLength(4);
  });

  it('ends for the wallet where it is cancelled before the other namespace is connected', async () => {
    const here = fourWorld();
    const run = record(here.pairWallet.execute());
    here.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.solana?.attempt != null) run.cancel();
    });
    await settle();
    const session = await approve(here, ['solana']);
    expect(session.live).toBe(false);
    expect(connectedNamespacesOf(here.connections.state)).toEqual([]);
    expect(here.pairing().status).toBe('disconnected');
  });

  it('takes no namespace from the wallet that is connected there, and fails where nothing else is approved', async () => {
    const here = fourWorld();
    here.solana.announce({ id: 'com.example.solana', accounts: [ADDRESSES.solana], chainId: CHAIN_IDS.solana });
    record(here.connectWallet.execute({ namespace: 'solana', connectorId: 'com.example.solana' }));
    await settle();
    const run = record(here.pairWallet.execute({ namespace: 'eip155' }));
    await settle();
    const session = await approve(here, ['solana']);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(session.live).toBe(false);
    expect(here.session('solana')?.connector.id).toBe('com.example.solana');
  });
});
