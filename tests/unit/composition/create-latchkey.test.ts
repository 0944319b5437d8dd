import { ContainerModule } from 'inversify';
import { describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../application/ports/logger.fake.js';
import { LOGGER } from '../../../application/ports/logger.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../application/ports/storage.port.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { createLatchkey, type LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { defineModule } from '../../../composition/wire.js';
import { mainnet, polygon } from '../../../domain/network/networks/eip155.js';
import { ADDRESS, client, EVM_WALLET, fakes, SOLANA_WALLET } from './support/client.js';

const STORED = { '@latchkey/eip155:connected_connector_id': EVM_WALLET };

// Untyped callers may pass anything.
const create = (options: unknown) => createLatchkey(options as LatchkeyOptions);

describe('createLatchkey', () => {
  it.each([
    ['no network at all', { networks: [] }, 'config/invalid-option', { field: 'networks' }],
    ['an unknown theme mode', { networks: [mainnet], themeMode: 'blue' }, 'config/invalid-option', { field: 'themeMode' }],
    ['a misspelt option', { networks: [mainnet], projectID: 'x' }, 'config/invalid-option', { field: 'projectID' }],
    [
      'a network without RPC URLs',
      { networks: [{ ...mainnet, rpcUrls: { default: { http: [] } } }] },
      'config/invalid-network',
      { network: 'Ethereum' },
    ],
    ['an onEvent that is not a function', { networks: [mainnet], onEvent: 'log' }, 'config/invalid-option', { field: 'onEvent' }],
    ['siwx together with siweConfig', { networks: [mainnet], siwx: {}, siweConfig: {} }, 'config/conflicting-sign-in', {}],
  ] as const)('rejects %s with its name', (_, options, code, context) => {
    expect(() => create(options)).toThrow(
      expect.objectContaining({ name: 'LatchkeyError', code, context: expect.objectContaining(context) }),
    );
  });

  it('rejects an invalid provider and leaves no timers', () => {
    // Untyped callers may pass anything.
    const broken = eip155({ providers: [{ provider: {} }] as never });
    const deps = fakes();
    expect(() => client({ modules: [broken] }, deps)).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
    expect(deps.clock.pending).toBe(0);
  });

  it('tracks the names of the options and the networks, but no option values', () => {
    const { events } = client({ projectId: 'secret-project', networks: [polygon, mainnet] });
    expect(events).toEqual([
      { event: 'INITIALIZE', properties: { options: ['networks', 'projectId'], networks: ['137', '1'] }, address: undefined },
    ]);
  });

  it('reconnects a stored wallet without a prompt, then resolves ready', async () => {
    const deps = fakes({ storage: new FakeStorage(STORED), evm: { wallets: [{ id: EVM_WALLET, connected: true }] } });
    const { latchkey, chain } = client({}, deps);
    expect(latchkey.getAccount().status).toBe('reconnecting');
    await latchkey.ready;
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(latchkey.getState().initialized).toBe(true);
    expect(chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['resume']);
  });

  it('resolves ready if reconnecting fails, an adapter throws or the client is disposed', async () => {
    const rejected = fakes({ storage: new FakeStorage(STORED) });
    const buggy = fakes({ storage: new FakeStorage(STORED) });
    const silent = fakes({ storage: new FakeStorage(STORED) });
    rejected.chain.wallet(EVM_WALLET).next('resume', 'fail');
    buggy.chain.wallet(EVM_WALLET).next('resume', new TypeError('bug'));
    silent.chain.wallet(EVM_WALLET).next('resume', 'never');
    const [first, second, third] = [client({}, rejected), client({}, buggy), client({}, silent)];
    third.latchkey.dispose();
    await Promise.all([first.latchkey.ready, second.latchkey.ready, third.latchkey.ready]);
    expect(first.latchkey.getState().initialized).toBe(true);
    expect(second.latchkey.getState().initialized).toBe(true);
    expect(buggy.logger.messages('error')).toEqual(['Stored connections could not be restored']);
    expect(silent.clock.pending).toBe(0);
  });

  it('calls no wallet and no RPC endpoint before the user acts', async () => {
    const { latchkey, chain, solana, clock } = client();
    await latchkey.ready;
    await vi.dynamicImportSettled();
    await clock.run(600_000);
    expect(chain.wallet(EVM_WALLET).calls).toEqual([]);
    expect([...chain.readCalls, ...solana.readCalls]).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('keeps two clients on one page independent', async () => {
    const [first, second] = [client(), client()];
    await first.latchkey.connect({ connectorId: EVM_WALLET });
    expect([first.latchkey.getAccount().isConnected, second.latchkey.getAccount().isConnected]).toEqual([true, false]);
    first.latchkey.dispose();
    await second.latchkey.connect({ connectorId: EVM_WALLET });
    expect(second.latchkey.getAccount().isConnected).toBe(true);
  });

  it('connects and disconnects with other tabs', async () => {
    const tab = client();
    const otherTab = client({}, { ...tab, storage: tab.storage.otherTab(), module: moduleOfOtherTab(tab) });
    await tab.latchkey.connect({ connectorId: EVM_WALLET });
    await flushPromises();
    expect(otherTab.latchkey.getAccount()).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    await tab.latchkey.disconnect();
    expect(otherTab.latchkey.getAccount().status).toBe('disconnected');
  });

  it('lets a module rebind a port', async () => {
    const appLogger = new FakeLogger();
    const logging = new ContainerModule(({ rebind }) => void rebind(LOGGER).toConstantValue(appLogger));
    const deps = fakes({ storage: new FakeStorage(STORED) });
    deps.chain.wallet(EVM_WALLET).next('resume', 'fail');
    const { latchkey } = client({ modules: [logging] }, deps);
    await latchkey.ready;
    expect(appLogger.messages('warn')).toEqual(['The eip155 wallet could not be reconnected']);
    expect(deps.logger.entries).toEqual([]);
  });

  it('lets a module replace a use case for all its dependents', async () => {
    const replacement = defineModule((wire) => {
      wire(USE_CASES.watchConnectors, [USE_CASES.watchConnection], () => client().latchkey.useCases.watchConnectors);
    });
    const deps = fakes({ evm: { wallets: [{ id: 'com.hidden' }] } });
    const { latchkey } = client({ modules: [replacement] }, deps);
    expect(latchkey.getConnectors().map(({ id }) => id)).toEqual([EVM_WALLET, SOLANA_WALLET]);
  });
});

/** The module of a second tab with its own view of the storage and the same wallets. */
function moduleOfOtherTab(deps: ReturnType<typeof fakes>) {
  return new ContainerModule((options) => {
    deps.module.load(options);
    options.rebind(STORAGE).toConstantValue(deps.storage.otherTab());
  });
}

describe('createLatchkey without a page', () => {
  it('uses in-memory storage and logs nothing to the console', async () => {
    const consoleSpies = (['error', 'warn', 'info', 'debug', 'log'] as const).map((level) => vi.spyOn(console, level));
    const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()] });
    await latchkey.ready;
    expect(latchkey.getState()).toMatchObject({ initialized: true, open: false, activeChain: 'eip155' });
    expect(latchkey.getConnectors()).toEqual([]);
    expect(latchkey.browser.location).toBeNull();
    latchkey.dispose();
    expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

describe('dispose', () => {
  it('removes all listeners, timers and subscriptions, and keeps stored connections', async () => {
    const { latchkey, chain, solana, clock, storage, browser } = client();
    const notified: string[] = [];
    latchkey.subscribeConnection(() => notified.push('connection'));
    latchkey.subscribeState(() => notified.push('state'));
    latchkey.subscribeEvents(() => notified.push('event'));
    await latchkey.connect({ connectorId: EVM_WALLET });
    await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET });
    await latchkey.open();
    latchkey.showSuccessMessage('Hello');
    latchkey.useCases.watchBalance.execute().subscribe();
    latchkey.useCases.watchModal.execute().subscribe();
    await clock.run(0);
    expect(clock.pending).toBeGreaterThan(0);
    notified.length = 0;
    latchkey.dispose();
    expect(notified).toEqual([]);
    expect(clock.pending).toBe(0);
    expect([chain.wallet(EVM_WALLET).listeners, solana.wallet(SOLANA_WALLET).listeners]).toEqual([0, 0]);
    expect([chain.disposed, solana.disposed]).toEqual([true, true]);
    expect(latchkey.getAccount('eip155')).toMatchObject({ status: 'disconnected', isConnected: false });
    expect(latchkey.getProvider('eip155')).toBeUndefined();
    expect(storage.get('@latchkey/eip155:connected_connector_id')).toBe(EVM_WALLET);
    browser.setVisible(false);
    browser.setVisible(true);
    await clock.run(60_000);
    expect(clock.pending).toBe(0);
  });

  it('rejects pending calls and leaves no timers', async () => {
    const deps = fakes({ evm: { wallets: [{ id: EVM_WALLET, icon: 'https://wallet.example/icon.png' }] } });
    deps.browser.images = 'slow';
    const { latchkey, chain, clock } = client({}, deps);
    chain.wallet(EVM_WALLET).next('connect', 'late');
    const connecting = latchkey.connect({ connectorId: EVM_WALLET });
    const opening = latchkey.open();
    await flushPromises();
    latchkey.dispose();
    await expect(connecting).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(opening).rejects.toMatchObject({ code: 'config/disposed' });
    chain.wallet(EVM_WALLET).release();
    await flushPromises();
    expect(chain.wallet(EVM_WALLET).listeners).toBe(0);
    expect(clock.pending).toBe(0);
    expect(latchkey.getState().open).toBe(false);
  });

  it('rejects a pending disconnect of an unresponsive wallet', async () => {
    const { latchkey, chain, clock } = client();
    await latchkey.connect({ connectorId: EVM_WALLET });
    chain.wallet(EVM_WALLET).next('disconnect', 'never');
    const disconnecting = latchkey.disconnect();
    latchkey.dispose();
    await expect(disconnecting).rejects.toMatchObject({ name: 'LatchkeyError' });
    expect(clock.pending).toBe(0);
  });

  it('may be called twice; later calls throw config/disposed', async () => {
    const { latchkey } = client();
    latchkey.dispose();
    latchkey.dispose();
    await expect(latchkey.open()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(latchkey.close()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'config/disposed' });
    expect(() => latchkey.setThemeMode('light')).toThrow(expect.objectContaining({ code: 'config/disposed' }));
    expect(() => latchkey.subscribeState(() => undefined)).toThrow(expect.objectContaining({ code: 'config/disposed' }));
  });

  it('makes use cases of still mounted views inert', async () => {
    const { latchkey, chain, clock } = client();
    await latchkey.connect({ connectorId: EVM_WALLET });
    latchkey.dispose();
    const { closeModal, signMessage, switchNetwork, openModal, watchAccount } = latchkey.useCases;
    const states: unknown[] = [];
    closeModal.execute({ by: 'user' }).subscribe();
    latchkey.modal.show({ message: 'Hello', variant: 'success' });
    openModal.execute().subscribe();
    switchNetwork.execute({ chainId: 'eip155:137' }).subscribe();
    signMessage.execute({ message: 'Hello' }).subscribe((state) => states.push(state.status === 'error' ? state.error.code : state.status));
    watchAccount.execute().subscribe(({ status }) => states.push(status));
    await vi.dynamicImportSettled();
    await clock.run(10_000);
    expect(states).toEqual(['pending', 'disconnected', 'config/disposed']);
    expect(chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['connect']);
    expect(clock.pending).toBe(0);
  });
});

describe('createLatchkey with untyped arguments', () => {
  it.each([undefined, null, 7, 'options', []])('names the missing networks for %j', (options) => {
    expect(() => create(options)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: 'networks' }) }),
    );
  });

  it.each([
    [eip155, 'modules'],
    [[eip155], 'modules[0]'],
    [[eip155(), null], 'modules[1]'],
  ])('names an invalid module', (modules, field) => {
    expect(() => create({ networks: [mainnet], modules })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field }) }),
    );
  });
});
