import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import type { RecentWallet } from '../../../../domain/connection/recent-wallets.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { EVM_WALLET, record } from '../support/world.js';
import { EVM, remoteWorld } from './support/remote-world.js';

const SHOWN = { uri: 'wc:topic@2?symKey=secret', expiresAt: 1_700_000_240_000 };
const WALLET: RecentWallet = { id: 'w1', name: 'Rainbow', imageId: 'i1' };
const OTHER: RecentWallet = { id: 'w2', name: 'Lantern' };
const LINK = { wallet: WALLET, base: 'rainbow://', platform: 'mobile' } as const;

const stepsOf = (values: readonly { readonly status: string; readonly step?: string }[]): readonly string[] =>
  values.map(({ status, step }) => step ?? status);

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
  const run = record(here.pairWallet.execute({ picked$ }));
  await settle();
  here.engine.last.request.show(SHOWN);
  return { ...here, picked$, run, statuses };
};

describe('PairWallet, ahead of the choice', () => {
  it('shows a URI, and says nowhere that somebody connects', async () => {
    const here = await prepared();
    expect(stepsOf(here.run.values)).toEqual(['working', 'scan-uri']);
    expect(here.pairing()).toMatchObject({ wcUri: SHOWN.uri, wcPairingExpiry: SHOWN.expiresAt });
    expect(here.statuses).toEqual(['disconnected disconnected']);
  });

  it.each([
    ['a wallet', WALLET],
    ['any wallet', null],
  ])('connects from the moment that %s is picked, by the URI that is there', async (_, wallet) => {
    const here = await prepared();
    here.picked$.next(wallet);
    expect(here.statuses.at(-1)).toBe('connecting connecting');
    expect(here.pairing()).toMatchObject({ wcUri: SHOWN.uri, recentWallet: wallet ?? undefined });
    here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    await settle();
    expect(here.run.values.at(-1)).toMatchObject({ status: 'success', result: { isConnected: true } });
    expect(here.engine.pairings).toHaveLength(1);
    expect(here.statuses.at(-1)).toBe('connected connected');
  });

  it('hears of a wallet that was picked before its code was there', async () => {
    const here = remoteWorld();
    record(here.pairWallet.execute({ picked$: new BehaviorSubject<RecentWallet | null | undefined>(WALLET) }));
    expect(here.pairing()).toMatchObject({ status: 'connecting', recentWallet: WALLET });
  });

  it('takes the tap on a link for the choice, and keeps its wallet whichever is looked at then', async () => {
    const here = await prepared();
    record(here.useCases.followWalletLink.execute(LINK));
    expect(here.statuses.at(-1)).toBe('connecting connecting');
    here.picked$.next(OTHER);
    expect(here.pairing().recentWallet).toEqual(WALLET);
    here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    await settle();
    expect(here.tracked.at(-1)).toEqual({ event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Rainbow' } });
  });

  it('remembers the wallet that was picked last', async () => {
    const here = await prepared();
    here.picked$.next(WALLET);
    here.picked$.next(OTHER);
    expect(here.pairing().recentWallet).toEqual(OTHER);
  });

  it('connects a wallet that approves before any was picked', async () => {
    const here = await prepared();
    here.engine.last.approve(new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    await settle();
    expect(here.run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(here.session('eip155')?.connector.name).toBe('Phone');
    expect(here.pairing().status).toBe('connected');
  });

  it('ends in the error where no URI can be had, which nobody has tried to connect for', async () => {
    const here = await prepared();
    here.engine.last.fail(new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }));
    await settle();
    expect(here.run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'relay/unreachable' } });
    expect(here.run.end).toBe('complete');
    expect(here.statuses).toEqual(['disconnected disconnected']);
    expect(here.tracked).toEqual([]);
  });

  it('reports the error once a wallet was picked', async () => {
    const here = await prepared();
    here.picked$.next(WALLET);
    here.engine.last.fail(new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' }));
    await settle();
    expect(here.run.values.filter(({ status }) => status === 'error')).toMatchObject([{ error: { code: 'wallet/rejected' } }]);
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_ERROR']);
  });

  it('passes a defect on as one', async () => {
    const here = await prepared();
    here.engine.last.fail(new TypeError('bug'));
    await settle();
    expect(here.run.end).toMatchObject({ defect: expect.any(TypeError) });
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('stops the engine and takes the URI back when it is cancelled %s the choice', async (_, isPicked) => {
    const here = await prepared();
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
    const here = await prepared();
    const session = new FakeRemoteSession({ namespaces: EVM });
    here.engine.last.approve(session);
    here.run.cancel();
    await settle();
    expect(session.live).toBe(false);
    expect(here.session('eip155')).toBeNull();
  });

  it('is in nobody’s way: a wallet in the browser connects meanwhile, and the list goes on', async () => {
    const here = await prepared();
    record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settle();
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(here.engine.last.signal.aborted).toBe(false);
  });

  it('does not hold up who takes a connection up in silence', async () => {
    const here = await prepared();
    here.memory.remember('eip155', EVM_WALLET);
    here.evm.wallet(EVM_WALLET).connected = true;
    record(here.reconnectWallets.execute({ namespace: 'eip155' }));
    await settle();
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
  });
});
