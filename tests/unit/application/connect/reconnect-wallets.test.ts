import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import {
  account,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  EVM_WALLET,
  record,
  releaseResponses,
  SOLANA_WALLET,
  settled,
  status,
} from '../support/client-fixture.js';

const REMEMBERED = { '@latchkey/eip155:connected_connector_id': EVM_WALLET, '@latchkey/solana:connected_connector_id': SOLANA_WALLET };

/** A reload after both wallets were connected. */
const reloaded = (init: ClientFixtureInit = {}): ClientFixture => {
  const fixture = clientFixture({ storage: new FakeStorage(REMEMBERED), ...init });
  fixture.chain.wallet(EVM_WALLET).connected = true;
  fixture.solana.wallet(SOLANA_WALLET).connected = true;
  return fixture;
};
/** The same with a slow wallet. */
const slow = () => {
  const fixture = reloaded();
  const wallet = fixture.chain.wallet(EVM_WALLET);
  wallet.next('resume', 'late');
  return { fixture, wallet };
};
const start = ({ useCases }: ClientFixture) => record(useCases.reconnectWallets.execute());

let fixture: ClientFixture;
beforeEach(() => {
  fixture = reloaded();
});

describe('ReconnectWallets', () => {
  it('is reconnecting from subscription on, then connected, without prompting the user', async () => {
    const run = start(fixture);
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['reconnecting', 'reconnecting']);
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(fixture.connections.state.initialized).toBe(false);
    await flushPromises();
    expect(run).toMatchObject({ values: [{}, { status: 'success', data: ['eip155', 'solana'] }], end: 'complete' });
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['connected', 'connected']);
    expect(fixture.connections.state.initialized).toBe(true);
    expect(fixture.chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['resume']);
    expect(fixture.clock.pending).toBe(0);
  });

  it('does not change the active namespace and tracks no events', async () => {
    await settled(start(fixture));
    expect(fixture.connections.state.activeNamespace).toBe('eip155');
    expect(fixture.tracked).toEqual([]);
  });

  it('is initialized immediately without stored connections, and calls no wallet', async () => {
    fixture = clientFixture();
    const run = start(fixture);
    expect(status(fixture)).toBe('disconnected');
    await flushPromises();
    expect(run.values.at(-1)).toEqual({ status: 'success', data: [] });
    expect(fixture.connections.state.initialized).toBe(true);
    expect(fixture.chain.wallet(EVM_WALLET).calls).toEqual([]);
  });

  it('works without adapters', async () => {
    fixture = clientFixture({ withoutAdapters: true, storage: new FakeStorage(REMEMBERED) });
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: [] });
    expect(fixture.connections.state.initialized).toBe(true);
  });

  it('reconnects only the given namespace', async () => {
    await settled(record(fixture.useCases.reconnectWallets.execute({ namespace: 'solana' })));
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'connected']);
  });

  it.each(['fail', 'lost', 'garbage', 'unauthorized'] as const satisfies readonly FakeResponse[])(
    'keeps a namespace disconnected on the wallet response %s, logs it, and reconnects the others',
    async (response) => {
      fixture.chain.wallet(EVM_WALLET).next('resume', response);
      const run = await settled(start(fixture));
      expect(run.values.at(-1)).toEqual({ status: 'success', data: ['solana'] });
      expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'connected']);
      expect(fixture.logger.messages('warn')).toEqual(['The eip155 wallet could not be reconnected']);
      expect(fixture.connections.state.initialized).toBe(true);
    },
  );

  it.each([
    ['is locked', (fixture: ClientFixture) => fixture.chain.wallet(EVM_WALLET).lock()],
    ['has disconnected the site', (fixture: ClientFixture) => fixture.chain.wallet(EVM_WALLET).forgetSite()],
  ])('is disconnected if the wallet %s, and keeps the stored connection', async (_, change) => {
    change(fixture);
    await settled(start(fixture));
    expect(status(fixture)).toBe('disconnected');
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBe(EVM_WALLET);
    // It is only watched until it shares accounts again; an explicit disconnect ends this.
    expect(fixture.chain.wallet(EVM_WALLET).listeners).toBe(1);
    fixture.connections.closeSession('eip155');
    expect(fixture.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('reconnects a wallet that was locked during the reload when it is unlocked', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.lock();
    await settled(start(fixture));
    wallet.unlock();
    await flushPromises();
    expect(status(fixture)).toBe('connected');
    expect(wallet.count('connect')).toBe(0);
    expect(wallet.listeners).toBe(1);
  });

  it('does not reconnect a wallet that is unlocked after an explicit disconnect', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.lock();
    await settled(start(fixture));
    fixture.connectionRepository.forget('eip155');
    fixture.connections.closeSession('eip155');
    wallet.unlock();
    await flushPromises();
    expect(status(fixture)).toBe('disconnected');
    expect(wallet.count('resume')).toBe(1);
  });

  it('reconnects the others despite a defect in one adapter, and reports the defect', async () => {
    const defect = new TypeError('bug');
    fixture.chain.wallet(EVM_WALLET).next('resume', defect);
    const run = await settled(start(fixture));
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'connected']);
    expect(fixture.connections.state.initialized).toBe(true);
    expect(run.end).toEqual({ defect });
  });

  it('ignores corrupted storage entries', async () => {
    fixture = clientFixture({ storage: new FakeStorage({ '@latchkey/eip155:connected_connector_id': '{"id":"<script>"}' }) });
    await settled(start(fixture));
    expect(status(fixture)).toBe('disconnected');
    expect(fixture.logger.entries).toMatchObject([{ level: 'warn', detail: { code: 'connection/connector-not-found' } }]);
  });

  it.each([
    ['respects the abort', false],
    ['ignores the abort', true],
  ])('is disconnected after 20 s without a response; a late response of an adapter that %s leaks nothing', async (_, ignoresAbort) => {
    const { resume } = fixture.chain;
    if (ignoresAbort) vi.spyOn(fixture.chain, 'resume').mockImplementation((request) => resume(request, new AbortController().signal));
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('resume', 'late');
    const run = start(fixture);
    await fixture.clock.run(19_999);
    expect(status(fixture)).toBe('reconnecting');
    await fixture.clock.run(1);
    expect(status(fixture)).toBe('disconnected');
    expect(run.values.at(-1)).toEqual({ status: 'success', data: ['solana'] });
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
    expect(fixture.clock.pending).toBe(0);
  });

  it('connects on a slow response within the time limit', async () => {
    const { fixture, wallet } = slow();
    start(fixture);
    await fixture.clock.run(10_000);
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('connected');
  });

  it('never replaces an attempt that the user started meanwhile', async () => {
    const fixture = reloaded({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('resume', 'late');
    fixture.chain.wallet('com.second').next('connect', 'late');
    start(fixture);
    record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' }));
    expect(status(fixture)).toBe('connecting');
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('connecting');
    expect(wallet.listeners).toBe(0);
    await releaseResponses(fixture.chain.wallet('com.second'));
    expect(account(fixture).connectorId).toBe('com.second');
  });

  it('does not start during a prompt or while a wallet is connected', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('connect', 'late');
    record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settled(start(fixture));
    expect(status(fixture)).toBe('connecting');
    await releaseResponses(wallet);
    await settled(start(fixture));
    expect(wallet.count('resume')).toBe(0);
    expect(status(fixture)).toBe('connected');
  });

  it('does not reconnect after a disconnect meanwhile', async () => {
    const { fixture, wallet } = slow();
    start(fixture);
    record(fixture.useCases.disconnectWallet.execute());
    expect(status(fixture)).toBe('disconnected');
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
  });

  it('reconnects nothing after an explicit disconnect, on any number of reloads', async () => {
    const first = clientFixture();
    await connect(first);
    await connect(first, 'solana');
    await settled(record(first.useCases.disconnectWallet.execute()));
    first.connections.dispose();
    const wallet = first.chain.wallet(EVM_WALLET);
    // The wallet still shares accounts; only the stored connection was deleted.
    wallet.connected = true;
    const second = clientFixture({ sharedWith: first, storage: first.storage.reload() });
    await settled(start(second));
    expect([status(second), status(second, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect(wallet.count('resume')).toBe(0);
  });

  it('is cancelled on unsubscribe without logging', async () => {
    const { fixture, wallet } = slow();
    const run = start(fixture);
    run.cancel();
    expect(status(fixture)).toBe('disconnected');
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
    expect(fixture.logger.entries).toEqual([]);
    expect(fixture.clock.pending).toBe(0);
  });
});
