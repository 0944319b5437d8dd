import { BehaviorSubject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { EVM_WALLET, record, settled, turns } from '../support/world.js';
import { BOTH, EVM, type RemoteWorld, remoteWorld, SOLANA_ONLY } from './support/remote-world.js';

const SHOWN = { uri: 'wc:topic@2?symKey=secret', expiresAt: 1_700_000_240_000 };
const DESKTOP = { mobile: false, ios: false, android: false, telegram: false, iframe: false };

const startPairing = async (here: RemoteWorld) => {
  const run = await settled(record(here.pairWallet.execute()));
  here.engine.last.request.show(SHOWN);
  return run;
};

let here: RemoteWorld;
beforeEach(() => {
  here = remoteWorld();
});

describe('the wallets elsewhere', () => {
  describe('the engine', () => {
    it('is not loaded before somebody pairs, and once for all pairings', async () => {
      await settle();
      expect(here.loading.count).toBe(0);
      (await startPairing(here)).cancel();
      (await startPairing(here)).cancel();
      expect(here.loading.count).toBe(1);
    });

    it('is loaded again after it could not be, and the failure is shown', async () => {
      here.loading.failure = new LatchkeyError('relay/unauthorized', { reason: 'no project id' });
      const run = await settled(record(here.pairWallet.execute()));
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'relay/unauthorized' } });
      expect(here.pairing()).toMatchObject({ status: 'disconnected', wcError: true });
      here.loading.failure = null;
      await here.paired();
      expect(here.loading.count).toBe(2);
    });

    it('ends with the client', async () => {
      const session = await here.paired();
      here.remote.dispose();
      await settle();
      expect(here.engine.disposals).toBe(1);
      session.end();
      // What is stored stays for the next page.
      expect(here.memory.connectorOf('eip155')).toBe('walletConnect');
    });

    it('is not begun after it, nor loaded', async () => {
      here.remote.dispose();
      await expect(here.remote.open(new AbortController().signal)).rejects.toMatchObject({ code: 'config/disposed' });
      await expect(here.remote.resume('eip155', new AbortController().signal)).rejects.toMatchObject({ code: 'config/disposed' });
      expect([here.loading.count, here.clock.pending]).toEqual([0, 0]);
    });
  });

  describe('a proposal', () => {
    it('asks for every configured network of the chains that can take a session up', async () => {
      await startPairing(here);
      const { optionalNamespaces, requiredNamespaces } = here.engine.last.request;
      expect(Object.keys(optionalNamespaces)).toEqual(['eip155', 'solana']);
      expect(optionalNamespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:137']);
      expect(requiredNamespaces).toBeUndefined();
    });

    it('asks for nothing of a chain that has gone', async () => {
      here.chains.delete('eip155');
      await startPairing(here);
      expect(Object.keys(here.engine.last.request.optionalNamespaces)).toEqual(['solana']);
    });

    it('asks for what the host wants instead', async () => {
      const universalProviderConfigOverride = { methods: { eip155: ['eth_sign'] }, chains: { eip155: ['eip155:10'] } };
      here = remoteWorld({ options: { universalProviderConfigOverride } });
      await startPairing(here);
      expect(here.engine.last.request.optionalNamespaces.eip155).toMatchObject({ methods: ['eth_sign'], chains: ['eip155:10'] });
    });

    it('says who the app is: the host knows, else the page', async () => {
      await startPairing(here);
      expect(here.engine.last.request.metadata).toEqual(here.browser.metadata);
      const metadata = { name: 'App', description: 'An app', url: 'https://app.example', icons: [] };
      const other = remoteWorld({ options: { metadata } });
      await startPairing(other);
      expect(other.engine.last.request.metadata).toEqual(metadata);
    });
  });

  it.each([
    ['Telegram', { ...DESKTOP, telegram: true }],
    ['iOS', { ...DESKTOP, mobile: true, ios: true }],
  ])('keep the URI for a person who comes back, on %s', async (_, platform) => {
    here.browser.platform = platform;
    (await startPairing(here)).cancel();
    expect(here.engine.last.request.reuse).toBe(true);
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcUri: SHOWN.uri });
    record(here.pairWallet.execute());
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: SHOWN.uri });
  });

  it('make a new URI each time elsewhere', async () => {
    here.browser.platform = { ...DESKTOP, mobile: true, android: true };
    (await startPairing(here)).cancel();
    expect(here.engine.last.request.reuse).toBe(false);
    expect(here.pairing().wcUri).toBeUndefined();
  });

  describe('a person who comes back from a wallet on this phone', () => {
    const away = async (platform = { ...DESKTOP, mobile: true, ios: true }, follows = true) => {
      const here = remoteWorld();
      here.browser.platform = platform;
      const run = await startPairing(here);
      const wallet = { id: 'w1', name: 'Rainbow' };
      if (follows) record(here.useCases.followWalletLink.execute({ wallet, base: 'rainbow://', platform: 'mobile' }));
      here.browser.setVisible(false);
      return { ...here, run };
    };

    it('is told to wait five seconds on iOS', async () => {
      const here = await away();
      expect(here.pairing().buffering).toBe(false);
      here.browser.setVisible(true);
      expect(here.pairing().buffering).toBe(true);
      here.clock.advance(4_999);
      expect(here.pairing().buffering).toBe(true);
      here.clock.advance(1);
      expect(here.pairing().buffering).toBe(false);
    });

    it.each(['approve', 'fail', 'cancel'] as const)('waits no longer once it ends: %s', async (how) => {
      const here = await away();
      here.browser.setVisible(true);
      if (how === 'cancel') here.run.cancel();
      else if (how === 'fail') here.engine.last.fail(new LatchkeyError('pairing/expired', {}));
      else here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM }));
      await settle();
      expect(here.pairing().buffering).toBe(false);
      expect(here.clock.pending).toBe(0);
      here.browser.setVisible(false);
      here.browser.setVisible(true);
      expect(here.pairing().buffering).toBe(false);
    });

    it('is told nothing without a link, nor on another system', async () => {
      for (const here of [await away(undefined, false), await away({ ...DESKTOP, mobile: true, android: true })]) {
        here.browser.setVisible(true);
        expect(here.pairing().buffering).toBe(false);
      }
    });
  });

  describe('a session', () => {
    it('shows what the wallet allows, also when that changes', async () => {
      const session = await here.paired();
      expect(here.connections.state.namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);
      const { eip155 } = EVM;
      if (eip155 === undefined) throw new Error('It allows EVM');
      session.allow({ eip155: { ...eip155, accounts: eip155.accounts.slice(0, 1) } });
      expect(here.connections.state.namespaces.eip155).toMatchObject({ approvedChainIds: ['eip155:1'], supportsAllNetworks: false });
    });

    it('keeps `connected` while it lives, whatever is shown, left or fails for another namespace', async () => {
      const session = await here.paired(EVM);
      const seen: string[] = [];
      here.connections.state$.subscribe(({ pairing: { status } }) => {
        if (seen.at(-1) !== status) seen.push(status);
      });
      const picked$ = new BehaviorSubject(undefined);
      const shown = await settled(record(here.pairWallet.execute({ namespace: 'solana', picked$ })));
      here.engine.last.request.show(SHOWN);
      shown.cancel();
      await settle();
      expect(seen).toEqual(['connected']);
      record(here.pairWallet.execute({ namespace: 'solana' })).cancel();
      await settled(record(here.pairWallet.execute({ namespace: 'solana' })));
      await here.fail(new LatchkeyError('relay/unreachable', { relays: [] }));
      expect(here.pairing()).toMatchObject({ status: 'connected', wcError: true });
      expect(seen).toEqual(['connected', 'connecting', 'connected', 'connecting', 'connected']);
      session.end();
      expect(here.pairing().status).toBe('disconnected');
    });

    it('is over for all its namespaces when it is ended here', async () => {
      const session = new FakeRemoteSession({ namespaces: BOTH });
      here.engine.stored = session;
      await settled(record(here.pairWallet.execute()));
      await here.approve(session);
      expect(here.session('solana')).not.toBeNull();
      await here.connections.sessionOf('eip155')?.disconnect(new AbortController().signal);
      expect([here.session('eip155'), here.session('solana')]).toEqual([null, null]);
      expect([here.memory.connectorOf('eip155'), here.memory.connectorOf('solana')]).toEqual([null, null]);
      expect(session.disconnections).toBe(1);
    });

    it('stays while another namespace uses it', async () => {
      const session = new FakeRemoteSession({ namespaces: BOTH });
      here.engine.stored = session;
      await settled(record(here.pairWallet.execute()));
      await here.approve(session);
      await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
      expect(session.disconnections).toBe(0);
      expect(here.session('solana')?.connector.id).toBe('walletConnect');
    });

    it('does no harm to an installed wallet that was picked before it began', async () => {
      here.evm.slow = true;
      await settled(record(here.pairWallet.execute()));
      const session = new FakeRemoteSession({ namespaces: EVM });
      await here.approve(session);
      await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
      here.evm.goOn();
      await settle();
      session.end();
      expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
    });
  });

  it('name the other namespaces that a session allows', async () => {
    const both = await here.paired(BOTH);
    expect(here.remote.keepBeside('eip155', both)).toEqual(['solana']);
    expect(here.remote.keepBeside('solana', new FakeRemoteSession({ namespaces: SOLANA_ONLY }))).toEqual([]);
  });
});
const REMOTE = { namespace: 'eip155', connectorId: 'walletConnect' } as const;

