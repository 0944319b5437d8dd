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

/** Registers as wallets do, whichever of both sides is there first. @see https://github.com/wallet-standard/wallet-standard */
const register = (window: EventTarget, ...wallets: readonly unknown[]): { leave: () => void } => {
  let leave = (): void => undefined;
  const callback = (api: { register(...wallets: readonly unknown[]): () => void }): void => {
    leave = api.register(...wallets);
  };
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }));
  window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail));
  return { leave: () => leave() };
};

const setUp = (options: Partial<StandardWalletsOptions> = {}) => {
  const window = new EventTarget();
  const wallets = new StandardWallets({
    window,
    namespace: 'solana',
    family: { chains: 'solana:', connect: 'standard:connect' },
    hostWallets: [],
    ...options,
  });
  const lists: (readonly Connector[])[] = [];
  wallets.connectors$.subscribe((connectors) => lists.push(connectors));
  return { window, wallets, lists, ids: () => lists.at(-1)?.map(({ id }) => id) };
};

describe('wallets of the standard', () => {
  it('are listed whether they were there first or come later, each once', () => {
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

  it('leave when they say so', () => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    const { leave } = register(window, makeWallet());
    leave();
    expect([ids(), wallets.find('Wallet')]).toEqual([[], undefined]);
  });

  it('of one name are all listed and all marked, also against a forged id', () => {
    const { window, wallets, lists } = setUp();
    wallets.start();
    register(window, makeWallet(), makeWallet({ name: 'Wallet#2' }), makeWallet());
    const shown = lists.at(-1)?.map(({ id, suspicious }) => [id, suspicious]);
    expect(shown).toEqual([
      ['Wallet', true],
      ['Wallet 2', false],
      ['Wallet#2', true],
    ]);
  });

  it('take no reserved id and show safe names and icons only', () => {
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
    ['another family', makeWallet({ chains: ['bitcoin:mainnet'] })],
    ['no way to connect', makeWallet({ features: {} })],
    ['a connect that is no function', makeWallet({ features: { 'standard:connect': { connect: true } } })],
    ['no name', { ...makeWallet(), name: 7 }],
    ['traps', TRAP],
    ['nothing', null],
  ])('are left out with %s', (_, wallet) => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    register(window, wallet);
    expect(ids()).toEqual([]);
  });

  it('break nothing when they throw', () => {
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

  it('of the host stand first, and one that registers itself too is one', () => {
    const own = makeWallet({ name: 'Own' });
    const { window, wallets, lists } = setUp({ hostWallets: [own] });
    wallets.start();
    register(window, makeWallet(), own);
    expect(lists.at(-1)?.map(({ id, type }) => [id, type])).toEqual([
      ['Own', 'EXTERNAL'],
      ['Wallet', 'ANNOUNCED'],
    ]);
  });

  it('are heard no more after an end', () => {
    const { window, wallets, ids } = setUp();
    wallets.start();
    wallets.dispose();
    register(window, makeWallet());
    expect(ids()).toEqual([]);
  });
});
