import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { ConnectionEvent } from '../../../../domain/connection/connection-event.js';
import { reduceConnection } from '../../../../domain/connection/connection-machine.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { base, mainnet, polygon } from '../network/networks-for-tests.js';
import { ALICE, approved, BOB, balanceOf, connected, eip155, loaded, run, START, session, started } from './connection-for-tests.js';

const MAINNET = mainnet.caipNetworkId;
const POLYGON = polygon.caipNetworkId;

const READ_FAILED = new LatchkeyError('network/rpc-failed', { chainId: MAINNET, method: 'eth_getBalance' });

describe('balance', () => {
  const READ = { loading: false, balance: balanceOf(ALICE, MAINNET), lastRetry: null };
  const requested: ConnectionEvent = { type: 'balance-requested', namespace: 'eip155' };
  const failed = (address: string, chainId = MAINNET): ConnectionEvent => ({
    type: 'balance-failed',
    namespace: 'eip155',
    address,
    chainId,
    at: 5,
    error: READ_FAILED,
  });

  it('is loading, then loaded; or failed, with the time of the failure', () => {
    expect(eip155(...connected(), requested).balance).toEqual({ loading: true, balance: null, lastRetry: null });
    expect(eip155(...connected(), requested, loaded()).balance).toEqual(READ);
    expect(eip155(...connected(), requested, failed(ALICE)).balance).toEqual({
      loading: false,
      balance: null,
      lastRetry: 5,
      error: READ_FAILED,
    });
    expect(eip155(...connected(), requested, failed(ALICE), loaded()).balance.lastRetry).toBeNull();
  });

  it('stops loading when the request is cancelled, and is otherwise unchanged', () => {
    const cancelled: ConnectionEvent = { type: 'balance-cancelled', namespace: 'eip155' };
    expect(eip155(...connected(), loaded(), requested, cancelled).balance).toEqual(READ);
    const idle = run(...connected(), loaded());
    expect(reduceConnection(idle, cancelled)).toBe(idle);
  });

  it('keeps the last value while reloading', () => {
    expect(eip155(...connected(), loaded(), requested).balance).toEqual({ ...READ, loading: true });
  });

  it('ignores results for another account or chain', () => {
    const before = run(...connected(session(ALICE, POLYGON)), requested);
    for (const late of [loaded(ALICE, MAINNET), loaded(BOB, POLYGON), failed(ALICE, MAINNET), failed(BOB, POLYGON)]) {
      expect(reduceConnection(before, late)).toBe(before);
    }
  });

  it('accepts a result for the same address in another letter case', () => {
    expect(eip155(...connected(), loaded(ALICE.toLowerCase())).balance.balance).not.toBeNull();
  });
});

describe('networks', () => {
  const select = (chainId: string): ConnectionEvent => ({ type: 'network-selected', namespace: 'eip155', chainId: toChainId(chainId) });

  it('can be selected among the configured ones while disconnected', () => {
    expect(eip155(select(POLYGON)).selectedChainId).toBe(POLYGON);
    const before = run(select(POLYGON));
    expect(reduceConnection(before, select('eip155:5'))).toBe(before);
    expect(reduceConnection(before, select(POLYGON))).toBe(before);
  });

  it('follow the wallet while connected', () => {
    const live = run(...connected());
    expect(reduceConnection(live, select(POLYGON))).toBe(live);
  });

  it('keep the selected one when others change, else select the first', () => {
    const change: ConnectionEvent = { type: 'networks-changed', namespace: 'eip155', networks: [base, polygon] };
    expect(eip155(select(POLYGON), change).selectedChainId).toBe(POLYGON);
    expect(eip155(change).selectedChainId).toBe(base.caipNetworkId);
    expect(eip155(...connected(), change)).toMatchObject({ selectedChainId: MAINNET, session: { chainId: MAINNET } });
  });

  it('are approved only while the wallet is connected', () => {
    expect(reduceConnection(START, approved(POLYGON))).toBe(START);
    expect(eip155(...connected(), approved(POLYGON))).toMatchObject({ approvedChainIds: [POLYGON], supportsAllNetworks: false });
    const ended = eip155(...connected(), approved(POLYGON), { type: 'session-ended', namespace: 'eip155' });
    expect(ended).toMatchObject({ approvedChainIds: null, supportsAllNetworks: true });
  });
});

describe('namespaces', () => {
  it('are activated if configured, and switching until settled', () => {
    const switching = run({ type: 'namespace-activated', namespace: 'solana' });
    expect(switching).toMatchObject({ activeNamespace: 'solana', isSwitchingNamespace: true });
    expect(reduceConnection(switching, { type: 'namespace-switch-settled' }).isSwitchingNamespace).toBe(false);
    expect(reduceConnection(START, { type: 'namespace-activated', namespace: 'bip122' })).toBe(START);
    expect(reduceConnection(START, { type: 'namespace-activated', namespace: 'eip155' })).toBe(START);
    expect(reduceConnection(START, { type: 'namespace-switch-settled' })).toBe(START);
  });

  it('can be added once', () => {
    const state = run({ type: 'namespace-added', namespace: 'bip122', networks: [mainnet] });
    expect(state.namespaces.bip122?.session).toBeNull();
    expect(reduceConnection(state, { type: 'namespace-added', namespace: 'bip122', networks: [polygon] })).toBe(state);
  });

  it('can be removed while idle, except the last one; another one becomes active', () => {
    const remove = (namespace: 'eip155' | 'solana'): ConnectionEvent => ({ type: 'namespace-removed', namespace });
    const removed = run(remove('eip155'));
    expect(Object.keys(removed.namespaces)).toEqual(['solana']);
    expect(removed.activeNamespace).toBe('solana');
    expect(reduceConnection(removed, remove('solana'))).toBe(removed);
    expect(reduceConnection(removed, remove('eip155'))).toBe(removed);
    const live = run(...connected());
    expect(reduceConnection(live, remove('eip155'))).toBe(live);
    const connecting = run(started(1));
    expect(reduceConnection(connecting, remove('eip155'))).toBe(connecting);
  });
});

describe('pairing and initialization', () => {
  it('are stored in the state', () => {
    const state = run({ type: 'pairing-changed', pairing: { wcUri: 'wc:a', status: 'connecting' } }, { type: 'initialized' });
    expect(state.pairing).toMatchObject({ wcUri: 'wc:a', status: 'connecting', wcError: false, buffering: false });
    expect(state.initialized).toBe(true);
    expect(reduceConnection(state, { type: 'initialized' })).toBe(state);
    expect(reduceConnection(state, { type: 'pairing-changed', pairing: { wcUri: 'wc:a' } })).toBe(state);
  });
});