describe('a connector to remote wallets', () => {
  it('is listed in each configured namespace whose chain can adopt a session, and keeps up with the other wallets', () => {
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
    await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(here.loading.count).toBe(0);
  });

  it('pairs when it is connected directly, for that namespace only', async () => {
    const run = record(here.connectWallet.execute(REMOTE));
    expect(here.pairing().status).toBe('connecting');
    await settle();
    await here.approve(new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } }));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: 'eip155' } });
    expect([here.session('eip155')?.connector.name, here.session('solana')]).toEqual(['Phone', null]);
  });

  it('connects with a session that is given, in each namespace that it allows, without pairing', async () => {
    const session = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });
    here.engine.stored = session;
    const run = await settled(record(here.connectWallet.execute({ ...REMOTE, namespace: 'solana', session: Promise.resolve(session) })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { namespace: 'solana' } });
    expect(here.session('solana')?.connector.name).toBe('Phone');
    expect(here.engine.pairings).toEqual([]);
  });

  it('keeps a session that is given once more to the namespace that uses it', async () => {
    const session = await here.paired();
    await settled(record(here.connectWallet.execute({ ...REMOTE, session: Promise.resolve(session) })));
    expect([session.live, here.session('eip155')?.connector.name]).toEqual([true, 'Phone']);
  });

  it('gives the chain the session, the configured networks and the wallet by its own name', async () => {
    const session = await here.paired();
    const [adoption] = here.evm.adoptions;
    expect(adoption).toMatchObject({ connector: { id: 'walletConnect', name: 'Phone' }, network: { caipNetworkId: 'eip155:1' } });
    expect(adoption?.remote).toBe(session);
    expect(adoption?.networks().map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1', 'eip155:137']);
  });

  it('fails, and ends the session for the wallet, when that shares no account of the namespace', async () => {
    const run = await settled(record(here.connectWallet.execute(REMOTE)));
    const session = new FakeRemoteSession({ namespaces: SOLANA_ONLY });
    await here.approve(session);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(session.disconnections).toBe(1);
  });

  it('takes the session of an earlier page up without pairing', async () => {
    here.memory.remember('eip155', 'walletConnect');
    here.engine.stored = new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } });
    await settled(record(here.reconnectWallets.execute()));
    expect(here.session('eip155')?.connector.name).toBe('Phone');
    expect(here.connections.state.namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);
    expect([here.pairing().status, here.engine.pairings]).toEqual(['connected', []]);
  });

  it.each([
    ['is over', null],
    ['shares nothing of the namespace any more', new FakeRemoteSession({ namespaces: SOLANA_ONLY })],
  ])('forgets a session that %s, so that the next page need not look', async (_, stored) => {
    here.memory.remember('eip155', 'walletConnect');
    here.engine.stored = stored;
    await settled(record(here.reconnectWallets.execute()));
    expect(here.session('eip155')).toBeNull();
    expect(here.memory.connectorOf('eip155')).toBeNull();
    await settled(record(here.reconnectWallets.execute()));
    expect(here.loading.count).toBe(1);
  });
});
/** A session is at an end for its wallet if, and only if, nobody here uses it. */
const check = (here: RemoteWorld, session: FakeRemoteSession, isUsed: boolean): void => {
  expect({ isUsed, disconnections: session.disconnections }).toEqual({ isUsed, disconnections: isUsed ? 0 : 1 });
  expect(session.live).toBe(isUsed);
  if (!isUsed) expect([session.heard, here.pairing().status === 'connected']).toEqual([false, false]);
};

