import { BehaviorSubject, take } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
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
import { ADDRESSES } from '../support/four-chains.js';
import { EVM_WALLET, record, SOLANA_WALLET, settled } from '../support/world.js';
import { BOTH, EVM, type RemoteWorld, remoteWorld, SOLANA_ONLY } from './support/remote-world.js';

const URI = 'wc:topic@2?symKey=secret';
const SHOWN = { uri: URI, expiresAt: 1_700_000_240_000 };
const WALLET: RecentWallet = { id: 'w1', name: 'Rainbow', imageId: 'i1' };
const LINK = { href: 'rainbow://', name: 'Rainbow' };
const DEEP_LINK = 'WALLETCONNECT_DEEPLINK_CHOICE';
const RECENT = '@latchkey/recent_wallets';

const stepsOf = (values: readonly { readonly status: string; readonly step?: string }[]): readonly string[] =>
  values.map(({ status, step }) => step ?? status);

let here: RemoteWorld;
beforeEach(() => {
  here = remoteWorld();
});

describe('PairWallet', () => {
  it('does nothing before somebody subscribes, nor for somebody who leaves at the first state', async () => {
    const before = here.connections.state;
    const stream = here.pairWallet.execute({ wallet: WALLET });
    await settled(record(stream.pipe(take(1))));
    expect(here.connections.state).toBe(before);
    expect(here.loading.count).toBe(0);
  });

  it('works until there is a URI, waits until it is scanned, and ends with the account', async () => {
    const run = record(here.pairWallet.execute());
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: undefined });
    await settle();
    here.engine.last.request.show(SHOWN);
    expect(run.values.at(-1)).toEqual({ status: 'pending', step: 'scan-uri' });
    expect(here.pairing()).toMatchObject({ wcUri: URI, wcPairingExpiry: SHOWN.expiresAt });
    here.engine.last.request.show({ uri: `${URI}2`, expiresAt: SHOWN.expiresAt + 1 });
    expect(here.pairing().wcUri).toBe(`${URI}2`);
    await here.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    // In between the chain takes the session up.
    expect(stepsOf(run.values)).toEqual(['working', 'scan-uri', 'working', 'success']);
    expect(run.values.at(-1)).toMatchObject({ data: { namespace: 'eip155', isConnected: true } });
    expect(run.end).toBe('complete');
    expect(here.pairing()).toMatchObject({ status: 'connected', wcUri: undefined, wcPairingExpiry: undefined, wcError: false });
    expect(here.session('eip155')?.connector).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'Phone' });
  });

  it('takes the namespace that it is given', async () => {
    const run = await settled(record(here.pairWallet.execute({ namespace: 'solana' })));
    await here.approve(new FakeRemoteSession({ namespaces: SOLANA_ONLY }));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: 'solana' } });
    expect(here.session('eip155')).toBeNull();
  });

  it.each([
    ['wallet/rejected', new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' })],
    ['pairing/expired', new LatchkeyError('pairing/expired', {})],
    ['relay/unreachable', new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] })],
    ['relay/unauthorized', new LatchkeyError('relay/unauthorized', { reason: 'invalid key' })],
  ] as const)('ends in %s, shows no URI any more and says that it failed', async (code, error) => {
    const run = await settled(record(here.pairWallet.execute()));
    here.engine.last.request.show(SHOWN);
    await here.fail(error);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(run.end).toBe('complete');
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: true, buffering: false });
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_ERROR']);
    expect(here.storage.get('@latchkey/eip155:connected_connector_id')).toBeNull();
  });

  it('forgets the failure when it is tried again', async () => {
    await settled(record(here.pairWallet.execute()));
    await here.fail(new LatchkeyError('pairing/expired', {}));
    record(here.pairWallet.execute());
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcError: false });
  });

  it('passes a defect on as one', async () => {
    const run = await settled(record(here.pairWallet.execute()));
    await here.fail(new TypeError('bug'));
    expect(run.end).toMatchObject({ defect: expect.any(TypeError) });
  });

  it('takes the URI back and stops the engine when it is cancelled, and reports nothing', async () => {
    const run = await settled(record(here.pairWallet.execute()));
    here.engine.last.request.show(SHOWN);
    run.cancel();
    expect(here.engine.last.signal.aborted).toBe(true);
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: false });
    await settle();
    expect(stepsOf(run.values)).toEqual(['working', 'scan-uri']);
    expect(here.tracked).toEqual([]);
    expect(here.clock.pending).toBe(0);
  });

  it('stays cancelled when the engine arrives only then', async () => {
    await settled(record(here.pairWallet.execute()).cancel());
    expect(here.engine.pairings).toEqual([]);
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcError: false });
  });

  describe('once a wallet is connected', () => {
    it('reports a QR on another device, by the name that the wallet gives itself, and keeps no link', async () => {
      here.storage.set(DEEP_LINK, JSON.stringify(LINK));
      await here.paired();
      expect(here.tracked).toEqual([{ event: 'CONNECT_SUCCESS', properties: { method: 'qrcode', name: 'Phone' } }]);
      expect(here.storage.get(DEEP_LINK)).toBeNull();
      expect(here.storage.get(RECENT)).toBeNull();
    });

    it('reports a link on this device, and keeps it and the wallet', async () => {
      record(here.pairWallet.execute({ wallet: WALLET }));
      expect(here.pairing().recentWallet).toEqual(WALLET);
      await settle();
      here.engine.last.request.show(SHOWN);
      record(here.useCases.followWalletLink.execute({ wallet: WALLET, base: LINK.href, platform: 'mobile' }));
      await here.approve(new FakeRemoteSession({ namespaces: EVM }));
      expect(here.tracked.filter(({ event }) => event === 'CONNECT_SUCCESS')).toEqual([
        { event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Rainbow' } },
      ]);
      expect(JSON.parse(here.storage.get(DEEP_LINK) ?? '')).toEqual(LINK);
      expect(JSON.parse(here.storage.get(RECENT) ?? '')).toEqual([WALLET]);
    });

    it('keeps neither for a wallet that declines', async () => {
      await settled(record(here.pairWallet.execute({ wallet: WALLET })));
      here.connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking: LINK } });
      await here.fail(new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' }));
      expect([here.storage.get(DEEP_LINK), here.storage.get(RECENT)]).toEqual([null, null]);
    });

    it('knows nothing of the wallet of an earlier pairing', () => {
      here.connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking: LINK, recentWallet: WALLET } });
      record(here.pairWallet.execute());
      expect(here.pairing()).toMatchObject({ wcLinking: undefined, recentWallet: undefined });
    });

    it('leaves a namespace alone that has a wallet already', async () => {
      here.solana.announce({ id: SOLANA_WALLET });
      await settled(record(here.connectWallet.execute({ namespace: 'solana', connectorId: SOLANA_WALLET })));
      const session = new FakeRemoteSession({ namespaces: BOTH });
      await settled(record(here.pairWallet.execute({ namespace: 'eip155' })));
      here.engine.stored = session;
      await here.approve(session);
      expect(here.session('solana')?.connector.id).toBe(SOLANA_WALLET);
      expect(here.memory.connectorOf('solana')).toBe(SOLANA_WALLET);
    });
  });

  it('keeps the installed wallet until the other one is there', async () => {
    await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    await settled(record(here.pairWallet.execute()));
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    await here.approve(new FakeRemoteSession({ namespaces: EVM }));
    expect(here.session('eip155')?.connector.id).toBe('walletConnect');
  });

  it('fails in a typed way where the host did not compose the wallet protocol', async () => {
    const run = await settled(record(here.useCases.pairWallet.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/connector-not-found' } });
  });
});

