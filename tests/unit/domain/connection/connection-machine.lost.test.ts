import { describe, expect, it } from 'vitest';
import type { ConnectionEvent } from '../../../../domain/connection/connection-event.js';
import { idleNamespace, initialConnectionState, reduceConnection } from '../../../../domain/connection/connection-machine.js';
import type { LostConnection, RememberedSession } from '../../../../domain/connection/connection-state.js';
import { accountOf, connectedNamespacesOf, shownSessionOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { mainnet, polygon } from '../network/networks-for-tests.js';
import { ALICE, account, approved, BOB, connected, connector, established, run, session, started } from './connection-for-tests.js';

const EXPIRED: LostConnection = { reason: 'expired', name: 'Rainbow' };
const lost = (info: LostConnection = EXPIRED): ConnectionEvent => ({ type: 'connection-lost', namespace: 'eip155', lost: info });
const ended: ConnectionEvent = { type: 'session-ended', namespace: 'eip155' };

describe('a lost connection', () => {
  it('is known beside the namespace, whichever of end and loss is told first', () => {
    for (const events of [
      [lost(), ended],
      [ended, lost()],
    ]) {
      const state = run(...connected(), ...events);
      expect(state.lost).toEqual({ eip155: EXPIRED });
      expect(state.namespaces.eip155?.session).toBeNull();
    }
  });

  it('is one however often it is told', () => {
    const once = run(lost());
    expect(reduceConnection(once, lost({ ...EXPIRED }))).toBe(once);
    expect(reduceConnection(once, lost({ reason: 'wallet', name: 'Rainbow' })).lost.eip155?.reason).toBe('wallet');
  });

  it('is forgotten when a wallet connects there, and not while one is asked', () => {
    expect(run(lost(), started(1)).lost).toEqual({ eip155: EXPIRED });
    expect(run(lost(), started(1), { type: 'attempt-ended', namespace: 'eip155', id: 1 }).lost).toEqual({ eip155: EXPIRED });
    expect(run(lost(), started(1), established(1)).lost).toEqual({});
  });

  it('is forgotten when it is said so, which changes nothing where none is known', () => {
    expect(run(lost(), { type: 'loss-forgotten', namespace: 'eip155' }).lost).toEqual({});
    const before = run(lost());
    expect(reduceConnection(before, { type: 'loss-forgotten', namespace: 'solana' })).toBe(before);
  });

  it('is none in a namespace that is not configured', () => {
    const before = run();
    expect(reduceConnection(before, { type: 'connection-lost', namespace: 'bip122', lost: EXPIRED })).toBe(before);
  });
});

const REMEMBERED: RememberedSession = { connector: connector('eip155', 'walletConnect'), accounts: [account(BOB)] };
const START = initialConnectionState({ eip155: idleNamespace([mainnet, polygon], polygon.caipNetworkId, REMEMBERED) }, 'eip155');
const from = (...events: readonly ConnectionEvent[]) => events.reduce(reduceConnection, START);
const silent = started(1, true, 'walletConnect');

describe('what the last page was connected with', () => {
  it('is shown while it is taken up: the account, not yet connected', () => {
    const state = from(silent);
    expect(accountOf(state)).toMatchObject({
      status: 'reconnecting',
      isConnected: false,
      address: BOB,
      caipAddress: `eip155:137:${BOB}`,
      connectedWalletInfo: { name: 'Example' },
    });
    expect(connectedNamespacesOf(state)).toEqual([]);
  });

  it('is not shown before, nor where nothing is taken up', () => {
    expect(accountOf(START)).toMatchObject({ status: 'disconnected', isConnected: false, address: undefined });
    expect(shownSessionOf(undefined)).toBeNull();
  });

  it('gives its place to the session', () => {
    const state = from(silent, established(1));
    expect(accountOf(state)).toMatchObject({ status: 'connected', isConnected: true, address: ALICE });
    expect(state.namespaces.eip155?.remembered).toBeNull();
    expect(accountOf(reduceConnection(state, ended)).address).toBeUndefined();
  });

  it('is over when nothing comes of it, also for a later attempt', () => {
    const state = from(silent, { type: 'attempt-ended', namespace: 'eip155', id: 1 }, started(2, true));
    expect(statusOf(state.namespaces.eip155)).toBe('reconnecting');
    expect(accountOf(state).address).toBeUndefined();
  });

  it('is over as soon as a person picks a wallet', () => {
    const state = from(silent, started(2));
    expect(accountOf(state)).toMatchObject({ status: 'connecting', address: undefined });
    expect(from(started(2), { type: 'attempt-ended', namespace: 'eip155', id: 2 }, silent).namespaces.eip155?.remembered).toBeNull();
  });
});

describe('what a wallet was asked for and does not offer', () => {
  const ungranted = { chainIds: [polygon.caipNetworkId], abilities: ['sign-message' as const], methods: ['personal_sign'] };
  const approval = approved(mainnet.caipNetworkId);

  it('is known with what it allows, and ends with the session', () => {
    const state = run(...connected(), { ...approval, ungranted });
    expect(state.namespaces.eip155?.ungranted).toEqual(ungranted);
    expect(reduceConnection(state, ended).namespaces.eip155?.ungranted).toBeNull();
    const next = [started(2), established(2, session(BOB))].reduce(reduceConnection, state);
    expect(next.namespaces.eip155?.ungranted).toBeNull();
  });

  it('is nothing where nothing was asked', () => {
    expect(run(...connected(), { ...approval, ungranted }, approval).namespaces.eip155?.ungranted).toBeNull();
  });
});
