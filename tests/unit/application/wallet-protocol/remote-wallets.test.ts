import { BehaviorSubject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeSignIn } from '../../../../application/ports/sign-in.fake.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { EVM_WALLET, flushMicrotasks, POLYGON, record, settled } from '../support/client-fixture.js';
import { switchTo } from '../support/modal-fixture.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { MICROTASK_STEP } from './support/moments.js';
import { BOTH, EVM, type RemoteFixture, remoteFixture, SOLANA_ONLY } from './support/remote-fixture.js';

const DISPLAYED = { uri: 'wc:topic@2?symKey=secret', expiresAt: 1_700_000_240_000 };
const DESKTOP = { mobile: false, ios: false, android: false, telegram: false, iframe: false };

const startPairing = async (fixture: RemoteFixture) => {
  const run = await settled(record(fixture.pairWallet.execute()));
  fixture.engine.last.request.onUri(DISPLAYED);
  return run;
};

let fixture: RemoteFixture;
beforeEach(() => {
  fixture = remoteFixture();
});

describe('RemoteWallets', () => {
  describe('the engine', () => {
    it('is loaded on the first pairing, once', async () => {
      await flushPromises();
      expect(fixture.loading.count).toBe(0);
      (await startPairing(fixture)).cancel();
      (await startPairing(fixture)).cancel();
      expect(fixture.loading.count).toBe(1);
    });

    it('is loaded again after a failure, which is reported', async () => {
      fixture.loading.failure = new LatchkeyError('relay/unauthorized', { reason: 'no project id' });
      const run = await settled(record(fixture.pairWallet.execute()));
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'relay/unauthorized' } });
      expect(fixture.pairing()).toMatchObject({ status: 'disconnected', wcError: true });
      fixture.loading.failure = null;
      await fixture.paired();
      expect(fixture.loading.count).toBe(2);
    });

    it('gets the sign-in of the app, for the network that the user has selected', async () => {
      await startPairing(fixture);
      expect(fixture.engine.last.request.signIn).toBeUndefined();
      const service = new FakeSignIn();
      fixture = remoteFixture({ signIn: service });
      await switchTo(fixture, POLYGON);
      await startPairing(fixture);
      expect(fixture.engine.last.request.signIn).toEqual({ service, chainId: POLYGON });
    });

    it('is disposed with the client', async () => {
      const session = await fixture.paired();
      fixture.remote.dispose();
      await flushPromises();
      expect(fixture.engine.disposals).toBe(1);
      session.close();
      // Records remain for the next page load.
      expect(fixture.connectionRepository.connectorIdOf('eip155')).toBe('walletConnect');
    });

    it('is not loaded after dispose', async () => {
      fixture.remote.dispose();
      await expect(fixture.remote.open(new AbortController().signal)).rejects.toMatchObject({ code: 'config/disposed' });
      await expect(fixture.remote.resume('eip155', new AbortController().signal)).rejects.toMatchObject({ code: 'config/disposed' });
      expect([fixture.loading.count, fixture.clock.pending]).toEqual([0, 0]);
    });
  });

  describe('a proposal', () => {
    it('requests every configured network of the chains that can adopt a session', async () => {
      await startPairing(fixture);
      const { optionalNamespaces, requiredNamespaces } = fixture.engine.last.request;
      expect(Object.keys(optionalNamespaces)).toEqual(['eip155', 'solana']);
      expect(optionalNamespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:137']);
      expect(requiredNamespaces).toBeUndefined();
    });

    it('requests nothing for a removed chain', async () => {
      fixture.chains.delete('eip155');
      await startPairing(fixture);
      expect(Object.keys(fixture.engine.last.request.optionalNamespaces)).toEqual(['solana']);
    });

    it('requests the app’s override instead', async () => {
      const universalProviderConfigOverride = { methods: { eip155: ['eth_sign'] }, chains: { eip155: ['eip155:10'] } };
      fixture = remoteFixture({ options: { universalProviderConfigOverride } });
      await startPairing(fixture);
      expect(fixture.engine.last.request.optionalNamespaces.eip155).toMatchObject({ methods: ['eth_sign'], chains: ['eip155:10'] });
    });

    it('connects on the default chain of the override, if it is configured', async () => {
      const connectedOn = async (defaultChain?: 'eip155:137' | 'eip155:10' | 'solana:1') => {
        fixture = remoteFixture({ options: { universalProviderConfigOverride: { defaultChain } } });
        await fixture.paired();
        return fixture.evm.adoptions.map(({ network }) => network.caipNetworkId);
      };
      expect(await connectedOn()).toEqual(['eip155:1']);
      expect(await connectedOn('eip155:137')).toEqual(['eip155:137']);
      expect(await connectedOn('eip155:10')).toEqual(['eip155:1']);
      expect(await connectedOn('solana:1')).toEqual(['eip155:1']);
    });

    it('contains the app’s metadata, or that of the page', async () => {
      await startPairing(fixture);
      expect(fixture.engine.last.request.metadata).toEqual(fixture.browser.metadata);
      const metadata = { name: 'App', description: 'An app', url: 'https://app.example', icons: [] };
      const other = remoteFixture({ options: { metadata } });
      await startPairing(other);
      expect(other.engine.last.request.metadata).toEqual(metadata);
    });
  });

  it.each([
    ['Telegram', { ...DESKTOP, telegram: true }],
    ['iOS', { ...DESKTOP, mobile: true, ios: true }],
  ])('keeps the URI for a returning user on %s', async (_, platform) => {
    fixture.browser.platform = platform;
    (await startPairing(fixture)).cancel();
    expect(fixture.engine.last.request.shouldReuseUri).toBe(true);
    expect(fixture.pairing()).toMatchObject({ status: 'disconnected', wcUri: DISPLAYED.uri });
    record(fixture.pairWallet.execute());
    expect(fixture.pairing()).toMatchObject({ status: 'connecting', wcUri: DISPLAYED.uri });
  });

  it('creates a new URI each time on other platforms', async () => {
    fixture.browser.platform = { ...DESKTOP, mobile: true, android: true };
    (await startPairing(fixture)).cancel();
    expect(fixture.engine.last.request.shouldReuseUri).toBe(false);
    expect(fixture.pairing().wcUri).toBeUndefined();
  });

  describe('a user who returns from a wallet on this phone', () => {
    const leavePage = async (platform = { ...DESKTOP, mobile: true, ios: true }, hasFollowedLink = true) => {
      const fixture = remoteFixture();
      fixture.browser.platform = platform;
      const run = await startPairing(fixture);
      const wallet = { id: 'w1', name: 'Rainbow' };
      if (hasFollowedLink) record(fixture.useCases.followWalletLink.execute({ wallet, base: 'rainbow://', platform: 'mobile' }));
      fixture.browser.setVisible(false);
      return { ...fixture, run };
    };

    it('sees the buffering state for five seconds on iOS', async () => {
      const fixture = await leavePage();
      expect(fixture.pairing().buffering).toBe(false);
      fixture.browser.setVisible(true);
      expect(fixture.pairing().buffering).toBe(true);
      fixture.clock.advance(4_999);
      expect(fixture.pairing().buffering).toBe(true);
      fixture.clock.advance(1);
      expect(fixture.pairing().buffering).toBe(false);
    });

    it.each(['approve', 'fail', 'cancel'] as const)('sees no buffering state after the pairing ends: %s', async (how) => {
      const fixture = await leavePage();
      fixture.browser.setVisible(true);
      if (how === 'cancel') fixture.run.cancel();
      else if (how === 'fail') fixture.engine.last.fail(new LatchkeyError('pairing/expired', {}));
      else fixture.engine.last.approve(new FakeRemoteSession({ namespaces: EVM }));
      await flushPromises();
      expect(fixture.pairing().buffering).toBe(false);
      expect(fixture.clock.pending).toBe(0);
      fixture.browser.setVisible(false);
      fixture.browser.setVisible(true);
      expect(fixture.pairing().buffering).toBe(false);
    });

    it('sees no buffering state without a followed link or on other platforms', async () => {
      for (const fixture of [await leavePage(undefined, false), await leavePage({ ...DESKTOP, mobile: true, android: true })]) {
        fixture.browser.setVisible(true);
        expect(fixture.pairing().buffering).toBe(false);
      }
    });
  });

  describe('a session', () => {
    it('shows the granted chains and their updates', async () => {
      const session = await fixture.paired();
      expect(fixture.connections.state.namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);
      const { eip155 } = EVM;
      if (eip155 === undefined) throw new Error('Expected an EVM namespace');
      session.allow({ eip155: { ...eip155, accounts: eip155.accounts.slice(0, 1) } });
      expect(fixture.connections.state.namespaces.eip155).toMatchObject({ approvedChainIds: ['eip155:1'], supportsAllNetworks: false });
    });

    it('keeps the status connected while other pairings are displayed, cancelled or fail', async () => {
      const session = await fixture.paired(EVM);
      const seen: string[] = [];
      fixture.connections.state$.subscribe(({ pairing: { status } }) => {
        if (seen.at(-1) !== status) seen.push(status);
      });
      const picked$ = new BehaviorSubject(undefined);
      const shown = await settled(record(fixture.pairWallet.execute({ namespace: 'solana', picked$ })));
      fixture.engine.last.request.onUri(DISPLAYED);
      shown.cancel();
      await flushPromises();
      expect(seen).toEqual(['connected']);
      record(fixture.pairWallet.execute({ namespace: 'solana' })).cancel();
      await settled(record(fixture.pairWallet.execute({ namespace: 'solana' })));
      await fixture.fail(new LatchkeyError('relay/unreachable', { relays: [] }));
      expect(fixture.pairing()).toMatchObject({ status: 'connected', wcError: true });
      expect(seen).toEqual(['connected', 'connecting', 'connected', 'connecting', 'connected']);
      session.close();
      expect(fixture.pairing().status).toBe('disconnected');
    });

    it('is disconnected in all its namespaces', async () => {
      const session = new FakeRemoteSession({ namespaces: BOTH });
      fixture.engine.stored = session;
      await settled(record(fixture.pairWallet.execute()));
      await fixture.approve(session);
      expect(fixture.session('solana')).not.toBeNull();
      await fixture.connections.sessionOf('eip155')?.disconnect(new AbortController().signal);
      expect([fixture.session('eip155'), fixture.session('solana')]).toEqual([null, null]);
      expect([fixture.connectionRepository.connectorIdOf('eip155'), fixture.connectionRepository.connectorIdOf('solana')]).toEqual([
        null,
        null,
      ]);
      expect(session.disconnections).toBe(1);
    });

    it('stays while another namespace uses it', async () => {
      const session = new FakeRemoteSession({ namespaces: BOTH });
      fixture.engine.stored = session;
      await settled(record(fixture.pairWallet.execute()));
      await fixture.approve(session);
      await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
      expect(session.disconnections).toBe(0);
      expect(fixture.session('solana')?.connector.id).toBe('walletConnect');
    });

    it('does not replace an extension that was connected meanwhile', async () => {
      fixture.evm.isAdoptionSlow = true;
      await settled(record(fixture.pairWallet.execute()));
      const session = new FakeRemoteSession({ namespaces: EVM });
      await fixture.approve(session);
      await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
      fixture.evm.finishAdoption();
      await flushPromises();
      session.close();
      expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(fixture.connectionRepository.connectorIdOf('eip155')).toBe(EVM_WALLET);
    });
  });

  it('returns the other namespaces that a session grants', async () => {
    const both = await fixture.paired(BOTH);
    expect(fixture.remote.storeForOtherNamespaces('eip155', both)).toEqual(['solana']);
    expect(fixture.remote.storeForOtherNamespaces('solana', new FakeRemoteSession({ namespaces: SOLANA_ONLY }))).toEqual([]);
  });
});
const REMOTE = { namespace: 'eip155', connectorId: 'walletConnect' } as const;