/** A person pairs, the wallet approves, and something happens so many turns later. */
const interrupted = async (after: number, interrupt: (here: RemoteWorld, run: { readonly cancel: () => void }) => void) => {
  const here = remoteWorld();
  const session = new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } });
  const run = await settled(record(here.pairWallet.execute()));
  here.engine.last.approve(session);
  await turns(after);
  interrupt(here, run);
  await settle();
  return { here, session, run };
};

const COUNTS = Array.from({ length: 40 }, (_, count) => count);

describe('a wallet elsewhere that approves', () => {
  it('is connected or told that nobody waits, whenever the person leaves', async () => {
    const outcomes = new Set<boolean>();
    for (const after of COUNTS) {
      const { here, session } = await interrupted(after, (_, run) => run.cancel());
      const isUsed = here.session('eip155')?.connector.id === 'walletConnect';
      outcomes.add(isUsed);
      check(here, session, isUsed);
    }
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('is told that nobody waits when an installed wallet is picked instead, whenever that is', async () => {
    for (const after of COUNTS) {
      const { here, session } = await interrupted(after, (world) =>
        record(world.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })),
      );
      expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
      expect(session.disconnections).toBe(1);
      expect(session.heard).toBe(false);
    }
  });

  it('is told that nobody waits when it is another one by the time, and the other is used', async () => {
    for (const after of COUNTS) {
      const second = new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Other phone' } });
      const { here, session } = await interrupted(after, (world) => record(world.pairWallet.execute()));
      await here.approve(second);
      expect(here.session('eip155')?.connector.name).toBe('Other phone');
      expect([session.disconnections, second.disconnections]).toEqual([1, 0]);
    }
  });

  it('does not take the URI off the display of the pairing that began after its own', async () => {
    const first = await settled(record(here.pairWallet.execute()));
    const { last: earlier } = here.engine;
    await settled(record(here.pairWallet.execute()));
    const shown = { uri: 'wc:second', expiresAt: 2 };
    here.engine.last.request.show(shown);
    earlier.request.show({ uri: 'wc:first', expiresAt: 1 });
    first.cancel();
    await settle();
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: shown.uri, wcPairingExpiry: shown.expiresAt });
    earlier.approve(new FakeRemoteSession({ namespaces: EVM }));
    await settle();
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: shown.uri, wcError: false });
  });

  it('takes nothing from the one before while it is not connected itself', async () => {
    const first = await here.paired(EVM, 'a'.repeat(64));
    here.evm.slow = true;
    const run = await settled(record(here.pairWallet.execute()));
    const second = new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM });
    await here.approve(second);
    run.cancel();
    here.evm.goOn();
    await settle();
    expect([first.disconnections, second.disconnections]).toEqual([0, 1]);
    expect(here.session('eip155')?.connector.name).toBe('Phone');
    first.end();
    expect(here.session('eip155')).toBeNull();
  });

  it('that is taken up from an earlier page is told when an installed wallet took its place meanwhile', async () => {
    here.memory.remember('eip155', 'walletConnect');
    here.evm.slow = true;
    const session = new FakeRemoteSession({ namespaces: EVM });
    here.engine.stored = session;
    await settled(record(here.reconnectWallets.execute()));
    await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    here.evm.goOn();
    await settle();
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(session.disconnections).toBe(1);
  });
});

