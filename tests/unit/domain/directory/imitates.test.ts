import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { imitates } from '../../../../domain/directory/imitates.js';
import { connector } from '../connection/connection-for-tests.js';

const METAMASK = connector('eip155', 'io.metamask', { name: 'MetaMask' });
const PHANTOM = connector('solana', 'Phantom', { name: 'Phantom', rdns: null });
const isMarked = (name: string, rdns: string | null, connectors: readonly Connector[] = [METAMASK, PHANTOM]): boolean =>
  imitates(fakeWallet('x', { name, rdns }), connectors);

describe('a wallet of the directory that looks like an installed one', () => {
  it.each([
    ['MetaMask', 'io.evil'],
    ['Metamask Wallet', 'io.evil'],
    // Cyrillic, Greek, digits, strokes, marks, letters that run together.
    ['\u041CetaM\u0430sk', null],
    ['Met\u03B1Mask', null],
    ['MetaM\u00E0sk', null],
    ['\uFF2DetaMask', null],
    ['rnetarnask', null],
    ['Meta\u00B7Mask', null],
    ['Ph\u0430ntom', null],
    ['Phant0m', 'app.evil'],
  ])('is marked: %s, %s', (name, rdns) => {
    expect(isMarked(name, rdns)).toBe(true);
  });

  it.each([
    ['MetaMask', 'io.metamask'],
    ['MetaMask', 'io.metamask.mobile'],
    // It does not say who it is, and may be the same.
    ['MetaMask', null],
    ['Phantom', 'app.phantom'],
    ['Phantom Wallet', null],
    ['Meta', null],
    ['Rainbow', 'me.rainbow'],
    ['\u041C\u0438\u0440', null],
  ])('is not where it is the same, may be, or looks otherwise: %s, %s', (name, rdns) => {
    expect(isMarked(name, rdns)).toBe(false);
  });

  it('is none where nothing of the kind is installed', () => {
    const elsewhere = connector('eip155', 'walletConnect', { type: 'WALLET_CONNECT', name: 'WalletConnect', rdns: null });
    expect(isMarked('W\u0430lletConnect', null, [elsewhere])).toBe(false);
    expect(isMarked('MetaMask', 'io.evil', [])).toBe(false);
  });
});
