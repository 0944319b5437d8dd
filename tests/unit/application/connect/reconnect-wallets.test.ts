import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import {
  account,
  connect,
  EVM_WALLET,
  record,
  released,
  SOLANA_WALLET,
  settled,
  status,
  type World,
  type WorldInit,
  world,
} from '../support/world.js';

const REMEMBERED = { '@latchkey/eip155:connected_connector_id': EVM_WALLET, '@latchkey/solana:connected_connector_id': SOLANA_WALLET };

/** A page that loads after a visit in which both wallets were connected. */
const reloaded = (given: WorldInit = {}): World => {
  const here = world({ storage: new FakeStorage(REMEMBERED), ...given });
  here.chain.wallet(EVM_WALLET).connected = true;
  here.solana.wallet(SOLANA_WALLET).connected = true;
  return here;
};
/** The same, with a wallet that takes its time. */
const slow = () => {
  const here = reloaded();
  const wallet = here.chain.wallet(EVM_WALLET);
  wallet.next('resume', 'late');
  return { here, wallet };
};
const start = ({ useCases }: World) => record(useCases.reconnectWallets.execute());

let here: World;
beforeEach(() => {
  here = reloaded();
});

describe('ReconnectWallets', () => {
  it('is reconnecting from the moment of subscription, then connected, without ever asking the person', async () => {
    const run = start(here);
    expect([status(here), status(here, 'solana')]).toEqual(['reconnecting', 'reconnecting']);
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(here.connections.state.initialized).toBe(false);
    await settle();
    expect(run).toMatchObject({ values: [{}, { status: 'success', data: ['eip155', 'solana'] }], end: 'complete' });
    expect([status(here), status(here, 'solana')]).toEqual(['connected', 'connected']);
    expect(here.connections.state.initialized).toBe(true);
    expect(here.chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['resume']);
    expect(here.clock.pending).toBe(0);
  });

  it('leaves the active namespace and the tracked events alone', async () => {
    await settled(start(here));
    expect(here.connections.state.activeNamespace).toBe('eip155');
    expect(here.tracked).toEqual([]);
  });

  it('is initialized at once where nothing is remembered, and touches no wallet', async () => {
    here = world();
    const run = start(here);
    expect(status(here)).toBe('disconnected');
    await settle();
    expect(run.values.at(-1)).toEqual({ status: 'success', data: [] });
    expect(here.connections.state.initialized).toBe(true);
    expect(here.chain.wallet(EVM_WALLET).calls).toEqual([]);
  });

  it('works without adapters', async () => {
    here = world({ withoutAdapters: true, storage: new FakeStorage(REMEMBERED) });
    const run = await settled(start(here));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: [] });
    expect(here.connections.state.initialized).toBe(true);
  });

  it('takes up one namespace only when it is asked to', async () => {
    await settled(record(here.useCases.reconnectWallets.execute({ namespace: 'solana' })));
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'connected']);
  });

  it.each(['fail', 'lost', 'garbage', 'unauthorized'] as const satisfies readonly FakeAnswer[])(
    'leaves a namespace disconnected whose wallet answers with %s, logs it, and takes up the others',
    async (answer) => {
      here.chain.wallet(EVM_WALLET).next('resume', answer);
      const run = await settled(start(here));
      expect(run.values.at(-1)).toEqual({ status: 'success', data: ['solana'] });
      expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'connected']);
      expect(here.logger.messages('warn')).toEqual(['The eip155 wallet could not be connected again']);
      expect(here.connections.state.initialized).toBe(true);
    },
  );

  it.each([
    ['is locked', (here: World) => here.chain.wallet(EVM_WALLET).lock()],
    ['has forgotten the site', (here: World) => here.chain.wallet(EVM_WALLET).forgetSite()],
  ])('is disconnected when the wallet %s, and still remembers it', async (_, change) => {
    change(here);
    await settled(start(here));
    expect(status(here)).toBe('disconnected');
    expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
    // It is only watched for the moment it shares again, and that ends with an explicit disconnect.
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(1);
    here.connections.end('eip155');
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(0);
  });

  it('takes a wallet up that was locked during the reload, as soon as it is unlocked', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.lock();
    await settled(start(here));
    wallet.unlock();
    await settle();
    expect(status(here)).toBe('connected');
    expect(wallet.count('connect')).toBe(0);
    expect(wallet.listeners).toBe(1);
  });

  it('does not take a wallet up that is unlocked after an explicit disconnect', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.lock();
    await settled(start(here));
    here.memory.forget('eip155');
    here.connections.end('eip155');
    wallet.unlock();
    await settle();
    expect(status(here)).toBe('disconnected');
    expect(wallet.count('resume')).toBe(1);
  });

  it('does not let a bug in one adapter keep the others from connecting, and does not hide it', async () => {
    const defect = new TypeError('bug');
    here.chain.wallet(EVM_WALLET).next('resume', defect);
    const run = await settled(start(here));
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'connected']);
    expect(here.connections.state.initialized).toBe(true);
    expect(run.end).toEqual({ defect });
  });

  it('survives a storage with nonsense in it', async () => {
    here = world({ storage: new FakeStorage({ '@latchkey/eip155:connected_connector_id': '{"id":"<script>"}' }) });
    await settled(start(here));
    expect(status(here)).toBe('disconnected');
    expect(here.logger.entries).toMatchObject([{ level: 'warn', detail: { code: 'connection/connector-not-found' } }]);
  });

  it.each([
    ['minds the abort', false],
    ['does not care about the abort', true],
  ])(
    'waits 20 s for a wallet that does not answer, then is disconnected; a later answer of an adapter that %s leaks nothing',
    async (_, deaf) => {
      const { resume } = here.chain;
      if (deaf) vi.spyOn(here.chain, 'resume').mockImplementation((request) => resume(request, new AbortController().signal));
      const wallet = here.chain.wallet(EVM_WALLET);
      wallet.next('resume', 'late');
      const run = start(here);
      await here.clock.run(19_999);
      expect(status(here)).toBe('reconnecting');
      await here.clock.run(1);
      expect(status(here)).toBe('disconnected');
      expect(run.values.at(-1)).toEqual({ status: 'success', data: ['solana'] });
      await released(wallet);
      expect(status(here)).toBe('disconnected');
      expect(wallet.listeners).toBe(0);
      expect(here.clock.pending).toBe(0);
    },
  );

  it('connects also by an answer that takes long but comes in time', async () => {
    const { here, wallet } = slow();
    start(here);
    await here.clock.run(10_000);
    await released(wallet);
    expect(status(here)).toBe('connected');
  });

  it('never displaces what a person started meanwhile', async () => {
    const here = reloaded({ evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } });
    const remembered = here.chain.wallet(EVM_WALLET);
    remembered.next('resume', 'late');
    here.chain.wallet('com.second').next('connect', 'late');
    start(here);
    record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' }));
    expect(status(here)).toBe('connecting');
    await released(remembered);
    expect(status(here)).toBe('connecting');
    expect(remembered.listeners).toBe(0);
    await released(here.chain.wallet('com.second'));
    expect(account(here).connectorId).toBe('com.second');
  });

  it('does not begin while a person is being asked, nor while a wallet is connected', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('connect', 'late');
    record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settled(start(here));
    expect(status(here)).toBe('connecting');
    await released(wallet);
    await settled(start(here));
    expect(wallet.count('resume')).toBe(0);
    expect(status(here)).toBe('connected');
  });

  it('does not connect again what is disconnected while it waits', async () => {
    const { here, wallet } = slow();
    start(here);
    record(here.useCases.disconnectWallet.execute());
    expect(status(here)).toBe('disconnected');
    await released(wallet);
    expect(status(here)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
  });

  it('has nothing to take up after an explicit disconnect, however often the page is loaded', async () => {
    const first = world();
    await connect(first);
    await connect(first, 'solana');
    await settled(record(first.useCases.disconnectWallet.execute()));
    first.connections.dispose();
    const wallet = first.chain.wallet(EVM_WALLET);
    // The wallet has not forgotten the site: only the page has.
    wallet.connected = true;
    const second = world({ beside: first, storage: first.storage.reload() });
    await settled(start(second));
    expect([status(second), status(second, 'solana')]).toEqual(['disconnected', 'disconnected']);
    expect(wallet.count('resume')).toBe(0);
  });

  it('gives up when it is unsubscribed, and says nothing about it', async () => {
    const { here, wallet } = slow();
    const run = start(here);
    run.cancel();
    expect(status(here)).toBe('disconnected');
    await released(wallet);
    expect(status(here)).toBe('disconnected');
    expect(wallet.listeners).toBe(0);
    expect(here.logger.entries).toEqual([]);
    expect(here.clock.pending).toBe(0);
  });
});
