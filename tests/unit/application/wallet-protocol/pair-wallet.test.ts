import { BehaviorSubject, take } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { NAMESPACES } from '../../../../domain/caip/namespace.js';
import { connectedNamespacesOf } from '../../../../domain/connection/connection-views.js';
import type { RecentWallet } from '../../../../domain/connection/recent-wallets.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { bitcoin } from '../../../../domain/network/networks/bip122.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../../domain/network/networks/polkadot.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { EVM_WALLET, record, SOLANA_WALLET, settled } from '../support/client-fixture.js';
import { ADDRESSES } from '../support/four-chains.js';
import { BOTH, EVM, type RemoteFixture, remoteFixture, SOLANA_ONLY } from './support/remote-fixture.js';

const URI = 'wc:topic@2?symKey=secret';
const DISPLAYED = { uri: URI, expiresAt: 1_700_000_240_000 };
const WALLET: RecentWallet = { id: 'w1', name: 'Rainbow', imageId: 'i1' };
const LINK = { href: 'rainbow://', name: 'Rainbow' };
const DEEP_LINK = 'WALLETCONNECT_DEEPLINK_CHOICE';
const RECENT = '@latchkey/recent_wallets';

const stepsOf = (values: readonly { readonly status: string; readonly step?: string }[]): readonly string[] =>
  values.map(({ status, step }) => step ?? status);

let fixture: RemoteFixture;
beforeEach(() => {
  fixture = remoteFixture();
});

