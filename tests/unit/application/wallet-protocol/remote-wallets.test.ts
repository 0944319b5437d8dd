import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { EVM_WALLET, record } from '../support/world.js';
import { BOTH, EVM, type RemoteWorld, remoteWorld, SOLANA_ONLY } from './support/remote-world.js';

const SHOWN = { uri: 'wc:topic@2?symKey=secret', expiresAt: 1_700_000_240_000 };
const DESKTOP = { mobile: false, ios: false, android: false, telegram: false, iframe: false };

const startPairing = async (here: RemoteWorld) => {
  const run = record(here.pairWallet.execute());
  await settle();
  here.engine.last.request.show(SHOWN);
  return run;
};

describe('the wallets elsewhere', () => {
  describe('the engine', () => {
    it('is not loaded before somebody pairs, and once for all pairings', async () => {
      const here = remoteWorld();
      await settle();
      expect(here.loading.count).toBe(0);
      (await startPairing(here)).cancel();
      (await startPairing(here)).cancel();
      expect(here.loading.count).toBe(1);
    });

    it('is loaded again after it could not be, and the failure is shown', async () => {
      const here = remoteWorld();
      here.loading.failure = new LatchkeyError('relay/unauthorized', { reason: 'no project id' });
      const run = record(here.pairWallet.execute());
      await settle();
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'relay/unauthorized' } });
      expect(here.pairing()).toMatchObject({ status: 'disconnected', wcError: true });
      here.loading.failure = null;
      await here.paired();
      expect(here.loading.count).toBe(2);
    });

    it('ends with the client', async () => {
      const here = remoteWorld();
      const session = await here.paired();
      here.remote.dispose();
      await settle();
      expect(here.engine.disposals).toBe(1);
      session.end();
      // What is stored stays for the next page.
      expect(here.memory.connectorOf('eip155')).toBe('walletConnect');
    });

    it('is not begun after it, nor loaded', async () => {
      const here = remoteWorld();
      here.remote.dispose();
      await expect(here.remote.open(new AbortController().signal)).rejects.toMatchObject({ code: 'config/disposed' });
      await expect(here.remote.resume('eip155', new AbortController().signal)).rejects.toMatchObject({ code: 'config/disposed' });
      expect([here.loading.count, here.clock.pending]).toEqual([0, 0]);
    });

    it('is not loaded to be ended', () => {
      const here = remoteWorld();
      here.remote.dispose();
      expect(here.loading.count).toBe(0);
    });
  });

  describe('a proposal', () => {
    it('asks for every configured network of the chains that can take a session up', async () => {
      const here = remoteWorld();
      await startPairing(here);
      const { optionalNamespaces, requiredNamespaces } = here.engine.last.request;
      expect(Object.keys(optionalNamespaces)).toEqual(['eip155', 'solana']);
      expect(optionalNamespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:137']);
      expect(requiredNamespaces).toBeUndefined();
    });

    it('asks for nothing of a chain that has gone', async () => {
      const here = remoteWorld();
      here.chains.delete('eip155');
      await startPairing(here);
      expect(Object.keys(here.engine.last.request.optionalNamespaces)).toEqual(['solana']);
    });

    it('asks for what the host wants instead', async () => {
      const universalProviderConfigOverride = { methods: { eip155: ['eth_sign'] }, chains: { eip155: ['eip155:10'] } };
      const here = remoteWorld({ options: { universalProviderConfigOverride } });
      await startPairing(here);
      expect(here.engine.last.request.optionalNamespaces.eip155).toMatchObject({ methods: ['eth_sign'], chains: ['eip155:10'] });
    });

    it('says who the app is: the host knows, else the page', async () => {
      const here = remoteWorld();
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
    const here = remoteWorld();
    here.browser.platform = platform;
    (await startPairing(here)).cancel();
    expect(here.engine.last.request.reuse).toBe(true);
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcUri: SHOWN.uri });
    record(here.pairWallet.execute());
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: SHOWN.uri });
  });

  it('make a new URI each time elsewhere', async () => {
    const here = remoteWorld();
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
      const here = remoteWorld();
      const session = await here.paired();
      expect(here.connections.state.namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);
      const { eip155 } = EVM;
      if (eip155 === undefined) throw new Error('It allows EVM');
      session.allow({ eip155: { ...eip155, accounts: eip155.accounts.slice(0, 1) } });
      expect(here.connections.state.namespaces.eip155).toMatchObject({ approvedChainIds: ['eip155:1'], supportsAllNetworks: false });
    });

    it('keeps `connected` while it lives, whatever is shown, left or fails for another namespace', async () => {
      const here = remoteWorld();
      const session = await here.paired(EVM);
      const seen: string[] = [];
      here.connections.state$.subscribe(({ pairing: { status } }) => {
        if (seen.at(-1) !== status) seen.push(status);
      });
      const picked$ = new BehaviorSubject(undefined);
      const shown = record(here.pairWallet.execute({ namespace: 'solana', picked$ }));
      await settle();
      here.engine.last.request.show(SHOWN);
      shown.cancel();
      await settle();
      expect(seen).toEqual(['connected']);
      record(here.pairWallet.execute({ namespace: 'solana' })).cancel();
      record(here.pairWallet.execute({ namespace: 'solana' }));
      await settle();
      here.engine.last.fail(new LatchkeyError('relay/unreachable', { relays: [] }));
      await settle();
      expect(here.pairing()).toMatchObject({ status: 'connected', wcError: true });
      expect(seen).toEqual(['connected', 'connecting', 'connected', 'connecting', 'connected']);
      session.end();
      expect(here.pairing().status).toBe('disconnected');
    });

    it('is `connected` on the next page too', async () => {
      const here = remoteWorld();
      here.engine.stored = new FakeRemoteSession({ namespaces: EVM });
      here.memory.remember('eip155', 'walletConnect');
      record(here.reconnectWallets.execute());
      await settle();
      expect(here.session('eip155')).not.toBeNull();
      expect(here.pairing().status).toBe('connected');
    });

    it.each(['wallet', 'expired', 'lost'] as const)('is forgotten for good when it ends: %s', async (reason) => {
      const here = remoteWorld();
      const session = await here.paired();
      session.end(reason);
      expect(here.session('eip155')).toBeNull();
      expect(here.memory.connectorOf('eip155')).toBeNull();
      expect(here.pairing().status).toBe('disconnected');
      expect(session.heard).toBe(false);
    });

    it('is over for all its namespaces when it is ended here', async () => {
      const here = remoteWorld();
      const session = new FakeRemoteSession({ namespaces: BOTH });
      here.engine.stored = session;
      record(here.pairWallet.execute());
      await settle();
      here.engine.last.approve(session);
      await settle();
      expect(here.session('solana')).not.toBeNull();
      await here.connections.sessionOf('eip155')?.disconnect(new AbortController().signal);
      expect([here.session('eip155'), here.session('solana')]).toEqual([null, null]);
      expect([here.memory.connectorOf('eip155'), here.memory.connectorOf('solana')]).toEqual([null, null]);
      expect(session.disconnections).toBe(1);
    });

    it('ends for its wallet when an installed one takes its place, and its end harms nobody', async () => {
      const here = remoteWorld();
      const session = await here.paired();
      record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
      await settle();
      expect(session.disconnections).toBe(1);
      expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
    });

    it('ends for its wallet when another one elsewhere takes its place', async () => {
      const here = remoteWorld();
      const first = await here.paired(EVM, 'a'.repeat(64));
      const second = await here.paired(EVM, 'b'.repeat(64));
      expect([first.disconnections, second.disconnections]).toEqual([1, 0]);
      expect(here.session('eip155')?.connector.id).toBe('walletConnect');
      expect(here.memory.connectorOf('eip155')).toBe('walletConnect');
    });

    it('stays while another namespace uses it', async () => {
      const here = remoteWorld();
      const session = new FakeRemoteSession({ namespaces: BOTH });
      here.engine.stored = session;
      record(here.pairWallet.execute());
      await settle();
      here.engine.last.approve(session);
      await settle();
      record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
      await settle();
      expect(session.disconnections).toBe(0);
      expect(here.session('solana')?.connector.id).toBe('walletConnect');
    });

    it('ends for its wallet when a person disconnects', async () => {
      const here = remoteWorld();
      const session = await here.paired();
      const run = record(here.disconnectWallet.execute());
      await settle();
      expect(run.values.at(-1)?.status).toBe('success');
      expect(session.disconnections).toBe(1);
      expect(here.pairing().status).toBe('disconnected');
    });

    it('does no harm to an installed wallet that was picked before it began', async () => {
      const here = remoteWorld();
      here.evm.slow = true;
      record(here.pairWallet.execute());
      await settle();
      const session = new FakeRemoteSession({ namespaces: EVM });
      here.engine.last.approve(session);
      await settle();
      record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
      await settle();
      here.evm.goOn();
      await settle();
      session.end();
      expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
    });
  });

  it('name the other namespaces that a session allows', async () => {
    const here = remoteWorld();
    const both = await here.paired(BOTH);
    expect(here.remote.keepBeside('eip155', both)).toEqual(['solana']);
    expect(here.remote.keepBeside('solana', new FakeRemoteSession({ namespaces: SOLANA_ONLY }))).toEqual([]);
  });
});
