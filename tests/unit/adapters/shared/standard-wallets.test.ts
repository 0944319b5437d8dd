import { describe, expect, it } from 'vitest';
import { StandardWallets, type StandardWalletsOptions } from '../../../../adapters/shared/standard-wallets.js';
import type { StandardWallet } from '../../../../application/shared/standard-wallet.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { TRAP } from '../support/outcomes.js';

const ICON = 'data:image/svg+xml,%3Csvg/%3E';

const makeWallet = (init: Partial<StandardWallet> = {}): StandardWallet => ({
  version: '1.0.0',
  name: 'Wallet',
  icon: ICON,
  chains: ['solana:mainnet'],
  features: { 'standard:connect': { version: '1.0.0', connect: () => Promise.resolve({ accounts: [] }) } },
  accounts: [],
  ...init,
});

/** Registers wallets, before or after the app is ready. @see https://github.com/wallet-standard/wallet-standard */
const register = (window: EventTarget, ...wallets: readonly unknown[]): { unregister: () => void } => {
  let unregister = (): void => undefined;
  const callback = (api: { register(...wallets: readonly unknown[]): () => void }): void => {
    unregister = api.register(...wallets);
  };
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }));
  window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail));
  return { unregister: () => unregister() };
};

const setUp = (options: Partial<StandardWalletsOptions> = {}) => {
  const window = new EventTarget();
  const wallets = new StandardWallets({
    window,
    namespace: 'solana',
    filter: { chainPrefix: 'solana:', connectFeature: 'standard:connect' },
    appWallets: [],
    ...options,
  });
  const lists: (readonly Connector[])[] = [];
  wallets.connectors$.subscribe((connectors) => lists.push(connectors));
  return { window, wallets, lists, ids: () => lists.at(-1)?.map(({ id }) => id) };
};

describe('StandardWallets', () => {
  it('lists wallets registered before or after the start, each once', () => {
    const { window, wallets, ids, lists } = setUp();
    const [early, late] = [makeWallet({ name: 'Early' }), makeWallet({ name: 'Late' })];
    register(window, early);
    expect(ids()).toEqual([]);
    wallets.start();
    wallets.start();
    expect(ids()).toEqual(['Early']);
    register(window, late, early);
    expect(ids()).toEqual(['Early', 'Late']);
    expect(wallets.find('Late')?.wallet).toBe(late);
    const bare = { rdns: null, explorerId: null, suspicious: false };
    expect(lists.at(-1)?.[0]).toEqual({ ...bare, id: 'Early', namespace: 'solana', type: 'ANNOUNCED', name: 'Early', icon: ICON });
  });

  it('removes wallets that unregister', () => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    const { unregister } = register(window, makeWallet());
    unregister();
    expect([ids(), wallets.find('Wallet')]).toEqual([[], undefined]);
  });

  it('lists and marks wallets of the same name, without forged ids', () => {
    const { window, wallets, lists } = setUp();
    wallets.start();
    register(window, makeWallet(), makeWallet({ name: 'Wallet#2' }), makeWallet());
    const listed = lists.at(-1)?.map(({ id, suspicious }) => [id, suspicious]);
    expect(listed).toEqual([
      ['Wallet', true],
      ['Wallet 2', false],
      ['Wallet#2', true],
    ]);
  });

  it('protects reserved ids, and sanitizes names and icons', () => {
    const { window, wallets, lists } = setUp();
    wallets.start();
    register(
      window,
      makeWallet({ name: 'walletConnect' }),
      makeWallet({ name: '\u202eevil\u0000', icon: 'https://tracker.example/icon.png' }),
      makeWallet({ name: '\u200b' }),
    );
    expect(lists.at(-1)?.map(({ id, name, icon }) => [id, name, icon])).toEqual([
      ['wallet:walletConnect', 'walletConnect', ICON],
      ['evil', 'evil', null],
      ['Browser Wallet', 'Browser Wallet', ICON],
    ]);
  });

  it.each([
    ['another namespace', makeWallet({ chains: ['bitcoin:mainnet'] })],
    ['no connect feature', makeWallet({ features: {} })],
    ['a connect that is not a function', makeWallet({ features: { 'standard:connect': { connect: true } } })],
    ['no name', { ...makeWallet(), name: 7 }],
    ['traps', TRAP],
    ['null', null],
  ])('skips a wallet with %s', (_, wallet) => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    register(window, wallet);
    expect(ids()).toEqual([]);
  });

  it('survives wallets that throw', () => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    const detail = (): void => {
      throw new Error('broken');
    };
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    window.dispatchEvent(new Event('wallet-standard:register-wallet'));
    register(window, makeWallet());
    expect(ids()).toEqual(['Wallet']);
  });

  it('lists app wallets first, and once if they also register', () => {
    const own = makeWallet({ name: 'Own' });
    const { window, wallets, lists } = setUp({ appWallets: [own] });
    wallets.start();
    register(window, makeWallet(), own);
    expect(lists.at(-1)?.map(({ id, type }) => [id, type])).toEqual([
      ['Own', 'EXTERNAL'],
      ['Wallet', 'ANNOUNCED'],
    ]);
  });

  it('ignores registrations after dispose', () => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    wallets.dispose();
    register(window, makeWallet());
    expect(ids()).toEqual([]);
  });
});
