import { ContainerModule } from 'inversify';
import { describe, expect, it, vi } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
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

const REMEMBERED = { '@latchkey/eip155:connected_connector_id': EVM_WALLET };

// A page without types may pass anything.
const create = (options: unknown) => createLatchkey(options as LatchkeyOptions);

describe('createLatchkey', () => {
  it.each([
    ['no network at all', { networks: [] }, 'config/invalid-option', { field: 'networks' }],
    ['a theme that is none', { networks: [mainnet], themeMode: 'blue' }, 'config/invalid-option', { field: 'themeMode' }],
    ['an option that is misspelt', { networks: [mainnet], projectID: 'x' }, 'config/invalid-option', { field: 'projectID' }],
    [
      'a network without nodes',
      { networks: [{ ...mainnet, rpcUrls: { default: { http: [] } } }] },
      'config/invalid-network',
      { network: 'Ethereum' },
    ],
    ['an onEvent that is no function', { networks: [mainnet], onEvent: 'log' }, 'config/invalid-option', { field: 'onEvent' }],
    ['both ways to sign in', { networks: [mainnet], siwx: {}, siweConfig: {} }, 'config/conflicting-sign-in', {}],
  ] as const)('refuses %s by name', (_, options, code, context) => {
    expect(() => create(options)).toThrow(
      expect.objectContaining({ name: 'LatchkeyError', code, context: expect.objectContaining(context) }),
    );
  });

  it('refuses a provider of the host that is none, and leaves nothing behind', () => {
    // A page without types may pass anything.
    const broken = eip155({ providers: [{ provider: {} }] as never });
    const parts = fakes();
    expect(() => client({ modules: [broken] }, parts)).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
    expect(parts.clock.pending).toBe(0);
  });

  it('tells which options are set and which networks, but no value, which may be a secret', () => {
    const { told } = client({ projectId: 'secret-project', networks: [polygon, mainnet] });
    expect(told).toEqual([
      { event: 'INITIALIZE', properties: { options: ['networks', 'projectId'], networks: ['137', '1'] }, address: undefined },
    ]);
  });

  it('takes up a remembered wallet without asking the person, and says when it is done', async () => {
    const parts = fakes({ storage: new FakeStorage(REMEMBERED), evm: { wallets: [{ id: EVM_WALLET, connected: true }] } });
    const { latchkey, chain } = client({}, parts);
    expect(latchkey.getAccount().status).toBe('reconnecting');
    await latchkey.ready;
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(latchkey.getState().initialized).toBe(true);
    expect(chain.wallet(EVM_WALLET).calls.map(({ operation }) => operation)).toEqual(['resume']);
  });

  it('is ready also when a wallet cannot be taken up, an adapter has a bug or the client is disposed of', async () => {
    const rejected = fakes({ storage: new FakeStorage(REMEMBERED) });
    const buggy = fakes({ storage: new FakeStorage(REMEMBERED) });
    const silent = fakes({ storage: new FakeStorage(REMEMBERED) });
    rejected.chain.wallet(EVM_WALLET).next('resume', 'fail');
    buggy.chain.wallet(EVM_WALLET).next('resume', new TypeError('bug'));
    silent.chain.wallet(EVM_WALLET).next('resume', 'never');
    const [first, second, third] = [client({}, rejected), client({}, buggy), client({}, silent)];
    third.latchkey.dispose();
    await Promise.all([first.latchkey.ready, second.latchkey.ready, third.latchkey.ready]);
    expect(first.latchkey.getState().initialized).toBe(true);
    expect(second.latchkey.getState().initialized).toBe(true);
    expect(buggy.logger.messages('error')).toEqual(['Stored connections could not be taken up']);
    expect(silent.clock.pending).toBe(0);
  });

  it('asks no wallet and no node before the visitor acts', async () => {
    const { latchkey, chain, solana, clock } = client();
    await latchkey.ready;
    await vi.dynamicImportSettled();
    await clock.run(600_000);
    expect(chain.wallet(EVM_WALLET).calls).toEqual([]);
    expect([...chain.readCalls, ...solana.readCalls]).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('keeps two clients on one page apart', async () => {
    const [first, second] = [client(), client()];
    await first.latchkey.connect({ connectorId: EVM_WALLET });
    expect([first.latchkey.getAccount().isConnected, second.latchkey.getAccount().isConnected]).toEqual([true, false]);
    first.latchkey.dispose();
    await second.latchkey.connect({ connectorId: EVM_WALLET });
    expect(second.latchkey.getAccount().isConnected).toBe(true);
  });

  it('follows other tabs', async () => {
    const here = client();
    const there = client({}, { ...here, storage: here.storage.otherTab(), module: fakesBeside(here) });
    await here.latchkey.connect({ connectorId: EVM_WALLET });
    await settle();
    expect(there.latchkey.getAccount()).toMatchObject({ status: 'connected', connectorId: EVM_WALLET });
    await here.latchkey.disconnect();
    expect(there.latchkey.getAccount().status).toBe('disconnected');
  });

  it('lets a module of the host rebind any part', async () => {
    const own = new FakeLogger();
    const logging = new ContainerModule(({ rebind }) => void rebind(LOGGER).toConstantValue(own));
    const parts = fakes({ storage: new FakeStorage(REMEMBERED) });
    parts.chain.wallet(EVM_WALLET).next('resume', 'fail');
    const { latchkey } = client({ modules: [logging] }, parts);
    await latchkey.ready;
    expect(own.messages('warn')).toEqual(['The eip155 wallet could not be connected again']);
    expect(parts.logger.entries).toEqual([]);
  });

  it('lets a module of the host replace a use case, and what builds on it follows', async () => {
    const none = defineModule((wire) => {
      wire(USE_CASES.watchConnectors, [USE_CASES.watchConnection], () => client().latchkey.useCases.watchConnectors);
    });
    const parts = fakes({ evm: { wallets: [{ id: 'com.hidden' }] } });
    const { latchkey } = client({ modules: [none] }, parts);
    expect(latchkey.getConnectors().map(({ id }) => id)).toEqual([EVM_WALLET, SOLANA_WALLET]);
  });
});

/** The module of a second tab: its own storage, the same wallets. */
function fakesBeside(parts: ReturnType<typeof fakes>) {
  return new ContainerModule((options) => {
    parts.module.load(options);
    options.rebind(STORAGE).toConstantValue(parts.storage.otherTab());
  });
}

describe('createLatchkey without a page', () => {
  it('works from memory, without a word on the console', async () => {
    const said = (['error', 'warn', 'info', 'debug', 'log'] as const).map((level) => vi.spyOn(console, level));
    const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()] });
    await latchkey.ready;
    expect(latchkey.getState()).toMatchObject({ initialized: true, open: false, activeChain: 'eip155' });
    expect(latchkey.getConnectors()).toEqual([]);
    expect(latchkey.browser.location).toBeNull();
    latchkey.dispose();
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

describe('dispose', () => {
  it('leaves no listener, no timer and no watcher, and keeps what is remembered', async () => {
    const { latchkey, chain, solana, clock, storage, browser } = client();
    const heard: string[] = [];
    latchkey.subscribeConnection(() => heard.push('connection'));
    latchkey.subscribeState(() => heard.push('state'));
    latchkey.subscribeEvents(() => heard.push('event'));
    await latchkey.connect({ connectorId: EVM_WALLET });
    await latchkey.connect({ namespace: 'solana', connectorId: SOLANA_WALLET });
    await latchkey.open();
    latchkey.showSuccessMessage('Hello');
    latchkey.useCases.watchBalance.execute().subscribe();
    latchkey.useCases.watchModal.execute().subscribe();
    await clock.run(0);
    expect(clock.pending).toBeGreaterThan(0);
    heard.length = 0;
    latchkey.dispose();
    expect(heard).toEqual([]);
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

  it('may be called while anything is under way: what waits is told, nothing stays', async () => {
    const parts = fakes({ evm: { wallets: [{ id: EVM_WALLET, icon: 'https://wallet.example/icon.png' }] } });
    parts.browser.images = 'slow';
    const { latchkey, chain, clock } = client({}, parts);
    chain.wallet(EVM_WALLET).next('connect', 'late');
    const connecting = latchkey.connect({ connectorId: EVM_WALLET });
    const opening = latchkey.open();
    await settle();
    latchkey.dispose();
    await expect(connecting).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(opening).rejects.toMatchObject({ code: 'config/disposed' });
    chain.wallet(EVM_WALLET).release();
    await settle();
    expect(chain.wallet(EVM_WALLET).listeners).toBe(0);
    expect(clock.pending).toBe(0);
    expect(latchkey.getState().open).toBe(false);
  });

  it('leaves nothing also when the wallet is silent while the site is forgotten', async () => {
    const { latchkey, chain, clock } = client();
    await latchkey.connect({ connectorId: EVM_WALLET });
    chain.wallet(EVM_WALLET).next('disconnect', 'never');
    const disconnecting = latchkey.disconnect();
    latchkey.dispose();
    await expect(disconnecting).rejects.toMatchObject({ name: 'LatchkeyError' });
    expect(clock.pending).toBe(0);
  });

  it('may be called twice; then every act says that the client was disposed of', async () => {
    const { latchkey } = client();
    latchkey.dispose();
    latchkey.dispose();
    await expect(latchkey.open()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(latchkey.close()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(latchkey.connect({ connectorId: EVM_WALLET })).rejects.toMatchObject({ code: 'config/disposed' });
    expect(() => latchkey.setThemeMode('light')).toThrow(expect.objectContaining({ code: 'config/disposed' }));
    expect(() => latchkey.subscribeState(() => undefined)).toThrow(expect.objectContaining({ code: 'config/disposed' }));
  });

  it('keeps the use cases from doing anything, for views that are still on screen', async () => {
    const { latchkey, chain, clock } = client();
    await latchkey.connect({ connectorId: EVM_WALLET });
    latchkey.dispose();
    const { closeModal, signMessage, switchNetwork, openModal, watchAccount } = latchkey.useCases;
    const states: unknown[] = [];
    closeModal.execute({ by: 'person' }).subscribe();
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

describe('createLatchkey, called without types', () => {
  it.each([undefined, null, 7, 'options', []])('names what is missing when it is given %j', (options) => {
    expect(() => create(options)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: 'networks' }) }),
    );
  });

  it.each([
    [eip155, 'modules'],
    [[eip155], 'modules[0]'],
    [[eip155(), null], 'modules[1]'],
  ])('names a module that is none', (modules, field) => {
    expect(() => create({ networks: [mainnet], modules })).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field }) }),
    );
  });
});