describe('PairWallet', () => {
  it('does nothing before it is subscribed, or if the first state is unsubscribed', async () => {
    const before = fixture.connections.state;
    const stream = fixture.pairWallet.execute({ wallet: WALLET });
    await settled(record(stream.pipe(take(1))));
    expect(fixture.connections.state).toBe(before);
    expect(fixture.loading.count).toBe(0);
  });

  it('emits working, scan-uri and working again, and completes with the account', async () => {
    const run = record(fixture.pairWallet.execute());
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(fixture.pairing()).toMatchObject({ status: 'connecting', wcUri: undefined });
    await flushPromises();
    fixture.engine.last.request.onUri(DISPLAYED);
    expect(run.values.at(-1)).toEqual({ status: 'pending', step: 'scan-uri' });
    expect(fixture.pairing()).toMatchObject({ wcUri: URI, wcPairingExpiry: DISPLAYED.expiresAt });
    fixture.engine.last.request.onUri({ uri: `${URI}2`, expiresAt: DISPLAYED.expiresAt + 1 });
    expect(fixture.pairing().wcUri).toBe(`${URI}2`);
    await fixture.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    // Emits `working` while the chain adopts the session.
    expect(stepsOf(run.values)).toEqual(['working', 'scan-uri', 'working', 'success']);
    expect(run.values.at(-1)).toMatchObject({ data: { namespace: 'eip155', isConnected: true } });
    expect(run.end).toBe('complete');
    expect(fixture.pairing()).toMatchObject({ status: 'connected', wcUri: undefined, wcPairingExpiry: undefined, wcError: false });
    expect(fixture.session('eip155')?.connector).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'Phone' });
  });

  it('connects the given namespace', async () => {
    const run = await settled(record(fixture.pairWallet.execute({ namespace: 'solana' })));
    await fixture.approve(new FakeRemoteSession({ namespaces: SOLANA_ONLY }));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: 'solana' } });
    expect(fixture.session('eip155')).toBeNull();
  });

  it.each([
    ['wallet/rejected', new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' })],
    ['pairing/expired', new LatchkeyError('pairing/expired', {})],
    ['relay/unreachable', new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] })],
    ['relay/unauthorized', new LatchkeyError('relay/unauthorized', { reason: 'invalid key' })],
  ] as const)('fails with %s, removes the URI and sets wcError', async (code, error) => {
    const run = await settled(record(fixture.pairWallet.execute()));
    fixture.engine.last.request.onUri(DISPLAYED);
    await fixture.fail(error);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(run.end).toBe('complete');
    expect(fixture.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: true, buffering: false });
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['CONNECT_ERROR']);
    expect(fixture.storage.get('@latchkey/eip155:connected_connector_id')).toBeNull();
  });

  it('clears the previous failure on a retry', async () => {
    await settled(record(fixture.pairWallet.execute()));
    await fixture.fail(new LatchkeyError('pairing/expired', {}));
    record(fixture.pairWallet.execute());
    expect(fixture.pairing()).toMatchObject({ status: 'connecting', wcError: false });
  });

  it('passes a defect to the error channel', async () => {
    const run = await settled(record(fixture.pairWallet.execute()));
    await fixture.fail(new TypeError('bug'));
    expect(run.end).toMatchObject({ defect: expect.any(TypeError) });
  });

  it('withdraws the URI and aborts the engine when cancelled, without an error', async () => {
    const run = await settled(record(fixture.pairWallet.execute()));
    fixture.engine.last.request.onUri(DISPLAYED);
    run.cancel();
    expect(fixture.engine.last.signal.aborted).toBe(true);
    expect(fixture.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: false });
    await flushPromises();
    expect(stepsOf(run.values)).toEqual(['working', 'scan-uri']);
    expect(fixture.tracked).toEqual([]);
    expect(fixture.clock.pending).toBe(0);
  });

  it('does not pair if it is cancelled while the engine loads', async () => {
    await settled(record(fixture.pairWallet.execute()).cancel());
    expect(fixture.engine.pairings).toEqual([]);
    expect(fixture.pairing()).toMatchObject({ status: 'disconnected', wcError: false });
  });

  describe('connected wallet', () => {
    it('is tracked as qrcode with its own name and stored without a deep link', async () => {
      fixture.storage.set(DEEP_LINK, JSON.stringify(LINK));
      await fixture.paired();
      expect(fixture.tracked).toEqual([{ event: 'CONNECT_SUCCESS', properties: { method: 'qrcode', name: 'Phone' } }]);
      expect(fixture.storage.get(DEEP_LINK)).toBeNull();
      expect(fixture.storage.get(RECENT)).toBeNull();
    });

    it('is tracked as mobile after a followed link, and stored with its link', async () => {
      record(fixture.pairWallet.execute({ wallet: WALLET }));
      expect(fixture.pairing().recentWallet).toEqual(WALLET);
      await flushPromises();
      fixture.engine.last.request.onUri(DISPLAYED);
      record(fixture.useCases.followWalletLink.execute({ wallet: WALLET, base: LINK.href, platform: 'mobile' }));
      await fixture.approve(new FakeRemoteSession({ namespaces: EVM }));
      expect(fixture.tracked.filter(({ event }) => event === 'CONNECT_SUCCESS')).toEqual([
        { event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Rainbow' } },
      ]);
      expect(JSON.parse(fixture.storage.get(DEEP_LINK) ?? '')).toEqual(LINK);
      expect(JSON.parse(fixture.storage.get(RECENT) ?? '')).toEqual([WALLET]);
    });

    it('is not stored after a rejection', async () => {
      await settled(record(fixture.pairWallet.execute({ wallet: WALLET })));
      fixture.connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking: LINK } });
      await fixture.fail(new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' }));
      expect([fixture.storage.get(DEEP_LINK), fixture.storage.get(RECENT)]).toEqual([null, null]);
    });

    it('does not keep the wallet of an earlier pairing', () => {
      fixture.connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking: LINK, recentWallet: WALLET } });
      record(fixture.pairWallet.execute());
      expect(fixture.pairing()).toMatchObject({ wcLinking: undefined, recentWallet: undefined });
    });

    it('does not replace the wallet of another namespace', async () => {
      fixture.solana.announce({ id: SOLANA_WALLET });
      await settled(record(fixture.connectWallet.execute({ namespace: 'solana', connectorId: SOLANA_WALLET })));
      const session = new FakeRemoteSession({ namespaces: BOTH });
      await settled(record(fixture.pairWallet.execute({ namespace: 'eip155' })));
      fixture.engine.stored = session;
      await fixture.approve(session);
      expect(fixture.session('solana')?.connector.id).toBe(SOLANA_WALLET);
      expect(fixture.connectionRepository.connectorIdOf('solana')).toBe(SOLANA_WALLET);
    });
  });

  it('keeps the connected extension until the remote wallet is connected', async () => {
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    await settled(record(fixture.pairWallet.execute()));
    expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
    await fixture.approve(new FakeRemoteSession({ namespaces: EVM }));
    expect(fixture.session('eip155')?.connector.id).toBe('walletConnect');
  });

  it('fails with connector-not-found without the WalletConnect module', async () => {
    const run = await settled(record(fixture.useCases.pairWallet.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/connector-not-found' } });
  });
});

const OTHER: RecentWallet = { id: 'w2', name: 'Lantern' };
const FOLLOWED_LINK = { wallet: WALLET, base: 'rainbow://', platform: 'mobile' } as const;