describe('WalletConnect connector', () => {
  it('is listed for each configured namespace whose chain can adopt sessions', () => {
    const lists: (readonly string[])[] = [];
    fixture.watchConnectors.execute().subscribe((connectors) => lists.push(connectors.map(({ namespace, id }) => `${namespace} ${id}`)));
    fixture.evm.announce({ id: 'second' });
    const [evm, solana] = ['eip155 walletConnect', 'solana walletConnect'];
    expect(lists).toEqual([
      [`eip155 ${EVM_WALLET}`, evm, solana],
      [`eip155 ${EVM_WALLET}`, 'eip155 second', evm, solana],
    ]);
  });

  it('is named after its wallet once connected, with sanitized text', () => {
    expect(remoteConnector('eip155')).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect' });
    expect(remoteConnector('eip155', 'Rain\u202Ebow').name).toBe('Rainbow');
  });

  it('does not handle other wallets', async () => {
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(fixture.loading.count).toBe(0);
  });

  it('pairs when connected directly, for that namespace only', async () => {
    const run = record(fixture.connectWallet.execute(REMOTE));
    expect(fixture.pairing().status).toBe('connecting');
    await flushPromises();
    await fixture.approve(new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } }));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: 'eip155' } });
    expect([fixture.session('eip155')?.connector.name, fixture.session('solana')]).toEqual(['Phone', null]);
  });

  it('connects a given session without pairing', async () => {
    const session = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });
    fixture.engine.stored = session;
    const run = await settled(record(fixture.connectWallet.execute({ ...REMOTE, namespace: 'solana', session: Promise.resolve(session) })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: 'solana' } });
    expect(fixture.session('solana')?.connector.name).toBe('Phone');
    expect(fixture.engine.pairings).toEqual([]);
  });

  it('keeps a session that is given again to its namespace', async () => {
    const session = await fixture.paired();
    await settled(record(fixture.connectWallet.execute({ ...REMOTE, session: Promise.resolve(session) })));
    expect([session.isLive, fixture.session('eip155')?.connector.name]).toEqual([true, 'Phone']);
  });

  it('passes the session, the configured networks and the wallet’s name to the chain', async () => {
    const session = await fixture.paired();
    const [adoption] = fixture.evm.adoptions;
    expect(adoption).toMatchObject({ connector: { id: 'walletConnect', name: 'Phone' }, network: { caipNetworkId: 'eip155:1' } });
    expect(adoption?.remote).toBe(session);
    expect(adoption?.networks().map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1', 'eip155:137']);
  });

  it('fails and disconnects a session without accounts in the namespace', async () => {
    const run = await settled(record(fixture.connectWallet.execute(REMOTE)));
    const session = new FakeRemoteSession({ namespaces: SOLANA_ONLY });
    await fixture.approve(session);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(session.disconnections).toBe(1);
  });

  it('restores the session of an earlier page load without pairing', async () => {
    fixture.connectionRepository.remember('eip155', 'walletConnect');
    fixture.engine.stored = new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } });
    await settled(record(fixture.reconnectWallets.execute()));
    expect(fixture.session('eip155')?.connector.name).toBe('Phone');
    expect(fixture.connections.state.namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);
    expect([fixture.pairing().status, fixture.engine.pairings]).toEqual(['connected', []]);
  });

  it.each([
    ['no longer exists', null],
    ['no longer grants the namespace', new FakeRemoteSession({ namespaces: SOLANA_ONLY })],
  ])('removes a session that %s, so that the next page load does not look for it', async (_, stored) => {
    fixture.connectionRepository.remember('eip155', 'walletConnect');
    fixture.engine.stored = stored;
    await settled(record(fixture.reconnectWallets.execute()));
    expect(fixture.session('eip155')).toBeNull();
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
    await settled(record(fixture.reconnectWallets.execute()));
    expect(fixture.loading.count).toBe(1);
  });
});
/** Asserts that a session is disconnected at the wallet exactly if it is unused. */
const check = (fixture: RemoteFixture, session: FakeRemoteSession, isUsed: boolean): void => {
  expect({ isUsed, disconnections: session.disconnections }).toEqual({ isUsed, disconnections: isUsed ? 0 : 1 });
  expect(session.isLive).toBe(isUsed);
  if (!isUsed) expect([session.isObserved, fixture.pairing().status === 'connected']).toEqual([false, false]);
};

