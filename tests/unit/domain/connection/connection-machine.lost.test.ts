import { describe, expect, it } from 'vitest';
import type { ConnectionEvent } from '../../../../domain/connection/connection-event.js';
import { disconnectedNamespace, initialConnectionState, reduceConnection } from '../../../../domain/connection/connection-machine.js';
import type { CachedSession, LostConnection } from '../../../../domain/connection/connection-state.js';
import { accountOf, connectedNamespacesOf, displayedSessionOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { mainnet, polygon } from '../network/networks-for-tests.js';
import { ALICE, account, approved, BOB, connected, connector, established, run, session, started } from './connection-for-tests.js';

const EXPIRED: LostConnection = { reason: 'expired', name: 'Rainbow' };
const lost = (info: LostConnection = EXPIRED): ConnectionEvent => ({ type: 'connection-lost', namespace: 'eip155', lost: info });
const ended: ConnectionEvent = { type: 'session-ended', namespace: 'eip155' };

describe('lost connections', () => {
  it('are stored, before or after session-ended', () => {
    for (const events of [
      [lost(), ended],
      [ended, lost()],
    ]) {
      const state = run(...connected(), ...events);
      expect(state.lost).toEqual({ eip155: EXPIRED });
      expect(state.namespaces.eip155?.session).toBeNull();
    }
  });

  it('ignore a repeated event', () => {
    const once = run(lost());
    expect(reduceConnection(once, lost({ ...EXPIRED }))).toBe(once);
    expect(reduceConnection(once, lost({ reason: 'wallet', name: 'Rainbow' })).lost.eip155?.reason).toBe('wallet');
  });

  it('are cleared when a wallet connects, but not by an attempt', () => {
    expect(run(lost(), started(1)).lost).toEqual({ eip155: EXPIRED });
    expect(run(lost(), started(1), { type: 'attempt-ended', namespace: 'eip155', id: 1 }).lost).toEqual({ eip155: EXPIRED });
    expect(run(lost(), started(1), established(1)).lost).toEqual({});
  });

  it('are cleared by loss-forgotten', () => {
    expect(run(lost(), { type: 'lost-connection-cleared', namespace: 'eip155' }).lost).toEqual({});
    const before = run(lost());
    expect(reduceConnection(before, { type: 'lost-connection-cleared', namespace: 'solana' })).toBe(before);
  });

  it('are ignored in an unconfigured namespace', () => {
    const before = run();
    expect(reduceConnection(before, { type: 'connection-lost', namespace: 'bip122', lost: EXPIRED })).toBe(before);
  });
});

const REMEMBERED: CachedSession = { connector: connector('eip155', 'walletConnect'), accounts: [account(BOB)] };
const START = initialConnectionState({ eip155: disconnectedNamespace([mainnet, polygon], polygon.caipNetworkId, REMEMBERED) }, 'eip155');
const from = (...events: readonly ConnectionEvent[]) => events.reduce(reduceConnection, START);
const silent = started(1, true, 'walletConnect');

describe('cached session', () => {
  it('is displayed while reconnecting, not yet connected', () => {
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

  it('is not displayed before reconnecting, nor without a namespace', () => {
    expect(accountOf(START)).toMatchObject({ status: 'disconnected', isConnected: false, address: undefined });
    expect(displayedSessionOf(undefined)).toBeNull();
  });

  it('is replaced by the session', () => {
    const state = from(silent, established(1));
    expect(accountOf(state)).toMatchObject({ status: 'connected', isConnected: true, address: ALICE });
    expect(state.namespaces.eip155?.cachedSession).toBeNull();
    expect(accountOf(reduceConnection(state, ended)).address).toBeUndefined();
  });

  it('is dropped when the attempt fails, also for a later attempt', () => {
    const state = from(silent, { type: 'attempt-ended', namespace: 'eip155', id: 1 }, started(2, true));
    expect(statusOf(state.namespaces.eip155)).toBe('reconnecting');
    expect(accountOf(state).address).toBeUndefined();
  });

  it('is dropped when the user selects a wallet', () => {
    const state = from(silent, started(2));
    expect(accountOf(state)).toMatchObject({ status: 'connecting', address: undefined });
    expect(from(started(2), { type: 'attempt-ended', namespace: 'eip155', id: 2 }, silent).namespaces.eip155?.cachedSession).toBeNull();
  });
});

describe('missing permissions', () => {
  const missingPermissions = { chainIds: [polygon.caipNetworkId], actions: ['sign-message' as const], methods: ['personal_sign'] };
  const approval = approved(mainnet.caipNetworkId);

  it('are stored with the approved chains, and reset when the session ends', () => {
    const state = run(...connected(), { ...approval, missingPermissions });
    expect(state.namespaces.eip155?.missingPermissions).toEqual(missingPermissions);
    expect(reduceConnection(state, ended).namespaces.eip155?.missingPermissions).toBeNull();
    const next = [started(2), established(2, session(BOB))].reduce(reduceConnection, state);
    expect(next.namespaces.eip155?.missingPermissions).toBeNull();
  });

  it('are null if none were requested', () => {
    expect(run(...connected(), { ...approval, missingPermissions }, approval).namespaces.eip155?.missingPermissions).toBeNull();
  });
});
