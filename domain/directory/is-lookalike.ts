import type { Connector } from '../connection/connector.js';
import { brandOf } from '../connection/connector-list.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { isInstalled } from './wallet-order.js';

/** Cyrillic and Greek letters, digits and strokes, each followed by the Latin letter that it resembles. */
const HOMOGLYPHS = 'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdһhӏlαaβbεeηnιiκkμmνvοoρpτtυuχxωw0o1l|l';

const LATIN_BY_HOMOGLYPH = new Map(
  Array.from({ length: HOMOGLYPHS.length / 2 }, (_, at) => [HOMOGLYPHS.charAt(2 * at), HOMOGLYPHS.charAt(2 * at + 1)]),
);

/** Skeleton of a name: names with the same skeleton look alike. */
const skeletonOf = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LATIN_BY_HOMOGLYPH.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/i/g, 'l')
    .replace(/wallet$/, '');

/**
 * Tests whether a directory wallet's name looks like that of an installed wallet although it is a different wallet: its reverse domain
 * name differs, or the name uses other letters.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const isLookalike = (wallet: DirectoryWallet, connectors: readonly Connector[]): boolean =>
  !isInstalled(wallet, connectors) &&
  connectors.some(
    ({ type, name, rdns }) =>
      (type === 'ANNOUNCED' || type === 'INJECTED') &&
      skeletonOf(name) === skeletonOf(wallet.name) &&
      ((rdns !== null && wallet.rdns !== null) || brandOf(name) !== brandOf(wallet.name)),
  );
