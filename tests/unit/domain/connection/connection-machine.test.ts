import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { ConnectionEvent } from '../../../../domain/connection/connection-event.js';
import { disconnectedNamespace, reduceConnection } from '../../../../domain/connection/connection-machine.js';
import type { SessionInfo } from '../../../../domain/connection/connection-state.js';
import { accountOf, networkOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { embeddedConnector } from '../../../../domain/connection/connector.js';
import { mainnet, polygon, solana } from '../network/networks-for-tests.js';
import {
  ALICE,
  account,
  approved,
  BOB,
  balanceOf,
  connected,
  connector,
  eip155,
  established,
  FORMER_SOLANA,
  loaded,
  run,
  START,
  session,
  started,
} from './connection-for-tests.js';

const MAINNET = mainnet.caipNetworkId;
const POLYGON = polygon.caipNetworkId;
const details: ConnectionEvent = {
  type: 'details-changed',
  namespace: 'eip155',
  details: {
    profileName: 'alice.example',
  },
};

describe('connection status', () => {
  it.each([
    ['disconnected', []],
    ['connecting', [started(1)]],
    ['reconnecting', [started(1, true)]],
    ['connected', connected()],
    ['connected', [...connected(), started(2)]],
    ['disconnected', [started(1), { type: 'attempt-ended', namespace: 'eip155', id: 1 }]],
    ['disconnected', [...connected(), { type: 'session-ended', namespace: 'eip155' }]],
    ['connecting', [...connected(), started(2), { type: 'session-ended', namespace: 'eip155' }]],
  ] satisfies readonly (readonly [string, readonly ConnectionEvent[]])[])('is %s', (status, events) => {
    expect(statusOf(eip155(...events))).toBe(status);
    expect(accountOf(run(...events)).status).toBe(status);
  });

  it('is disconnected for an unconfigured namespace', () => {
    expect(accountOf(START, 'bip122')).toMatchObject({ status: 'disconnected', isConnected: false, namespace: 'bip122', allAccounts: [] });
  });
});

describe('connection attempts', () => {
  it('are replaced by a newer one, and their late result is ignored', () => {
    const before = run(started(1), started(2));
    expect(reduceConnection(before, established(1))).toBe(before);
    expect(reduceConnection(before, { type: 'attempt-ended', namespace: 'eip155', id: 1 })).toBe(before);
    expect(reduceConnection(before, established(2)).namespaces.eip155?.session).toEqual(session());
  });

  it('ignore a second result', () => {
    const before = run(...connected());
    expect(reduceConnection(before, established(1, session(BOB)))).toBe(before);
  });

  it('do not replace the user’s attempt or a session if automatic', () => {
    const connecting = run(started(1));
    expect(reduceConnection(connecting, started(2, true))).toBe(connecting);
    const live = run(...connected());
    expect(reduceConnection(live, started(2, true))).toBe(live);
  });

  it('are replaced by the user’s attempt if automatic', () => {
    expect(eip155(started(1, true), started(2)).attempt).toEqual({ id: 2, connectorId: 'io.example', isAutomatic: false });
  });

  it('keep the session when connecting another wallet fails', () => {
    const before = eip155(...connected(), loaded(), details);
    const after = eip155(...connected(), loaded(), details, started(2), { type: 'attempt-ended', namespace: 'eip155', id: 2 });
    expect(after).toEqual(before);
  });
});

describe('session', () => {
  it('provides the account with all fields', () => {
    expect(accountOf(run(...connected(), loaded(), details))).toEqual({
      namespace: 'eip155',
      status: 'connected',
      isConnected: true,
      caipAddress: `eip155:1:${ALICE}`,
      address: ALICE,
      balance: 1n,
      balanceSymbol: `${ALICE.toLowerCase()} eip155:1`,
      balanceDecimals: 18,
      balanceLoading: false,
      lastRetry: undefined,
      addressExplorerUrl: `https://etherscan.io/address/${ALICE}`,
      allAccounts: [account(ALICE)],
      connectedWalletInfo: { name: 'Example', icon: null, type: 'ANNOUNCED', rdns: 'io.example' },
      connectorId: 'io.example',
      profileName: 'alice.example',
      profileImage: undefined,
      addressLabels: new Map(),
      preferredAccountType: 'eoa',
    });
  });

  it('keeps nothing of another wallet: no balance, details or approval', () => {
    const after = eip155(...connected(), loaded(), details, approved(POLYGON), started(2), established(2, session(BOB)));
    const idle = disconnectedNamespace([mainnet, polygon], MAINNET);
    expect(after).toEqual({ ...idle, session: session(BOB), details: { ...idle.details, preferredAccountType: 'eoa' } });
  });

  it.each<[string, SessionInfo]>([
    ['with no usable address', session('two words')],
    ['with an account of another namespace', { ...session(), accounts: [account(ALICE, 'solana')] }],
    ['on a chain of another namespace', session(ALICE, solana.caipNetworkId)],
    ['of a connector of another namespace', { ...session(), connector: connector('solana') }],
  ])('is rejected %s', (_, info) => {
    const before = run(started(1));
    expect(reduceConnection(before, established(1, info))).toBe(before);
  });

  it('keeps the usable accounts, without duplicates', () => {
    const accounts = [account('garbage!'), account(ALICE), account(ALICE.toLowerCase()), account(BOB, 'solana'), account(BOB)] as const;
    expect(eip155(started(1), established(1, { ...session(), accounts })).session?.accounts).toEqual([account(ALICE), account(BOB)]);
  });

  it('keeps two accounts with the same address and different types', () => {
    const smart = { ...account(ALICE), type: 'smartAccount' } as const;
    expect(eip155(started(1), established(1, { ...session(), accounts: [account(ALICE), smart] })).session?.accounts).toHaveLength(2);
  });

  it('keeps the order of the embedded wallet, whose site decides which account is in use', () => {
    const smart = { ...account(BOB), type: 'smartAccount' } as const;
    const preference = { choice: { address: BOB, type: 'smartAccount', firstAddress: ALICE }, type: 'smartAccount' } as const;
    const ordered = { ...session(), connector: embeddedConnector('eip155'), accounts: [account(ALICE), smart] } as const;
    const state = eip155(started(1), { type: 'session-established', namespace: 'eip155', attemptId: 1, session: ordered, preference });
    expect(state.session?.accounts).toEqual([account(ALICE), smart]);
    const chosen = [started(1), established(1, ordered), { type: 'account-selected', namespace: 'eip155', address: BOB }] as const;
    expect(eip155(...chosen).session?.accounts).toEqual([smart, account(ALICE)]);
    const accounts = [account(ALICE), smart] as const;
    expect(eip155(...chosen, { type: 'accounts-changed', namespace: 'eip155', accounts }).session?.accounts).toEqual(accounts);
  });

  it('uses the current id of a chain that the wallet knows by a former id', () => {
    const info: SessionInfo = {
      connector: connector('solana'),
      accounts: [account('So11111111111111111111111111111111111111112', 'solana')],
      chainId: FORMER_SOLANA,
    };
    const state = run(
      { type: 'attempt-started', namespace: 'solana', id: 1, connectorId: 'x', isAutomatic: false },
      { type: 'session-established', namespace: 'solana', attemptId: 1, session: info },
    );
    expect(state.namespaces.solana?.session?.chainId).toBe(solana.caipNetworkId);
    expect(accountOf(state, 'solana').caipAddress).toBe(`${solana.caipNetworkId}:So11111111111111111111111111111111111111112`);
    expect(reduceConnection(state, { type: 'chain-changed', namespace: 'solana', chainId: FORMER_SOLANA })).toBe(state);
  });

  it('may be on an unconfigured chain, and selects a configured one when it ends', () => {
    const unknown = toChainId('eip155:5');
    const during = eip155(...connected(session(ALICE, unknown)));
    expect(networkOf(during)).toBe(networkOf(during));
    expect(networkOf(during)).toMatchObject({ name: 'Unknown Network', unknown: true, caipNetworkId: unknown });
    const after = eip155(...connected(session(ALICE, unknown)), { type: 'session-ended', namespace: 'eip155' });
    expect(after.selectedChainId).toBe(MAINNET);
  });

  it('keeps its network selected when it ends', () => {
    expect(eip155(...connected(session(ALICE, POLYGON)), { type: 'session-ended', namespace: 'eip155' }).selectedChainId).toBe(POLYGON);
  });
});

describe('wallet events', () => {
  const accounts = (...addresses: readonly [string, ...string[]]): ConnectionEvent => {
    const [first, ...others] = addresses.map((address) => account(address));
    return { type: 'accounts-changed', namespace: 'eip155', accounts: [first ?? account(''), ...others] };
  };

  it('reset balance and details when the account changes', () => {
    const after = eip155(...connected(), loaded(), details, accounts(BOB));
    expect(after).toMatchObject({ balance: { balance: null }, details: { profileName: undefined }, session: { accounts: [account(BOB)] } });
  });

  it('keep everything when only other accounts or the letter case change', () => {
    const before = run(...connected(), loaded(), details);
    expect(reduceConnection(before, accounts(ALICE.toLowerCase()))).toBe(before);
    const after = reduceConnection(before, accounts(ALICE, BOB)).namespaces.eip155;
    expect(after).toMatchObject({ balance: { balance: balanceOf(ALICE, MAINNET) }, details: { profileName: 'alice.example' } });
    expect(after?.session?.accounts).toHaveLength(2);
  });

  it('end the session without usable accounts', () => {
    expect(eip155(...connected(), accounts('garbage!')).session).toBeNull();
  });

  it('reset the balance when the chain changes, but not the profile', () => {
    const after = eip155(...connected(), loaded(), details, { type: 'chain-changed', namespace: 'eip155', chainId: POLYGON });
    expect(after).toMatchObject({
      balance: { balance: null },
      selectedChainId: POLYGON,
      details: { profileName: 'alice.example' },
    });
  });

  it('are ignored for a chain of another namespace, and without a session', () => {
    const live = run(...connected());
    expect(reduceConnection(live, { type: 'chain-changed', namespace: 'eip155', chainId: solana.caipNetworkId })).toBe(live);
    for (const event of [accounts(BOB), details, loaded(), { type: 'chain-changed', namespace: 'eip155', chainId: POLYGON }] as const) {
      expect(reduceConnection(START, event)).toBe(START);
    }
  });
});
