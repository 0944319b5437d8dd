import { NEVER } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WalletSession } from '../../../../application/ports/chain.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import {
  ADDRESS,
  account,
  connect,
  connectedWorld,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  released,
  SOLANA_WALLET,
  settled,
  status,
  UNKNOWN,
  type World,
  world,
} from '../support/world.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const evmWallet = ({ chain }: World) => chain.wallet(EVM_WALLET);
const start = ({ useCases }: World, connectorId = EVM_WALLET) =>
  record(useCases.connectWallet.execute({ namespace: 'eip155', connectorId }));

let here: World;
beforeEach(async () => {
  here = await connectedWorld();
});

describe('a wallet that is connected', () => {
  it('is disconnected while it is locked, and connected again when it is unlocked', async () => {
    const statuses = record(here.useCases.watchAccount.execute({ namespace: 'eip155' }));
    evmWallet(here).lock();
    expect(account(here)).toMatchObject({ status: 'disconnected', address: undefined });
    expect(here.connections.sessionOf('eip155')).toBeNull();
    evmWallet(here).unlock();
    expect(account(here)).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(statuses.values.map((each) => each.status)).toEqual(['connected', 'disconnected', 'reconnecting', 'connected']);
    expect(evmWallet(here).count('connect')).toBe(1);
  });

  it('is remembered while it is locked', async () => {
    evmWallet(here).lock();
    expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
  });

  it('is disconnected when its owner disconnects the site', async () => {
    evmWallet(here).forgetSite();
    expect(account(here)).toMatchObject({ status: 'disconnected', caipAddress: undefined, connectorId: undefined });
    expect(() => here.connections.requireSession('eip155')).toThrow('No eip155 wallet is connected');
  });

  it('shows the account its owner picks, and forgets what belonged to the other', async () => {
    here.connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileName: 'Ann' } });
    evmWallet(here).selectAccount(OTHER);
    expect(account(here)).toMatchObject({ address: OTHER, caipAddress: `${MAINNET}:${OTHER}`, profileName: undefined });
    expect(account(here).allAccounts.map(({ address }) => address)).toEqual([OTHER, ADDRESS]);
  });

  it('shows the chain its owner picks, configured or not', async () => {
    evmWallet(here).selectChain(POLYGON);
    expect(account(here).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
    evmWallet(here).selectChain(UNKNOWN);
    expect(account(here)).toMatchObject({ caipAddress: `${UNKNOWN}:${ADDRESS}`, status: 'connected' });
  });

  it('comes back on the chain to which it was moved while it was locked', async () => {
    evmWallet(here).lock();
    evmWallet(here).selectChain(POLYGON);
    evmWallet(here).unlock();
    expect(account(here).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
  });

  it('may say everything twice', async () => {
    const states = record(here.connections.state$);
    const { accounts, chainId } = evmWallet(here);
    evmWallet(here).say({ type: 'accounts-changed', accounts });
    evmWallet(here).say({ type: 'chain-changed', chainId });
    expect(states.values).toHaveLength(1);
    evmWallet(here).say({ type: 'disconnected' });
    evmWallet(here).say({ type: 'disconnected' });
    expect(states.values).toHaveLength(2);
  });

  it('is disconnected when it shares nothing that can be an account, and nobody waits for it', async () => {
    const garbage = [{ namespace: 'eip155', address: 'no address', type: 'eoa' }] as const;
    evmWallet(here).say({ type: 'accounts-changed', accounts: garbage });
    expect(status(here)).toBe('disconnected');
    evmWallet(here).say({ type: 'accounts-changed', accounts: garbage });
    expect(status(here)).toBe('disconnected');
    evmWallet(here).unlock();
    expect(status(here)).toBe('connected');
  });

  it('cannot move to a chain of another namespace', async () => {
    evmWallet(here).say({ type: 'chain-changed', chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') });
    expect(account(here).caipAddress).toBe(`${MAINNET}:${ADDRESS}`);
  });

  it('is not heard any more after it was released', async () => {
    const session = here.connections.requireSession('eip155');
    here.connections.end('eip155');
    const states = record(here.connections.state$);
    evmWallet(here).selectAccount(OTHER);
    evmWallet(here).selectChain(POLYGON);
    evmWallet(here).unlock();
    expect(states.values).toHaveLength(1);
    expect(record(session.events$).end).toBe('complete');
  });

  it('gives way to another wallet without a moment of being disconnected', async () => {
    here = world({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second', accounts: [OTHER] }] } });
    await connect(here);
    const seen: unknown[] = [];
    here.connections.state$.subscribe((state) => {
      const { status: now, address } = accountOf(state, 'eip155');
      seen.push([now, address, here.connections.sessionOf('eip155')?.connector.id]);
    });
    await connect(here, 'eip155', 'com.second');
    expect(seen).toEqual([
      ['connected', ADDRESS, EVM_WALLET],
      ['connected', ADDRESS, EVM_WALLET],
      ['connected', OTHER, 'com.second'],
    ]);
    expect([evmWallet(here).listeners, here.chain.wallet('com.second').listeners]).toEqual([0, 1]);
    evmWallet(here).lock();
    expect(status(here)).toBe('connected');
  });

  it('is not heard any more from the moment the other one is connected', async () => {
    here = world({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
    await connect(here);
    here.connections.state$.subscribe(({ namespaces }) => {
      if (namespaces.eip155?.session?.connector.id === 'com.second') evmWallet(here).lock();
    });
    await connect(here, 'eip155', 'com.second');
    expect(account(here)).toMatchObject({ status: 'connected', connectorId: 'com.second' });
  });

  it('may be connected once more: one listener is left', async () => {
    await connect(here);
    expect(evmWallet(here).listeners).toBe(1);
    expect(status(here)).toBe('connected');
  });
});

describe('a wallet that is unlocked while another one is asked', () => {
  beforeEach(async () => {
    here = world({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
    await connect(here);
    evmWallet(here).lock();
    here.chain.wallet('com.second').next('connect', 'late', 'reject');
  });

  it('waits, and is connected again at once when the person gives up on the other', async () => {
    const attempt = start(here, 'com.second');
    evmWallet(here).unlock();
    const statuses = record(here.useCases.watchAccount.execute({ namespace: 'eip155' }));
    attempt.cancel();
    expect(account(here)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    expect(statuses.values.map((each) => each.status)).toEqual(['connecting', 'connected']);
  });

  it('waits for the newest question to the other, not for one that was repeated', async () => {
    const outdated = start(here, 'com.second');
    const newest = start(here, 'com.second');
    evmWallet(here).unlock();
    outdated.cancel();
    expect(status(here)).toBe('connecting');
    newest.cancel();
    expect(account(here)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
  });

  it('is released when the other one connects', async () => {
    start(here, 'com.second');
    evmWallet(here).unlock();
    await released(here.chain.wallet('com.second'));
    expect(account(here).connectorId).toBe('com.second');
    expect(evmWallet(here).listeners).toBe(0);
  });

  it('waits no longer when it is locked again', async () => {
    const attempt = start(here, 'com.second');
    evmWallet(here).unlock();
    evmWallet(here).lock();
    attempt.cancel();
    expect(status(here)).toBe('disconnected');
  });

  it('does not come back after an explicit disconnect', async () => {
    start(here, 'com.second');
    evmWallet(here).unlock();
    await settled(record(here.useCases.disconnectWallet.execute()));
    expect(status(here)).toBe('disconnected');
    expect(evmWallet(here).listeners).toBe(0);
  });
});

/** A session that answers nothing: only what it says of itself matters here. */
const sessionLike = (
  here: World,
  change: Partial<WalletSession>,
): { readonly session: WalletSession; readonly released: () => boolean } => {
  let released = false;
  const unused = (): Promise<never> => Promise.reject(new Error('must not be asked'));
  const session: WalletSession = {
    connector: evmWallet(here).connector,
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

describe('a session that an adapter made', () => {
  it.each([
    ['has no account that can be one', { accounts: [{ namespace: 'eip155', address: 'x:y', type: 'eoa' }] }],
    ['has accounts of another namespace', { accounts: [{ namespace: 'solana', address: ADDRESS, type: 'eoa' }] }],
    ['has a connector of another namespace', { connector: world().solana.wallet(SOLANA_WALLET).connector }],
    ['is on a chain of another namespace', { chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') }],
  ] as const satisfies readonly (readonly [string, Partial<WalletSession>])[])('is refused and released when it %s', (_, change) => {
    here = world();
    const attempt = here.connections.begin('eip155', EVM_WALLET, false) ?? -1;
    const { session, released } = sessionLike(here, change);
    expect(() => here.connections.establish('eip155', attempt, session)).toThrow(
      'The wallet gave an answer to connect that makes no sense',
    );
    expect(released()).toBe(true);
    expect(here.connections.sessionOf('eip155')).toBeNull();
    here.connections.finish('eip155', attempt);
    expect(status(here)).toBe('disconnected');
  });

  it.each([
    ['shares nothing any more', [], 'The wallet shared no account'],
    ['shares accounts of another namespace', [{ namespace: 'solana', address: 'x', type: 'eoa' }], 'makes no sense'],
  ] as const)('is refused and released when its wallet %s, and the wallet before it stays', (_, accounts, message) => {
    const attempt = here.connections.begin('eip155', 'com.other', false) ?? -1;
    const { session, released } = sessionLike(here, { accounts });
    expect(() => here.connections.establish('eip155', attempt, session)).toThrow(message);
    expect(released()).toBe(true);
    here.connections.finish('eip155', attempt);
    expect(account(here)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    evmWallet(here).selectChain(POLYGON);
    expect(account(here).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
  });

  it('is released without a word when its attempt is outdated', () => {
    here = world();
    const attempt = here.connections.begin('eip155', EVM_WALLET, false) ?? -1;
    here.connections.finish('eip155', attempt);
    const { session, released } = sessionLike(here, {});
    expect(here.connections.establish('eip155', attempt, session)).toBe(false);
    expect(released()).toBe(true);
    expect(status(here)).toBe('disconnected');
  });
});

describe('a client that is disposed of', () => {
  it('says disconnected, listens to no wallet, and leaves wallets and memory as they are', async () => {
    await connect(here, 'solana');
    here.connections.dispose();
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect([evmWallet(here).listeners, here.solana.wallet(SOLANA_WALLET).listeners]).toEqual([0, 0]);
    expect(evmWallet(here).connected).toBe(true);
    expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
    expect(here.connections.life.aborted).toBe(true);
  });

  it('takes no session that is approved later', async () => {
    here = world();
    evmWallet(here).next('connect', 'late');
    const attempt = start(here);
    here.connections.dispose();
    expect(status(here)).toBe('disconnected');
    await released(evmWallet(here));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(evmWallet(here).listeners).toBe(0);
    expect(here.memory.connectorOf('eip155')).toBeNull();
  });

  it('begins nothing any more, and opens no wallet', async () => {
    here.connections.dispose();
    const attempt = start(here);
    const silent = await settled(record(here.useCases.reconnectWallets.execute()));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'config/disposed' } });
    expect(silent.values.at(-1)).toEqual({ status: 'success', data: [] });
    expect(evmWallet(here).count('connect')).toBe(1);
    expect(evmWallet(here).count('resume')).toBe(0);
  });

  it('can be disposed of twice', async () => {
    here.connections.dispose();
    here.connections.dispose();
    expect(here.connections.dispatch({ type: 'initialized' })).toBe(true);
    expect(status(here)).toBe('disconnected');
  });
});
