import { test as extensionTest } from '../support/extension-fixtures.js';
import { test as pageTest } from '../support/fixtures.js';

/** Where the sandbox's wallet lives, and the `test` that has it there. */
export interface WalletHost {
  readonly name: string;
  readonly test: typeof pageTest;
  readonly rdns: string;
}

/** The two hosts of the one wallet engine. */
export const WALLET_HOSTS: readonly WalletHost[] = [
  { name: 'the wallet as a page script', test: pageTest, rdns: 'dev.latchkey.sandbox' },
  // The extension's test has the same fixtures and some more, which these flows do not use.
  { name: 'the wallet as an extension', test: extensionTest as typeof pageTest, rdns: 'dev.latchkey.sandbox.extension' },
];

/** The first accounts of the development phrase, which the wallet holds. */
export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The second account of the development phrase. */
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