/** Pairs, approves, and interrupts after a number of microtasks. */
const interrupted = async (after: number, interrupt: (fixture: RemoteFixture, run: { readonly cancel: () => void }) => void) => {
  const fixture = remoteFixture();
  const session = new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } });
  const run = await settled(record(fixture.pairWallet.execute()));
  fixture.engine.last.approve(session);
  await flushMicrotasks(after);
  interrupt(fixture, run);
  await flushPromises();
  return { fixture, session, run };
};

const COUNTS = Array.from({ length: 40 }, (_, count) => count);

describe('an approving wallet', () => {
  it('is connected or disconnected, whenever the user cancels', async () => {
    const outcomes = new Set<boolean>();
    for (const after of COUNTS) {
      const { fixture, session } = await interrupted(after, (_, run) => run.cancel());
      const isUsed = fixture.session('eip155')?.connector.id === 'walletConnect';
      outcomes.add(isUsed);
      check(fixture, session, isUsed);
    }
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('is disconnected if an extension is connected instead, at any moment', async () => {
    for (const after of COUNTS) {
      const { fixture, session } = await interrupted(after, (fixture) =>
        record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })),
      );
      expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(fixture.connectionRepository.connectorIdOf('eip155')).toBe(EVM_WALLET);
      expect(session.disconnections).toBe(1);
      expect(session.isObserved).toBe(false);
    }
  });

  it('is disconnected if another remote wallet is paired meanwhile', async () => {
    for (const after of COUNTS) {
      const second = new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Other phone' } });
      const { fixture, session } = await interrupted(after, (fixture) => record(fixture.pairWallet.execute()));
      await fixture.approve(second);
      expect(fixture.session('eip155')?.connector.name).toBe('Other phone');
      expect([session.disconnections, second.disconnections]).toEqual([1, 0]);
    }
  });

  it('does not clear the URI of a later pairing', async () => {
    const first = await settled(record(fixture.pairWallet.execute()));
    const { last: earlier } = fixture.engine;
    await settled(record(fixture.pairWallet.execute()));
    const shown = { uri: 'wc:second', expiresAt: 2 };
    fixture.engine.last.request.onUri(shown);
    earlier.request.onUri({ uri: 'wc:first', expiresAt: 1 });
    first.cancel();
    await flushPromises();
    expect(fixture.pairing()).toMatchObject({ status: 'connecting', wcUri: shown.uri, wcPairingExpiry: shown.expiresAt });
    earlier.approve(new FakeRemoteSession({ namespaces: EVM }));
    await flushPromises();
    expect(fixture.pairing()).toMatchObject({ status: 'connecting', wcUri: shown.uri, wcError: false });
  });

  it('does not affect the previous session until it is connected', async () => {
    const first = await fixture.paired(EVM, 'a'.repeat(64));
    fixture.evm.isAdoptionSlow = true;
    const run = await settled(record(fixture.pairWallet.execute()));
    const second = new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM });
    await fixture.approve(second);
    run.cancel();
    fixture.evm.finishAdoption();
    await flushPromises();
    expect([first.disconnections, second.disconnections]).toEqual([0, 1]);
    expect(fixture.session('eip155')?.connector.name).toBe('Phone');
    first.close();
    expect(fixture.session('eip155')).toBeNull();
  });

  it('is disconnected if an extension is connected while its session is restored', async () => {
    fixture.connectionRepository.remember('eip155', 'walletConnect');
    fixture.evm.isAdoptionSlow = true;
    const session = new FakeRemoteSession({ namespaces: EVM });
    fixture.engine.stored = session;
    await settled(record(fixture.reconnectWallets.execute()));
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    fixture.evm.finishAdoption();
    await flushPromises();
    expect(fixture.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(session.disconnections).toBe(1);
  });
});

