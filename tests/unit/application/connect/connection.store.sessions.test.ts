import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { WalletSession } from '../../../../application/ports/chain.port.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import {
  ADDRESS,
  account,
  connect,
  connectedWorld,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  SOLANA_WALLET,
  status,
  type World,
  world,
} from '../support/world.js';

const evmWallet = ({ chain }: World) => chain.wallet(EVM_WALLET);
const start = ({ useCases }: World, connectorId = EVM_WALLET) =>
  record(useCases.connectWallet.execute({ namespace: 'eip155', connectorId }));

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
    ['is on a chain of another namespace', { chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') }],
  ] as const satisfies readonly (readonly [string, Partial<WalletSession>])[])('is refused and released when it %s', (_, change) => {
    const here = world();
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

  it('is refused and released when its wallet shares nothing any more, and the wallet before it stays', async () => {
    const here = await connectedWorld();
    const attempt = here.connections.begin('eip155', 'com.other', false) ?? -1;
    const { session, released } = sessionLike(here, { accounts: [] });
    expect(() => here.connections.establish('eip155', attempt, session)).toThrow('The wallet shared no account');
    expect(released()).toBe(true);
    here.connections.finish('eip155', attempt);
    expect(account(here)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    evmWallet(here).selectChain(POLYGON);
    expect(account(here).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
  });

  it('is refused when its connector is of another namespace', () => {
    const here = world();
    const attempt = here.connections.begin('eip155', EVM_WALLET, false) ?? -1;
    const { session } = sessionLike(here, { connector: here.solana.wallet(SOLANA_WALLET).connector });
    expect(() => here.connections.establish('eip155', attempt, session)).toThrow();
  });

  it('leaves the wallet connected that was there before, when it is refused', async () => {
    const here = await connectedWorld();
    const attempt = here.connections.begin('eip155', 'com.other', false) ?? -1;
    expect(() =>
      here.connections.establish(
        'eip155',
        attempt,
        sessionLike(here, { accounts: [{ namespace: 'solana', address: 'x', type: 'eoa' }] }).session,
      ),
    ).toThrow();
    expect(account(here)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    evmWallet(here).selectChain(POLYGON);
    expect(account(here).caipAddress).toBe(`${POLYGON}:${ADDRESS}`);
  });

  it('is released without a word when its attempt is outdated', () => {
    const here = world();
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
    const here = await connectedWorld();
    await connect(here, 'solana');
    here.connections.dispose();
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect([evmWallet(here).listeners, here.solana.wallet(SOLANA_WALLET).listeners]).toEqual([0, 0]);
    expect(evmWallet(here).connected).toBe(true);
    expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
    expect(here.connections.life.aborted).toBe(true);
  });

  it('takes no session that is approved later', async () => {
    const here = world();
    evmWallet(here).next('connect', 'late');
    const attempt = start(here);
    here.connections.dispose();
    expect(status(here)).toBe('disconnected');
    evmWallet(here).release();
    await settle();
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(evmWallet(here).listeners).toBe(0);
    expect(here.memory.connectorOf('eip155')).toBeNull();
  });

  it('begins nothing any more, and opens no wallet', async () => {
    const here = await connectedWorld();
    here.connections.dispose();
    const attempt = start(here);
    const silent = record(here.useCases.reconnectWallets.execute());
    await settle();
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'config/disposed' } });
    expect(silent.values.at(-1)).toEqual({ status: 'success', result: [] });
    expect(evmWallet(here).count('connect')).toBe(1);
    expect(evmWallet(here).count('resume')).toBe(0);
  });

  it('can be disposed of twice', async () => {
    const here = await connectedWorld();
    here.connections.dispose();
    here.connections.dispose();
    expect(here.connections.dispatch({ type: 'initialized' })).toBe(true);
    expect(status(here)).toBe('disconnected');
  });
});
