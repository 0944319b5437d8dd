import { NEVER } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WalletSession } from '../../../../application/ports/chain.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  releaseResponses,
  SOLANA_WALLET,
  settled,
  status,
  UNKNOWN,
} from '../support/client-fixture.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const evmWallet = ({ chain }: ClientFixture) => chain.wallet(EVM_WALLET);
const start = ({ useCases }: ClientFixture, connectorId = EVM_WALLET) =>
  record(useCases.connectWallet.execute({ namespace: 'eip155', connectorId }));

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture();
});

describe('a connected wallet', () => {
  it('is disconnected while locked and reconnects when unlocked', async () => {
    const statuses = record(fixture.useCases.watchAccount.execute({ namespace: 'eip155' }));
    evmWallet(fixture).lock();
    expect(account(fixture)).toMatchObject({ status: 'disconnected', address: undefined });
    expect(fixture.connections.sessionOf('eip155')).toBeNull();
    evmWallet(fixture).unlock();
    expect(account(fixture)).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(statuses.values.map((each) => each.status)).toEqual(['connected', 'disconnected', 'reconnecting', 'connected']);
    expect(evmWallet(fixture).count('connect')).toBe(1);
  });

  it('stays stored while locked', async () => {
    evmWallet(fixture).lock();
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBe(EVM_WALLET);
  });

  it('is disconnected when the user disconnects the site in the wallet', async () => {
    evmWallet(fixture).forgetSite();
    expect(account(fixture)).toMatchObject({ status: 'disconnected', caipAddress: undefined, connectorId: undefined });
    expect(() => fixture.connections.requireSession('eip155')).toThrow('No eip155 wallet is connected');
  });

  it('switches to the account selected in the wallet and clears data of the previous one', async () => {
    fixture.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileName: 'Ann' } });
    evmWallet(fixture).selectAccount(OTHER);
    expect(account(fixture)).toMatchObject({ address: OTHER, caipAddress: `${MAINNET}:${OTHER}`, profileName: undefined });
    expect(account(fixture).allAccounts.map(({ address }) => address)).toEqual([OTHER, ADDRESS]);
  });

  it('switches to the chain selected in the wallet, configured or not', async () => {
    evmWallet(fixture).selectChain(POLYGON);
    expect(account(fixture).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
    evmWallet(fixture).selectChain(UNKNOWN);
    expect(account(fixture)).toMatchObject({ caipAddress: `${UNKNOWN}:${ADDRESS}`, status: 'connected' });
  });

  it('reconnects on the chain that was selected while it was locked', async () => {
    evmWallet(fixture).lock();
    evmWallet(fixture).selectChain(POLYGON);
    evmWallet(fixture).unlock();
    expect(account(fixture).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
  });

  it('may emit every event twice', async () => {
    const states = record(fixture.connections.state$);
    const { accounts, chainId } = evmWallet(fixture);
    evmWallet(fixture).emit({ type: 'accounts-changed', accounts });
    evmWallet(fixture).emit({ type: 'chain-changed', chainId });
    expect(states.values).toHaveLength(1);
    evmWallet(fixture).emit({ type: 'disconnected' });
    evmWallet(fixture).emit({ type: 'disconnected' });
    expect(states.values).toHaveLength(2);
  });

  it('is disconnected when it shares only invalid accounts, without a pending attempt', async () => {
    const invalidAccounts = [{ namespace: 'eip155', address: 'no address', type: 'eoa' }] as const;
    evmWallet(fixture).emit({ type: 'accounts-changed', accounts: invalidAccounts });
    expect(status(fixture)).toBe('disconnected');
    evmWallet(fixture).emit({ type: 'accounts-changed', accounts: invalidAccounts });
    expect(status(fixture)).toBe('disconnected');
    evmWallet(fixture).unlock();
    expect(status(fixture)).toBe('connected');
  });

  it('cannot switch to a chain of another namespace', async () => {
    evmWallet(fixture).emit({ type: 'chain-changed', chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') });
    expect(account(fixture).caipAddress).toBe(`${MAINNET}:${ADDRESS}`);
  });

  it('emits no events after its release', async () => {
    const session = fixture.connections.requireSession('eip155');
    fixture.connections.closeSession('eip155');
    const states = record(fixture.connections.state$);
    evmWallet(fixture).selectAccount(OTHER);
    evmWallet(fixture).selectChain(POLYGON);
    evmWallet(fixture).unlock();
    expect(states.values).toHaveLength(1);
    expect(record(session.events$).end).toBe('complete');
  });

  it('is replaced by another wallet without a disconnected state in between', async () => {
    fixture = clientFixture({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second', accounts: [OTHER] }] } });
    await connect(fixture);
    const emissions: unknown[] = [];
    fixture.connections.state$.subscribe((state) => {
      const { status: now, address } = accountOf(state, 'eip155');
      emissions.push([now, address, fixture.connections.sessionOf('eip155')?.connector.id]);
    });
    await connect(fixture, 'eip155', 'com.second');
    expect(emissions).toEqual([
      ['connected', ADDRESS, EVM_WALLET],
      ['connected', ADDRESS, EVM_WALLET],
      ['connected', OTHER, 'com.second'],
    ]);
    expect([evmWallet(fixture).listeners, fixture.chain.wallet('com.second').listeners]).toEqual([0, 1]);
    evmWallet(fixture).lock();
    expect(status(fixture)).toBe('connected');
  });

  it('emits no events once the other wallet is connected', async () => {
    fixture = clientFixture({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
    await connect(fixture);
    fixture.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session?.connector.id === 'com.second') evmWallet(fixture).lock();
    });
    await connect(fixture, 'eip155', 'com.second');
    expect(account(fixture)).toMatchObject({ status: 'connected', connectorId: 'com.second' });
  });

  it('can be connected again and keeps one listener', async () => {
    await connect(fixture);
    expect(evmWallet(fixture).listeners).toBe(1);
    expect(status(fixture)).toBe('connected');
  });
});

describe('a wallet that is unlocked while another one prompts the user', () => {
  beforeEach(async () => {
    fixture = clientFixture({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
    await connect(fixture);
    evmWallet(fixture).lock();
    fixture.chain.wallet('com.second').next('connect', 'late', 'reject');
  });

  it('reconnects as soon as the user cancels the other attempt', async () => {
    const attempt = start(fixture, 'com.second');
    evmWallet(fixture).unlock();
    const statuses = record(fixture.useCases.watchAccount.execute({ namespace: 'eip155' }));
    attempt.cancel();
    expect(account(fixture)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    expect(statuses.values.map((each) => each.status)).toEqual(['connecting', 'connected']);
  });

  it('waits for the newest attempt, not for one it replaced', async () => {
    const outdated = start(fixture, 'com.second');
    const newest = start(fixture, 'com.second');
    evmWallet(fixture).unlock();
    outdated.cancel();
    expect(status(fixture)).toBe('connecting');
    newest.cancel();
    expect(account(fixture)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
  });

  it('is released when the other wallet connects', async () => {
    start(fixture, 'com.second');
    evmWallet(fixture).unlock();
    await releaseResponses(fixture.chain.wallet('com.second'));
    expect(account(fixture).connectorId).toBe('com.second');
    expect(evmWallet(fixture).listeners).toBe(0);
  });

  it('stops waiting when it is locked again', async () => {
    const attempt = start(fixture, 'com.second');
    evmWallet(fixture).unlock();
    evmWallet(fixture).lock();
    attempt.cancel();
    expect(status(fixture)).toBe('disconnected');
  });

  it('does not reconnect after an explicit disconnect', async () => {
    start(fixture, 'com.second');
    evmWallet(fixture).unlock();
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    expect(status(fixture)).toBe('disconnected');
    expect(evmWallet(fixture).listeners).toBe(0);
  });
});

/** A session whose requests must not be called; only its properties matter. */
const sessionLike = (
  fixture: ClientFixture,
  change: Partial<WalletSession>,
): { readonly session: WalletSession; readonly released: () => boolean } => {
  let released = false;
  const unused = (): Promise<never> => Promise.reject(new Error('must not be called'));
  const session: WalletSession = {
    connector: evmWallet(fixture).connector,
    accounts: [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }],
    chainId: toChainId(MAINNET),
    provider: {},
    events$: NEVER,
    switchNetwork: unused,
    addNetwork: unused,
    signMessage: unused,
    signTypedData: unused,
    sendTransaction: unused,
    disconnect: unused,
    release: () => {
      released = true;
    },
    ...change,
  };
  return { session, released: () => released };
};

describe('a session of an adapter', () => {
  it.each([
    ['has no valid account', { accounts: [{ namespace: 'eip155', address: 'x:y', type: 'eoa' }] }],
    ['has accounts of another namespace', { accounts: [{ namespace: 'solana', address: ADDRESS, type: 'eoa' }] }],
    ['has a connector of another namespace', { connector: clientFixture().solana.wallet(SOLANA_WALLET).connector }],
    ['is on a chain of another namespace', { chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') }],
  ] as const satisfies readonly (readonly [string, Partial<WalletSession>])[])('is rejected and released if it %s', (_, change) => {
    fixture = clientFixture();
    const attempt = fixture.connections.beginAttempt('eip155', EVM_WALLET, false) ?? -1;
    const { session, released } = sessionLike(fixture, change);
    expect(() => fixture.connections.establish('eip155', attempt, session)).toThrow('The wallet returned an invalid response to connect');
    expect(released()).toBe(true);
    expect(fixture.connections.sessionOf('eip155')).toBeNull();
    fixture.connections.finishAttempt('eip155', attempt);
    expect(status(fixture)).toBe('disconnected');
  });

  it.each([
    ['no longer shares accounts', [], 'The wallet shared no accounts'],
    ['shares accounts of another namespace', [{ namespace: 'solana', address: 'x', type: 'eoa' }], 'invalid response'],
  ] as const)('is rejected and released if its wallet %s, and the previous wallet stays connected', (_, accounts, message) => {
    const attempt = fixture.connections.beginAttempt('eip155', 'com.other', false) ?? -1;
    const { session, released } = sessionLike(fixture, { accounts });
    expect(() => fixture.connections.establish('eip155', attempt, session)).toThrow(message);
    expect(released()).toBe(true);
    fixture.connections.finishAttempt('eip155', attempt);
    expect(account(fixture)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    evmWallet(fixture).selectChain(POLYGON);
    expect(account(fixture).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
  });

  it('is released without an error if its attempt is outdated', () => {
    fixture = clientFixture();
    const attempt = fixture.connections.beginAttempt('eip155', EVM_WALLET, false) ?? -1;
    fixture.connections.finishAttempt('eip155', attempt);
    const { session, released } = sessionLike(fixture, {});
    expect(fixture.connections.establish('eip155', attempt, session)).toBe(false);
    expect(released()).toBe(true);
    expect(status(fixture)).toBe('disconnected');
  });
});

describe('a disposed client', () => {
  it('is disconnected, listens to no wallet, and changes neither wallets nor storage', async () => {
    await connect(fixture, 'solana');
    fixture.connections.dispose();
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect([evmWallet(fixture).listeners, fixture.solana.wallet(SOLANA_WALLET).listeners]).toEqual([0, 0]);
    expect(evmWallet(fixture).connected).toBe(true);
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBe(EVM_WALLET);
    expect(fixture.connections.signal.aborted).toBe(true);
  });

  it('ignores a session that is approved later', async () => {
    fixture = clientFixture();
    evmWallet(fixture).next('connect', 'late');
    const attempt = start(fixture);
    fixture.connections.dispose();
    expect(status(fixture)).toBe('disconnected');
    await releaseResponses(evmWallet(fixture));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(evmWallet(fixture).listeners).toBe(0);
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
  });

  it('starts no attempt and opens no wallet', async () => {
    fixture.connections.dispose();
    const attempt = start(fixture);
    const automatic = await settled(record(fixture.useCases.reconnectWallets.execute()));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'config/disposed' } });
    expect(automatic.values.at(-1)).toEqual({ status: 'success', data: [] });
    expect(evmWallet(fixture).count('connect')).toBe(1);
    expect(evmWallet(fixture).count('resume')).toBe(0);
  });

  it('can be disposed twice', async () => {
    fixture.connections.dispose();
    fixture.connections.dispose();
    expect(fixture.connections.dispatch({ type: 'initialized' })).toBe(true);
    expect(status(fixture)).toBe('disconnected');
  });
});