const phone = () => new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });

/** What is under way when the client ends. */
const DEEDS: Readonly<Record<string, (here: RemoteWorld, session: FakeRemoteSession) => Promise<unknown>>> = {
  'loads the engine and shows a code': async (here) => record(here.pairWallet.execute()),
  'hears that a wallet approved': async (here, session) => {
    await settled(record(here.pairWallet.execute()));
    here.engine.last.approve(session);
  },
  'hears that a wallet declined': async (here) => {
    await settled(record(here.pairWallet.execute()));
    here.engine.last.fail(new Error('No'));
  },
  'takes a session up': async (here, session) => {
    here.engine.stored = session;
    for (const namespace of ['eip155', 'solana'] as const) here.memory.remember(namespace, 'walletConnect');
    record(here.reconnectWallets.execute());
  },
  'hears that the session is over': async (here) => (await here.paired(BOTH)).end('wallet'),
};

/** More turns than any of them takes. */
const TURNS = 70;

describe('a client that ends', () => {
  const unhandled = unhandledRejections();

  it.each(Object.keys(DEEDS))('leaves no timer, listener or rejection, in whichever moment: while it %s', async (name) => {
    for (let after = 0; after < TURNS; after += 1) {
      const here = remoteWorld();
      const session = phone();
      await DEEDS[name]?.(here, session);
      await turns(after);
      here.remote.dispose();
      for (const chain of here.chains.values()) chain.dispose();
      here.connections.dispose();
      await settle();
      expect({ after, timers: here.clock.pending, isHeard: session.heard, ends: here.engine.disposals }).toEqual({
        after,
        timers: 0,
        isHeard: false,
        ends: here.loading.count,
      });
    }
    await unhandled.expectNone();
  });
});
