import type { Connector } from '../connection/connector.js';
import { brandOf } from '../connection/connector-list.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { isInstalled } from './wallet-order.js';

/** Cyrillic and Greek letters, digits and strokes beside the Latin letters that they look like, in small letters. */
const TWINS = 'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdһhӏlαaβbεeηnιiκkμmνvοoρpτtυuχxωw0o1l|l';

const LATIN = new Map(Array.from({ length: TWINS.length / 2 }, (_, at) => [TWINS.charAt(2 * at), TWINS.charAt(2 * at + 1)]));

/** What a name looks like: two names with one look cannot be told from each other at a glance. */
const lookOf = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/i/g, 'l')
    .replace(/wallet$/, '');

/**
 * Whether a wallet of the directory looks by its name like one that is installed, and is another: it says another reverse domain name, or its
 * name is written with other letters.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const imitates = (wallet: DirectoryWallet, connectors: readonly Connector[]): boolean =>
  !isInstalled(wallet, connectors) &&
  connectors.some(
    ({ type, name, rdns }) =>
      (type === 'ANNOUNCED' || type === 'INJECTED') &&
      lookOf(name) === lookOf(wallet.name) &&
      ((rdns !== null && wallet.rdns !== null) || brandOf(name) !== brandOf(wallet.name)),
  );
