import { config, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionMemory } from '../../../../application/connect/connection-memory.js';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { twoTabs } from '../support/tabs.js';
import {
  ADDRESS,
  account,
  connect,
  EVM_WALLET,
  record,
  released,
  SOLANA_WALLET,
  settled,
  status,
  type World,
  world,
} from '../support/world.js';

/** A tab of two in which a person is being asked by the second wallet, while the other tab connects the first. */
const askedMeanwhile = async () => {
  here.chain.wallet('com.second').next('connect', 'late');
  const attempt = record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' }));
  await connect(here);
  return attempt;
};
const disconnect = async ({ useCases }: World): Promise<void> => {
  await settled(record(useCases.disconnectWallet.execute()));
};

afterEach(() => {
  config.onUnhandledError = null;
});

let here: World;
let there: World;
beforeEach(() => {
  [here, there] = twoTabs({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
});

describe('a second tab', () => {
  it('is connected when the first one is, without asking the person again', async () => {
    await connect(here);
    expect(account(there)).toMatchObject({ status: 'connected', address: ADDRESS, connectorId: EVM_WALLET });
    expect(here.chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['connect', 'resume']);
  });

  it('is reconnecting at once, while its wallet takes its time', async () => {
    here.chain.wallet(EVM_WALLET).next('resume', 'late');
    await connect(here);
    expect(status(there)).toBe('reconnecting');
    await released(here.chain.wallet(EVM_WALLET));
    expect(status(there)).toBe('connected');
  });

  it('is disconnected when the first one is, at once', async () => {
    await connect(here);
    record(here.useCases.disconnectWallet.execute());
    expect([status(here), status(there)]).toEqual(['disconnected', 'disconnected']);
    await settle();
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('does not tell the wallet a second time to forget the site', async () => {
    await connect(here);
    await disconnect(here);
    expect(here.chain.wallet(EVM_WALLET).count('disconnect')).toBe(1);
  });

  it('moves to the wallet to which the first one moved', async () => {
    await connect(here);
    await connect(here, 'eip155', 'com.second');
    expect(account(there).connectorId).toBe('com.second');
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('stays in its active namespace', async () => {
    await connect(there, 'solana');
    await connect(here);
    expect([account(there).status, there.connections.state.activeNamespace]).toEqual(['connected', 'solana']);
  });

  it('touches only the namespace that changed', async () => {
    await connect(there, 'solana');
    const before = there.connections.state.namespaces.solana;
    await connect(here, 'eip155');
    await settled(record(here.useCases.disconnectWallet.execute({ namespace: 'eip155' })));
    expect(status(there)).toBe('disconnected');
    expect(there.connections.state.namespaces.solana).toBe(before);
    expect(here.solana.wallet(SOLANA_WALLET).count('disconnect')).toBe(0);
  });

  it('does not disturb what a person is being asked in it', async () => {
    here.chain.wallet('com.second').next('connect', 'late');
    record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' }));
    await connect(here);
    expect(status(there)).toBe('connecting');
    await disconnect(here);
    expect(status(there)).toBe('connecting');
    await released(here.chain.wallet('com.second'));
    expect([account(there).connectorId, account(here).connectorId]).toEqual(['com.second', 'com.second']);
  });

  it('takes up what the first one connected when the person who is asked in it gives up', async () => {
    const attempt = await askedMeanwhile();
    expect(status(there)).toBe('connecting');
    attempt.cancel();
    expect(status(there)).toBe('reconnecting');
    await settle();
    expect(account(there)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    expect(here.chain.wallet(EVM_WALLET).count('connect')).toBe(1);
  });

  it('takes it up also when the question interrupted the taking up, and the wallet declines', async () => {
    const first = here.chain.wallet(EVM_WALLET);
    first.next('resume', 'late');
    await connect(here);
    expect(status(there)).toBe('reconnecting');
    here.chain.wallet('com.second').next('connect', 'reject');
    const attempt = await settled(record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' })));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(account(there)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    await released(first);
    expect(first.listeners).toBe(2);
  });

  it('takes nothing up after the question when the first one has disconnected meanwhile', async () => {
    const attempt = await askedMeanwhile();
    await disconnect(here);
    attempt.cancel();
    expect(status(there)).toBe('disconnected');
    await settle();
    expect(status(there)).toBe('disconnected');
    expect(here.chain.wallet(EVM_WALLET).count('resume')).toBe(0);
  });

  it('takes nothing up after the question when the person disconnects in it', async () => {
    await askedMeanwhile();
    await disconnect(there);
    expect([status(here), status(there)]).toEqual(['disconnected', 'disconnected']);
    expect(here.chain.wallet(EVM_WALLET).count('resume')).toBe(0);
  });

  it('begins nothing after the question where nothing is remembered', async () => {
    here.chain.wallet(EVM_WALLET).next('connect', 'reject');
    const reconnect = vi.spyOn(here.useCases.reconnectWallets, 'execute');
    const attempt = await settled(record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('begins nothing after the question when the person said yes', async () => {
    const reconnect = vi.spyOn(here.useCases.reconnectWallets, 'execute');
    await connect(here);
    await connect(here);
    expect(status(here)).toBe('connected');
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('shows no account of a wallet that approves it and forgets the site in one go', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    await connect(here);
    wallet.next('connect', 'late');
    const attempt = record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    wallet.next('disconnect', 'late');
    await disconnect(here);
    // The approval first, then what the disconnect asks for: the approved session is still on its way to the tab.
    await released(wallet);
    expect(wallet.shared).toEqual([]);
    expect([status(here), status(there)]).toEqual(['disconnected', 'disconnected']);
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(here.memory.connectorOf('eip155')).toBeNull();
    expect(wallet.listeners).toBe(0);
  });

  it('takes nothing up that is disconnected elsewhere while it waits', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('resume', 'late');
    await connect(here);
    await disconnect(here);
    expect(status(there)).toBe('disconnected');
    wallet.connected = true;
    await released(wallet);
    expect(status(there)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
  });

  it('takes nothing up any more after an unlock, when it was disconnected elsewhere', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    await connect(here);
    wallet.lock();
    await disconnect(here);
    wallet.unlock();
    expect([status(here), status(there)]).toEqual(['disconnected', 'disconnected']);
    expect(wallet.listeners).toBe(0);
  });

  it('follows on after an adapter showed a bug, which is not hidden', async () => {
    const uncaught: unknown[] = [];
    config.onUnhandledError = (error) => uncaught.push(error);
    const defect = new TypeError('bug');
    here.chain.wallet(EVM_WALLET).next('resume', defect);
    await connect(here);
    await new Promise((resolve) => setTimeout(resolve));
    expect(uncaught).toEqual([defect]);
    await disconnect(here);
    await connect(here);
    expect(status(there)).toBe('connected');
  });

  it('follows on after a wallet failed in it', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('resume', 'fail');
    await connect(here);
    expect(status(there)).toBe('disconnected');
    await disconnect(here);
    await connect(here);
    expect(status(there)).toBe('connected');
  });

  it('stays as it is when it hears late of a connection that it has itself', async () => {
    here = world();
    const changes$ = new Subject<{ readonly key: string; readonly value: string }>();
    const { get, set, remove, durability$ } = here.storage;
    const memory = new ConnectionMemory({ get, set, remove, durability$, changes$ });
    followOtherTabs(here.connections, memory, here.useCases.reconnectWallets);
    await connect(here);
    const states = record(here.connections.state$);
    changes$.next({ key: '@latchkey/eip155:connected_connector_id', value: EVM_WALLET });
    await settle();
    expect(states.values).toHaveLength(1);
    expect(here.chain.wallet(EVM_WALLET).count('resume')).toBe(0);
  });

  it('hears nothing any more when the following ends', async () => {
    here = world();
    there = world({ beside: here, storage: here.storage.otherTab() });
    const following = followOtherTabs(there.connections, there.memory, there.useCases.reconnectWallets);
    here.chain.wallet(EVM_WALLET).next('resume', 'late');
    await connect(here);
    expect(status(there)).toBe('reconnecting');
    following.unsubscribe();
    expect(status(there)).toBe('disconnected');
    here.chain.wallet(EVM_WALLET).release();
    await disconnect(here);
    await connect(here);
    expect(status(there)).toBe('disconnected');
    expect(there.clock.pending).toBe(0);
  });
});

/** A page in the back/forward cache runs no code and misses every event of the storage. */
describe('a tab that comes back from the back/forward cache', () => {
  it('is disconnected when another tab disconnected meanwhile', async () => {
    await connect(here);
    there.storage.leave();
    // The storage alone: the wallets of these tests would tell the tab as well.
    here.memory.forget('eip155');
    expect(status(there)).toBe('connected');
    there.storage.comeBack();
    expect(status(there)).toBe('disconnected');
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(1);
  });

  it('takes up what another tab connected meanwhile, without asking the person', async () => {
    there.storage.leave();
    await connect(here);
    expect(status(there)).toBe('disconnected');
    there.storage.comeBack();
    expect(status(there)).toBe('reconnecting');
    await settle();
    expect(account(there)).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(here.chain.wallet(EVM_WALLET).count('connect')).toBe(1);
  });

  it('moves to the wallet to which another tab moved meanwhile', async () => {
    await connect(here);
    there.storage.leave();
    await connect(here, 'eip155', 'com.second');
    there.storage.comeBack();
    await settle();
    expect(account(there).connectorId).toBe('com.second');
  });

  it('goes on without a step where nothing changed meanwhile', async () => {
    await connect(here);
    const seen = record(there.useCases.watchConnection.execute());
    there.storage.leave();
    here.memory.forget('eip155');
    here.memory.remember('eip155', EVM_WALLET);
    there.storage.comeBack();
    await settle();
    expect(seen.values).toHaveLength(1);
  });
});