/** A pairing with a displayed URI, started ahead of the wallet choice. */
const startAhead = async () => {
  const fixture = remoteFixture();
  const picked$ = new BehaviorSubject<RecentWallet | null | undefined>(undefined);
  const statuses: string[] = [];
  fixture.connections.state$.subscribe(({ pairing, namespaces }) => {
    const { attempt = null, session = null } = namespaces.eip155 ?? {};
    const status = `${pairing.status} ${session !== null ? 'connected' : attempt === null ? 'disconnected' : 'connecting'}`;
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  const run = await settled(record(fixture.pairWallet.execute({ picked$ })));
  fixture.engine.last.request.onUri(DISPLAYED);
  return { ...fixture, picked$, run, statuses };
};

describe('PairWallet ahead of the wallet choice', () => {
  let fixture: Awaited<ReturnType<typeof startAhead>>;
  beforeEach(async () => {
    fixture = await startAhead();
  });

  it('displays a URI without the connecting status', async () => {
    expect(stepsOf(fixture.run.values)).toEqual(['working', 'scan-uri']);
    expect(fixture.pairing()).toMatchObject({ wcUri: DISPLAYED.uri, wcPairingExpiry: DISPLAYED.expiresAt });
    expect(fixture.statuses).toEqual(['disconnected disconnected']);
  });

  it.each([
    ['a wallet', WALLET],
    ['any wallet', null],
  ])('connects with the displayed URI once %s is picked', async (_, wallet) => {
    fixture.picked$.next(wallet);
    // The user only looks at the code.
    expect(fixture.statuses).toEqual(['disconnected disconnected']);
    expect(fixture.pairing()).toMatchObject({ wcUri: DISPLAYED.uri, recentWallet: wallet ?? undefined });
    await fixture.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    expect(fixture.run.values.at(-1)).toMatchObject({ status: 'success', data: { isConnected: true } });
    expect(fixture.engine.pairings).toHaveLength(1);
    expect(fixture.statuses.at(-1)).toBe('connected connected');
  });

  it('has the wallet that was picked before it was subscribed', async () => {
    record(fixture.pairWallet.execute({ picked$: new BehaviorSubject<RecentWallet | null | undefined>(WALLET) }));
    expect(fixture.pairing()).toMatchObject({ status: 'disconnected', recentWallet: WALLET });
  });

  it('takes a followed link as the choice and keeps its wallet', async () => {
    record(fixture.useCases.followWalletLink.execute(FOLLOWED_LINK));
    expect(fixture.statuses.at(-1)).toBe('connecting connecting');
    fixture.picked$.next(OTHER);
    expect(fixture.pairing().recentWallet).toEqual(WALLET);
    await fixture.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    expect(fixture.tracked.at(-1)).toEqual({ event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Rainbow' } });
  });

  it('keeps the wallet that was picked last', async () => {
    fixture.picked$.next(WALLET);
    fixture.picked$.next(OTHER);
    expect(fixture.pairing().recentWallet).toEqual(OTHER);
  });

  it('connects a wallet that approves before any was picked', async () => {
    await fixture.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    expect(fixture.run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(fixture.session('eip155')?.connector.name).toBe('Phone');
    expect(fixture.pairing().status).toBe('connected');
  });

  it('fails without a URI, without a connection attempt', async () => {
    await fixture.fail(new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }));
    expect(fixture.run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'relay/unreachable' } });
    expect(fixture.run.end).toBe('complete');
    expect(fixture.statuses).toEqual(['disconnected disconnected']);
    expect(fixture.tracked).toEqual([]);
  });

  it('reports the error once a wallet was picked', async () => {
    fixture.picked$.next(WALLET);
    await fixture.fail(new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' }));
    expect(fixture.run.values.filter(({ status }) => status === 'error')).toMatchObject([{ error: { code: 'wallet/rejected' } }]);
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['CONNECT_ERROR']);
  });

  it('passes a defect to the error channel', async () => {
    await fixture.fail(new TypeError('bug'));
    expect(fixture.run.end).toMatchObject({ defect: expect.any(TypeError) });
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('aborts the engine and withdraws the URI when cancelled %s the choice', async (_, isPicked) => {
    if (isPicked) fixture.picked$.next(WALLET);
    fixture.run.cancel();
    expect(fixture.engine.last.signal.aborted).toBe(true);
    expect(fixture.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: false });
    expect(fixture.statuses.at(-1)).toBe('disconnected disconnected');
    await flushPromises();
    expect(fixture.tracked).toEqual([]);
    expect(fixture.clock.pending).toBe(0);
  });

  it('disconnects a session that is approved while it is cancelled', async () => {
    const session = new FakeRemoteSession({ namespaces: EVM });
    fixture.engine.last.approve(session);
    fixture.run.cancel();
    await flushPromises();
    expect(session.isLive).toBe(false);
    expect(fixture.session('eip155')).toBeNull();
  });

  it('continues while an extension connects', async () => {
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(fixture.engine.last.signal.aborted).toBe(false);
  });

  it('does not block an automatic reconnect', async () => {
    fixture.connectionRepository.remember('eip155', EVM_WALLET);
    fixture.evm.wallet(EVM_WALLET).connected = true;
    await settled(record(fixture.reconnectWallets.execute({ namespace: 'eip155' })));
    expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
  });
});

type TestNamespace = (typeof NAMESPACES)[number];

const CHAIN_IDS: Readonly<Record<TestNamespace, string>> = {
  eip155: 'eip155:1',
  solana: `solana:${solana.id}`,
  bip122: `bip122:${bitcoin.id}`,
  polkadot: `polkadot:${polkadot.id}`,
};

const fourNamespaceFixture = () => remoteFixture({ options: { networks: [mainnet, solana, bitcoin, polkadot] } });

const sessionOf = (namespaces: readonly TestNamespace[]): FakeRemoteSession =>
  new FakeRemoteSession({
    peer: { name: 'Phone' },
    namespaces: Object.fromEntries(
      namespaces.map((namespace) => [
        namespace,
        { accounts: [toAccountId(`${CHAIN_IDS[namespace]}:${ADDRESSES[namespace][0]}`)], methods: [], events: [] },
      ]),
    ) satisfies SessionNamespaces,
  });

/** All non-empty subsets of the four namespaces. */
const SUBSETS = Array.from({ length: 2 ** NAMESPACES.length - 1 }, (_, index) =>
  NAMESPACES.filter((_namespace, position) => (index + 1) & (1 << position)),
);

const approve = async (
  fixture: ReturnType<typeof fourNamespaceFixture>,
  namespaces: readonly TestNamespace[],
): Promise<FakeRemoteSession> => {
  const session = sessionOf(namespaces);
  fixture.engine.stored = session;
  await fixture.approve(session);
  return session;
};

describe('namespaces of one approval', () => {
  it.each(SUBSETS.map((subset) => [subset.join(' and '), subset] as const))('connects exactly %s', async (_, subset) => {
    const fixture = fourNamespaceFixture();
    const run = await settled(record(fixture.pairWallet.execute()));
    await approve(fixture, subset);
    const active = subset.includes('eip155') ? 'eip155' : subset[0];
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: active, isConnected: true } });
    expect(run.end).toBe('complete');
    const { state } = fixture.connections;
    expect(new Set(connectedNamespacesOf(state))).toEqual(new Set(subset));
    expect(state.activeNamespace).toBe(active);
    expect(fixture.pairing()).toMatchObject({ status: 'connected', wcUri: undefined });
    // Every connected namespace reports the missing chains.
    const missing = NAMESPACES.filter((namespace) => !subset.includes(namespace)).map((namespace) => CHAIN_IDS[namespace]);
    for (const namespace of subset) expect(new Set(state.namespaces[namespace]?.missingPermissions?.chainIds)).toEqual(new Set(missing));
    expect(NAMESPACES.map((namespace) => fixture.connectionRepository.connectorIdOf(namespace))).toEqual(
      NAMESPACES.map((namespace) => (subset.includes(namespace) ? 'walletConnect' : null)),
    );
    expect(Object.values(state.namespaces).map(({ attempt }) => attempt)).toEqual([null, null, null, null]);
    expect(fixture.engine.pairings).toHaveLength(1);
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('connects all namespaces even if it is unsubscribed after the first, as by a closing view', async () => {
    const fixture = fourNamespaceFixture();
    const run = record(fixture.pairWallet.execute());
    fixture.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session != null) queueMicrotask(() => run.cancel());
    });
    await flushPromises();
    await approve(fixture, NAMESPACES);
    expect(run.values.at(-1)).toMatchObject({ status: 'pending' });
    expect(connectedNamespacesOf(fixture.connections.state)).toHaveLength(4);
  });

  it('disconnects the session if it is cancelled before the other namespace is connected', async () => {
    const fixture = fourNamespaceFixture();
    const run = record(fixture.pairWallet.execute());
    fixture.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.solana?.attempt != null) run.cancel();
    });
    await flushPromises();
    const session = await approve(fixture, ['solana']);
    expect(session.isLive).toBe(false);
    expect(connectedNamespacesOf(fixture.connections.state)).toEqual([]);
    expect(fixture.pairing().status).toBe('disconnected');
  });

  it('does not replace a connected wallet, and fails if nothing else was approved', async () => {
    const fixture = fourNamespaceFixture();
    fixture.solana.announce({ id: 'com.example.solana', accounts: ADDRESSES.solana.slice(0, 1), chainId: CHAIN_IDS.solana });
    await settled(record(fixture.connectWallet.execute({ namespace: 'solana', connectorId: 'com.example.solana' })));
    const run = await settled(record(fixture.pairWallet.execute({ namespace: 'eip155' })));
    const session = await approve(fixture, ['solana']);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(session.isLive).toBe(false);
    expect(fixture.session('solana')?.connector.id).toBe('com.example.solana');
  });
});