const OTHER: RecentWallet = { id: 'w2', name: 'Lantern' };
const FOLLOWED_LINK = { wallet: WALLET, base: 'rainbow://', platform: 'mobile' } as const;

/** A list of links on a phone, for which a URI is shown. */
const prepared = async () => {
  const here = remoteWorld();
  const picked$ = new BehaviorSubject<RecentWallet | null | undefined>(undefined);
  const statuses: string[] = [];
  here.connections.state$.subscribe(({ pairing, namespaces }) => {
    const { attempt = null, session = null } = namespaces.eip155 ?? {};
    const status = `${pairing.status} ${session !== null ? 'connected' : attempt === null ? 'disconnected' : 'connecting'}`;
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  const run = await settled(record(here.pairWallet.execute({ picked$ })));
  here.engine.last.request.show(SHOWN);
  return { ...here, picked$, run, statuses };
};

describe('PairWallet, ahead of the choice', () => {
  let here: Awaited<ReturnType<typeof prepared>>;
  beforeEach(async () => {
    here = await prepared();
  });

  it('shows a URI, and says nowhere that somebody connects', async () => {
    expect(stepsOf(here.run.values)).toEqual(['working', 'scan-uri']);
    expect(here.pairing()).toMatchObject({ wcUri: SHOWN.uri, wcPairingExpiry: SHOWN.expiresAt });
    expect(here.statuses).toEqual(['disconnected disconnected']);
  });

  it.each([
    ['a wallet', WALLET],
    ['any wallet', null],
  ])('connects from the moment that %s is picked, by the URI that is there', async (_, wallet) => {
    here.picked$.next(wallet);
    expect(here.statuses.at(-1)).toBe('connecting connecting');
    expect(here.pairing()).toMatchObject({ wcUri: SHOWN.uri, recentWallet: wallet ?? undefined });
    await here.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    expect(here.run.values.at(-1)).toMatchObject({ status: 'success', data: { isConnected: true } });
    expect(here.engine.pairings).toHaveLength(1);
    expect(here.statuses.at(-1)).toBe('connected connected');
  });

  it('hears of a wallet that was picked before its code was there', async () => {
    record(here.pairWallet.execute({ picked$: new BehaviorSubject<RecentWallet | null | undefined>(WALLET) }));
    expect(here.pairing()).toMatchObject({ status: 'connecting', recentWallet: WALLET });
  });

  it('takes the tap on a link for the choice, and keeps its wallet whichever is looked at then', async () => {
    record(here.useCases.followWalletLink.execute(FOLLOWED_LINK));
    expect(here.statuses.at(-1)).toBe('connecting connecting');
    here.picked$.next(OTHER);
    expect(here.pairing().recentWallet).toEqual(WALLET);
    await here.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    expect(here.tracked.at(-1)).toEqual({ event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Rainbow' } });
  });

  it('remembers the wallet that was picked last', async () => {
    here.picked$.next(WALLET);
    here.picked$.next(OTHER);
    expect(here.pairing().recentWallet).toEqual(OTHER);
  });

  it('connects a wallet that approves before any was picked', async () => {
    await here.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    expect(here.run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(here.session('eip155')?.connector.name).toBe('Phone');
    expect(here.pairing().status).toBe('connected');
  });

  it('ends in the error where no URI can be had, which nobody has tried to connect for', async () => {
    await here.fail(new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }));
    expect(here.run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'relay/unreachable' } });
    expect(here.run.end).toBe('complete');
    expect(here.statuses).toEqual(['disconnected disconnected']);
    expect(here.tracked).toEqual([]);
  });

  it('reports the error once a wallet was picked', async () => {
    here.picked$.next(WALLET);
    await here.fail(new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' }));
    expect(here.run.values.filter(({ status }) => status === 'error')).toMatchObject([{ error: { code: 'wallet/rejected' } }]);
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_ERROR']);
  });

  it('passes a defect on as one', async () => {
    await here.fail(new TypeError('bug'));
    expect(here.run.end).toMatchObject({ defect: expect.any(TypeError) });
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('stops the engine and takes the URI back when it is cancelled %s the choice', async (_, isPicked) => {
    if (isPicked) here.picked$.next(WALLET);
    here.run.cancel();
    expect(here.engine.last.signal.aborted).toBe(true);
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: false });
    expect(here.statuses.at(-1)).toBe('disconnected disconnected');
    await settle();
    expect(here.tracked).toEqual([]);
    expect(here.clock.pending).toBe(0);
  });

  it('ends a session for its wallet that is approved in the moment of leaving', async () => {
    const session = new FakeRemoteSession({ namespaces: EVM });
    here.engine.last.approve(session);
    here.run.cancel();
    await settle();
    expect(session.live).toBe(false);
    expect(here.session('eip155')).toBeNull();
  });

  it('is in nobody’s way: a wallet in the browser connects meanwhile, and the list goes on', async () => {
    await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(here.engine.last.signal.aborted).toBe(false);
  });

  it('does not hold up who takes a connection up in silence', async () => {
    here.memory.remember('eip155', EVM_WALLET);
    here.evm.wallet(EVM_WALLET).connected = true;
    await settled(record(here.reconnectWallets.execute({ namespace: 'eip155' })));
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
  });
});

type Four = (typeof NAMESPACES)[number];

const CHAIN_IDS: Readonly<Record<Four, string>> = {
  eip155: 'eip155:1',
  solana: `solana:${solana.id}`,
  bip122: `bip122:${bitcoin.id}`,
  polkadot: `polkadot:${polkadot.id}`,
};

const fourWorld = () => remoteWorld({ options: { networks: [mainnet, solana, bitcoin, polkadot] } });

const sessionOf = (namespaces: readonly Four[]): FakeRemoteSession =>
  new FakeRemoteSession({
    peer: { name: 'Phone' },
    namespaces: Object.fromEntries(
      namespaces.map((namespace) => [
        namespace,
        { accounts: [toAccountId(`${CHAIN_IDS[namespace]}:${ADDRESSES[namespace][0]}`)], methods: [], events: [] },
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
  await here.approve(session);
  return session;
};

describe('one approval', () => {
  it.each(SUBSETS.map((subset) => [subset.join(' and '), subset] as const))('of %s connects just that', async (_, subset) => {
    const here = fourWorld();
    const run = await settled(record(here.pairWallet.execute()));
    await approve(here, subset);
    const active = subset.includes('eip155') ? 'eip155' : subset[0];
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: active, isConnected: true } });
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
    here.solana.announce({ id: 'com.example.solana', accounts: ADDRESSES.solana.slice(0, 1), chainId: CHAIN_IDS.solana });
    await settled(record(here.connectWallet.execute({ namespace: 'solana', connectorId: 'com.example.solana' })));
    const run = await settled(record(here.pairWallet.execute({ namespace: 'eip155' })));
    const session = await approve(here, ['solana']);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(session.live).toBe(false);
    expect(here.session('solana')?.connector.id).toBe('com.example.solana');
  });
});
