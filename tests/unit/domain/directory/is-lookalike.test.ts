import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { isLookalike, isLookalikeOfListed, lookalikeIds } from '../../../../domain/directory/is-lookalike.js';
import { connector } from '../connection/connection-for-tests.js';

const METAMASK = connector('eip155', 'io.metamask', { name: 'MetaMask' });
const PHANTOM = connector('solana', 'Phantom', { name: 'Phantom', rdns: null });
const isMarked = (name: string, rdns: string | null, connectors: readonly Connector[] = [METAMASK, PHANTOM]): boolean =>
  isLookalike(fakeWallet('x', { name, rdns }), connectors);

describe('isLookalike', () => {
  it.each([
    ['MetaMask', 'io.evil'],
    ['Metamask Wallet', 'io.evil'],
    // Cyrillic, Greek, digits, strokes, diacritics, letters that merge visually.
    ['\u041CetaM\u0430sk', null],
    ['Met\u03B1Mask', null],
    ['MetaM\u00E0sk', null],
    ['\uFF2DetaMask', null],
    ['rnetarnask', null],
    ['Meta\u00B7Mask', null],
    ['Ph\u0430ntom', null],
    ['Phant0m', 'app.evil'],
  ])('is true for %s, %s', (name, rdns) => {
    expect(isMarked(name, rdns)).toBe(true);
  });

  it.each([
    ['MetaMask', 'io.metamask'],
    ['MetaMask', 'io.metamask.mobile'],
    // Without a domain name it may be the same wallet.
    ['MetaMask', null],
    ['Phantom', 'app.phantom'],
    ['Phantom Wallet', null],
    ['Meta', null],
    ['Rainbow', 'me.rainbow'],
    ['\u041C\u0438\u0440', null],
  ])('is false for the same, possibly the same, or a distinct name: %s, %s', (name, rdns) => {
    expect(isMarked(name, rdns)).toBe(false);
  });

  it('is false if no such wallet is installed', () => {
    const remote = connector('eip155', 'walletConnect', { type: 'WALLET_CONNECT', name: 'WalletConnect', rdns: null });
    expect(isMarked('W\u0430lletConnect', null, [remote])).toBe(false);
    expect(isMarked('MetaMask', 'io.evil', [])).toBe(false);
  });

  it('is true for two wallets of the list with the same name and other domain names, unless they are one wallet', () => {
    const listed = [fakeWallet('a', { name: 'Harbor', rdns: 'app.harbor' }), fakeWallet('b', { name: 'H\u0430rbor', rdns: null })];
    expect(listed.map((wallet) => isLookalike(wallet, [], listed))).toEqual([true, true]);
    expect([...lookalikeIds([...listed, fakeWallet('c', { name: 'Port' })], [])]).toEqual(['a', 'b']);
    const unnamed = listed.map((wallet) => ({ ...wallet, rdns: null }));
    expect(unnamed.map((wallet) => isLookalike(wallet, [], unnamed))).toEqual([true, true]);
    const same = [fakeWallet('a', { name: 'Harbor', rdns: 'app.harbor' }), fakeWallet('b', { name: 'Harbor', rdns: 'app.harbor' })];
    expect(same.map((wallet) => isLookalike(wallet, [], same))).toEqual([false, false]);
  });
});

describe('isLookalikeOfListed', () => {
  it('is true for an installed wallet with the name of another wallet of the directory', () => {
    const listed = [fakeWallet('a', { name: 'MetaMask', rdns: 'io.metamask' })];
    const fake = connector('eip155', 'io.evil', { name: 'MetaMask' });
    expect([METAMASK, fake].map((installed) => isLookalikeOfListed(installed, listed))).toEqual([false, true]);
  });
});