const phone = () => new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });

/** Operations in progress when the client is disposed. */
const OPERATIONS: Readonly<Record<string, (fixture: RemoteFixture, session: FakeRemoteSession) => Promise<unknown>>> = {
  'loads the engine and displays a URI': async (fixture) => record(fixture.pairWallet.execute()),
  'receives an approval': async (fixture, session) => {
    await settled(record(fixture.pairWallet.execute()));
    fixture.engine.last.approve(session);
  },
  'receives a rejection': async (fixture) => {
    await settled(record(fixture.pairWallet.execute()));
    fixture.engine.last.fail(new Error('No'));
  },
  'restores a session': async (fixture, session) => {
    fixture.engine.stored = session;
    for (const namespace of ['eip155', 'solana'] as const) fixture.connectionRepository.remember(namespace, 'walletConnect');
    record(fixture.reconnectWallets.execute());
  },
  'receives a session deletion': async (fixture) => (await fixture.paired(BOTH)).close('wallet'),
};

/** More microtasks than any operation takes. */
const MICROTASKS = 70;

describe('a disposed client', () => {
  const unhandled = unhandledRejections();

  it.each(Object.keys(OPERATIONS))('leaves no timer, subscription or unhandled rejection at any moment while it %s', async (name) => {
    for (let after = 0; after < MICROTASKS; after += MICROTASK_STEP) {
      const fixture = remoteFixture();
      const session = phone();
      await OPERATIONS[name]?.(fixture, session);
      await flushMicrotasks(after);
      fixture.remote.dispose();
      for (const chain of fixture.chains.values()) chain.dispose();
      fixture.connections.dispose();
      await flushPromises();
      expect({ after, timers: fixture.clock.pending, isObserved: session.isObserved, disposals: fixture.engine.disposals }).toEqual({
        after,
        timers: 0,
        isObserved: false,
        disposals: fixture.loading.count,
      });
    }
    await unhandled.expectNone();
  });
});
