import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { EVM_WALLET, record, SOLANA_WALLET } from '../support/world.js';
import { BOTH, EVM, remoteWorld, SOLANA_ONLY } from './support/remote-world.js';

const URI = 'wc:topic@2?symKey=secret';
const SHOWN = { uri: URI, expiresAt: 1_700_000_240_000 };
const WALLET = { id: 'w1', name: 'Rainbow', imageId: 'i1' };
const LINK = { href: 'rainbow://', name: 'Rainbow' };
const DEEP_LINK = 'WALLETCONNECT_DEEPLINK_CHOICE';
const RECENT = '@latchkey/recent_wallets';

const stepsOf = (values: readonly { readonly status: string; readonly step?: string }[]): readonly string[] =>
  values.map(({ status, step }) => step ?? status);

describe('PairWallet', () => {
  it('does nothing before somebody subscribes, nor for somebody who leaves at the first state', async () => {
    const here = remoteWorld();
    const before = here.connections.state;
    const stream = here.pairWallet.execute({ wallet: WALLET });
    record(stream.pipe(take(1)));
    await settle();
    expect(here.connections.state).toBe(before);
    expect(here.loading.count).toBe(0);
  });

  it('works until there is a URI, waits until it is scanned, and ends with the account', async () => {
    const here = remoteWorld();
    const run = record(here.pairWallet.execute());
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: undefined });
    await settle();
    here.engine.last.request.show(SHOWN);
    expect(run.values.at(-1)).toEqual({ status: 'pending', step: 'scan-uri' });
    expect(here.pairing()).toMatchObject({ wcUri: URI, wcPairingExpiry: SHOWN.expiresAt });
    here.engine.last.request.show({ uri: `${URI}2`, expiresAt: SHOWN.expiresAt + 1 });
    expect(here.pairing().wcUri).toBe(`${URI}2`);
    here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    await settle();
    // In between the chain takes the session up.
    expect(stepsOf(run.values)).toEqual(['working', 'scan-uri', 'working', 'success']);
    expect(run.values.at(-1)).toMatchObject({ result: { namespace: 'eip155', isConnected: true } });
    expect(run.end).toBe('complete');
    expect(here.pairing()).toMatchObject({ status: 'connected', wcUri: undefined, wcPairingExpiry: undefined, wcError: false });
    expect(here.session('eip155')?.connector).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'Phone' });
  });

  it('takes the namespace that it is given', async () => {
    const here = remoteWorld();
    const run = record(here.pairWallet.execute({ namespace: 'solana' }));
    await settle();
    here.engine.last.approve(new FakeRemoteSession({ namespaces: SOLANA_ONLY }));
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { namespace: 'solana' } });
    expect(here.session('eip155')).toBeNull();
  });

  it.each([
    ['wallet/rejected', new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' })],
    ['pairing/expired', new LatchkeyError('pairing/expired', {})],
    ['relay/unreachable', new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] })],
    ['relay/unauthorized', new LatchkeyError('relay/unauthorized', { reason: 'invalid key' })],
  ] as const)('ends in %s, shows no URI any more and says that it failed', async (code, error) => {
    const here = remoteWorld();
    const run = record(here.pairWallet.execute());
    await settle();
    here.engine.last.request.show(SHOWN);
    here.engine.last.fail(error);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(run.end).toBe('complete');
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: true, buffering: false });
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_ERROR']);
    expect(here.storage.get('@latchkey/eip155:connected_connector_id')).toBeNull();
  });

  it('forgets the failure when it is tried again', async () => {
    const here = remoteWorld();
    record(here.pairWallet.execute());
    await settle();
    here.engine.last.fail(new LatchkeyError('pairing/expired', {}));
    await settle();
    record(here.pairWallet.execute());
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcError: false });
  });

  it('passes a defect on as one', async () => {
    const here = remoteWorld();
    const run = record(here.pairWallet.execute());
    await settle();
    here.engine.last.fail(new TypeError('bug'));
    await settle();
    expect(run.end).toMatchObject({ defect: expect.any(TypeError) });
  });

  it('takes the URI back and stops the engine when it is cancelled, and reports nothing', async () => {
    const here = remoteWorld();
    const run = record(here.pairWallet.execute());
    await settle();
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
    const here = remoteWorld();
    record(here.pairWallet.execute()).cancel();
    await settle();
    expect(here.engine.pairings).toEqual([]);
    expect(here.pairing()).toMatchObject({ status: 'disconnected', wcError: false });
  });

  describe('once a wallet is connected', () => {
    it('reports a QR on another device, by the name that the wallet gives itself, and keeps no link', async () => {
      const here = remoteWorld();
      here.storage.set(DEEP_LINK, JSON.stringify(LINK));
      await here.paired();
      expect(here.tracked).toEqual([{ event: 'CONNECT_SUCCESS', properties: { method: 'qrcode', name: 'Phone' } }]);
      expect(here.storage.get(DEEP_LINK)).toBeNull();
      expect(here.storage.get(RECENT)).toBeNull();
    });

    it('reports a link on this device, and keeps it and the wallet', async () => {
      const here = remoteWorld();
      record(here.pairWallet.execute({ wallet: WALLET }));
      expect(here.pairing().recentWallet).toEqual(WALLET);
      await settle();
      here.engine.last.request.show(SHOWN);
      record(here.useCases.followWalletLink.execute({ wallet: WALLET, base: LINK.href, platform: 'mobile' }));
      here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM }));
      await settle();
      expect(here.tracked.filter(({ event }) => event === 'CONNECT_SUCCESS')).toEqual([
        { event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Rainbow' } },
      ]);
      expect(JSON.parse(here.storage.get(DEEP_LINK) ?? '')).toEqual(LINK);
      expect(JSON.parse(here.storage.get(RECENT) ?? '')).toEqual([WALLET]);
    });

    it('keeps neither for a wallet that declines', async () => {
      const here = remoteWorld();
      record(here.pairWallet.execute({ wallet: WALLET }));
      await settle();
      here.connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking: LINK } });
      here.engine.last.fail(new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' }));
      await settle();
      expect([here.storage.get(DEEP_LINK), here.storage.get(RECENT)]).toEqual([null, null]);
    });

    it('knows nothing of the wallet of an earlier pairing', () => {
      const here = remoteWorld();
      here.connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking: LINK, recentWallet: WALLET } });
      record(here.pairWallet.execute());
      expect(here.pairing()).toMatchObject({ wcLinking: undefined, recentWallet: undefined });
    });

    it('remembers it for the next page', async () => {
      const here = remoteWorld();
      await here.paired();
      expect(here.memory.connectorOf('eip155')).toBe('walletConnect');
    });

    it('connects every namespace that the one approval gave, without asking again', async () => {
      const here = remoteWorld();
      const session = new FakeRemoteSession({ namespaces: BOTH });
      const run = record(here.pairWallet.execute());
      await settle();
      here.engine.stored = session;
      here.engine.last.approve(session);
      await settle();
      expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { namespace: 'eip155' } });
      expect(here.session('solana')?.connector.id).toBe('walletConnect');
      expect(here.memory.connectorOf('solana')).toBe('walletConnect');
      expect(here.engine.pairings).toHaveLength(1);
      expect(here.connections.state.activeNamespace).toBe('eip155');
    });

    it('leaves a namespace alone that has a wallet already', async () => {
      const here = remoteWorld();
      here.solana.announce({ id: SOLANA_WALLET });
      record(here.connectWallet.execute({ namespace: 'solana', connectorId: SOLANA_WALLET }));
      await settle();
      const session = new FakeRemoteSession({ namespaces: BOTH });
      record(here.pairWallet.execute({ namespace: 'eip155' }));
      await settle();
      here.engine.stored = session;
      here.engine.last.approve(session);
      await settle();
      expect(here.session('solana')?.connector.id).toBe(SOLANA_WALLET);
      expect(here.memory.connectorOf('solana')).toBe(SOLANA_WALLET);
    });
  });

  it('keeps the installed wallet until the other one is there', async () => {
    const here = remoteWorld();
    record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settle();
    record(here.pairWallet.execute());
    await settle();
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM }));
    await settle();
    expect(here.session('eip155')?.connector.id).toBe('walletConnect');
  });

  it('fails in a typed way where the host did not compose the wallet protocol', async () => {
    const here = remoteWorld();
    const run = record(here.useCases.pairWallet.execute());
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/connector-not-found' } });
  });
});
