import { config, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionRepository } from '../../../../application/connect/connection-repository.js';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  clientFixture,
  connect,
  EVM_WALLET,
  record,
  releaseResponses,
  SOLANA_WALLET,
  settled,
  status,
} from '../support/client-fixture.js';
import { twoTabs } from '../support/tabs.js';

/** Two tabs: the second wallet prompts the user in one tab while the other tab connects the first wallet. */
const promptedFixture = async () => {
  fixture.chain.wallet('com.second').next('connect', 'late');
  const attempt = record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' }));
  await connect(fixture);
  return attempt;
};
const disconnect = async ({ useCases }: ClientFixture): Promise<void> => {
  await settled(record(useCases.disconnectWallet.execute()));
};

afterEach(() => {
  config.onUnhandledError = null;
});

let fixture: ClientFixture;
let there: ClientFixture;
beforeEach(() => {
  [fixture, there] = twoTabs({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
});

describe('followOtherTabs', () => {
  it('connects with the first tab, without prompting the user', async () => {
    await connect(fixture);
    expect(account(there)).toMatchObject({ status: 'connected', address: ADDRESS, connectorId: EVM_WALLET });
    expect(fixture.chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['connect', 'resume']);
  });

  it('is reconnecting immediately while its wallet is slow', async () => {
    fixture.chain.wallet(EVM_WALLET).next('resume', 'late');
    await connect(fixture);
    expect(status(there)).toBe('reconnecting');
    await releaseResponses(fixture.chain.wallet(EVM_WALLET));
    expect(status(there)).toBe('connected');
  });

  it('disconnects with the first tab immediately', async () => {
    await connect(fixture);
    record(fixture.useCases.disconnectWallet.execute());
    expect([status(fixture), status(there)]).toEqual(['disconnected', 'disconnected']);
    await flushPromises();
    expect(fixture.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('does not notify the wallet of the disconnect again', async () => {
    await connect(fixture);
    await disconnect(fixture);
    expect(fixture.chain.wallet(EVM_WALLET).count('disconnect')).toBe(1);
  });

  it('switches to the wallet that the first tab connected', async () => {
    await connect(fixture);
    await connect(fixture, 'eip155', 'com.second');
    expect(account(there).connectorId).toBe('com.second');
    expect(fixture.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('keeps its active namespace', async () => {
    await connect(there, 'solana');
    await connect(fixture);
    expect([account(there).status, there.connections.state.activeNamespace]).toEqual(['connected', 'solana']);
  });

  it('changes only the namespace that changed in the first tab', async () => {
    await connect(there, 'solana');
    const before = there.connections.state.namespaces.solana;
    await connect(fixture, 'eip155');
    await settled(record(fixture.useCases.disconnectWallet.execute({ namespace: 'eip155' })));
    expect(status(there)).toBe('disconnected');
    expect(there.connections.state.namespaces.solana).toBe(before);
    expect(fixture.solana.wallet(SOLANA_WALLET).count('disconnect')).toBe(0);
  });

  it('does not interrupt an open prompt', async () => {
    fixture.chain.wallet('com.second').next('connect', 'late');
    record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' }));
    await connect(fixture);
    expect(status(there)).toBe('connecting');
    await disconnect(fixture);
    expect(status(there)).toBe('connecting');
    await releaseResponses(fixture.chain.wallet('com.second'));
    expect([account(there).connectorId, account(fixture).connectorId]).toEqual(['com.second', 'com.second']);
  });

  it('reconnects the first tab’s wallet when the user cancels the prompt', async () => {
    const attempt = await promptedFixture();
    expect(status(there)).toBe('connecting');
    attempt.cancel();
    expect(status(there)).toBe('reconnecting');
    await flushPromises();
    expect(account(there)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    expect(fixture.chain.wallet(EVM_WALLET).count('connect')).toBe(1);
  });

  it('reconnects also if the prompt interrupted a reconnect and is rejected', async () => {
    const first = fixture.chain.wallet(EVM_WALLET);
    first.next('resume', 'late');
    await connect(fixture);
    expect(status(there)).toBe('reconnecting');
    fixture.chain.wallet('com.second').next('connect', 'reject');
    const attempt = await settled(record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' })));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(account(there)).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    await releaseResponses(first);
    expect(first.listeners).toBe(2);
  });

  it('does not reconnect after the prompt if the first tab has disconnected', async () => {
    const attempt = await promptedFixture();
    await disconnect(fixture);
    attempt.cancel();
    expect(status(there)).toBe('disconnected');
    await flushPromises();
    expect(status(there)).toBe('disconnected');
    expect(fixture.chain.wallet(EVM_WALLET).count('resume')).toBe(0);
  });

  it('does not reconnect after the prompt if the user disconnects', async () => {
    await promptedFixture();
    await disconnect(there);
    expect([status(fixture), status(there)]).toEqual(['disconnected', 'disconnected']);
    expect(fixture.chain.wallet(EVM_WALLET).count('resume')).toBe(0);
  });

  it('does not reconnect after the prompt without a stored connection', async () => {
    fixture.chain.wallet(EVM_WALLET).next('connect', 'reject');
    const reconnect = vi.spyOn(fixture.useCases.reconnectWallets, 'execute');
    const attempt = await settled(record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('does not reconnect after the prompt was approved', async () => {
    const reconnect = vi.spyOn(fixture.useCases.reconnectWallets, 'execute');
    await connect(fixture);
    await connect(fixture);
    expect(status(fixture)).toBe('connected');
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('shows no account of a wallet that approves and disconnects at the same time', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    await connect(fixture);
    wallet.next('connect', 'late');
    const attempt = record(there.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    wallet.next('disconnect', 'late');
    await disconnect(fixture);
    // The approval first, then the disconnect, while the tab has not received the session yet.
    await releaseResponses(wallet);
    expect(wallet.shared).toEqual([]);
    expect([status(fixture), status(there)]).toEqual(['disconnected', 'disconnected']);
    expect(attempt.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/no-accounts' } });
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
    expect(wallet.listeners).toBe(0);
  });

  it('does not reconnect if another tab disconnects meanwhile', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('resume', 'late');
    await connect(fixture);
    await disconnect(fixture);
    expect(status(there)).toBe('disconnected');
    wallet.connected = true;
    await releaseResponses(wallet);
    expect(status(there)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
  });

  it('does not reconnect on unlock after another tab disconnected', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    await connect(fixture);
    wallet.lock();
    await disconnect(fixture);
    wallet.unlock();
    expect([status(fixture), status(there)]).toEqual(['disconnected', 'disconnected']);
    expect(wallet.listeners).toBe(0);
  });

  it('continues after a defect in an adapter, which is reported', async () => {
    const uncaught: unknown[] = [];
    config.onUnhandledError = (error) => uncaught.push(error);
    const defect = new TypeError('bug');
    fixture.chain.wallet(EVM_WALLET).next('resume', defect);
    await connect(fixture);
    await new Promise((resolve) => setTimeout(resolve));
    expect(uncaught).toEqual([defect]);
    await disconnect(fixture);
    await connect(fixture);
    expect(status(there)).toBe('connected');
  });

  it('continues after a wallet failure', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('resume', 'fail');
    await connect(fixture);
    expect(status(there)).toBe('disconnected');
    await disconnect(fixture);
    await connect(fixture);
    expect(status(there)).toBe('connected');
  });

  it('ignores a late change for a connection that it already has', async () => {
    fixture = clientFixture();
    const changes$ = new Subject<{ readonly key: string; readonly value: string }>();
    const { get, set, remove, durability$ } = fixture.storage;
    const repository = new ConnectionRepository({ get, set, remove, durability$, changes$ });
    followOtherTabs(fixture.connections, repository, fixture.useCases.reconnectWallets);
    await connect(fixture);
    const states = record(fixture.connections.state$);
    changes$.next({ key: '@latchkey/eip155:connected_connector_id', value: EVM_WALLET });
    await flushPromises();
    expect(states.values).toHaveLength(1);
    expect(fixture.chain.wallet(EVM_WALLET).count('resume')).toBe(0);
  });

  it('ignores other tabs after unsubscribing', async () => {
    fixture = clientFixture();
    there = clientFixture({ sharedWith: fixture, storage: fixture.storage.otherTab() });
    const subscription = followOtherTabs(there.connections, there.connectionRepository, there.useCases.reconnectWallets);
    fixture.chain.wallet(EVM_WALLET).next('resume', 'late');
    await connect(fixture);
    expect(status(there)).toBe('reconnecting');
    subscription.unsubscribe();
    expect(status(there)).toBe('disconnected');
    fixture.chain.wallet(EVM_WALLET).release();
    await disconnect(fixture);
    await connect(fixture);
    expect(status(there)).toBe('disconnected');
    expect(there.clock.pending).toBe(0);
  });
});

/** A web page in the back/forward cache runs no code and misses storage events. */
describe('a tab restored from the back/forward cache', () => {
  it('disconnects if another tab disconnected meanwhile', async () => {
    await connect(fixture);
    there.storage.enterBfcache();
    // Changes the storage only: the fake wallets would notify the tab as well.
    fixture.connectionRepository.forget('eip155');
    expect(status(there)).toBe('connected');
    there.storage.leaveBfcache();
    expect(status(there)).toBe('disconnected');
    expect(fixture.chain.wallet(EVM_WALLET).listeners).toBe(1);
  });

  it('reconnects if another tab connected meanwhile, without prompting the user', async () => {
    there.storage.enterBfcache();
    await connect(fixture);
    expect(status(there)).toBe('disconnected');
    there.storage.leaveBfcache();
    expect(status(there)).toBe('reconnecting');
    await flushPromises();
    expect(account(there)).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(fixture.chain.wallet(EVM_WALLET).count('connect')).toBe(1);
  });

  it('switches to the wallet that another tab connected meanwhile', async () => {
    await connect(fixture);
    there.storage.enterBfcache();
    await connect(fixture, 'eip155', 'com.second');
    there.storage.leaveBfcache();
    await flushPromises();
    expect(account(there).connectorId).toBe('com.second');
  });

  it('does nothing if nothing changed meanwhile', async () => {
    await connect(fixture);
    const seen = record(there.useCases.watchConnection.execute());
    there.storage.enterBfcache();
    fixture.connectionRepository.forget('eip155');
    fixture.connectionRepository.remember('eip155', EVM_WALLET);
    there.storage.leaveBfcache();
    await flushPromises();
    expect(seen.values).toHaveLength(1);
  });
});
