import * as v from 'valibot';
import { exactObject, filteredArrayOrEmpty, lenient, parseJson } from '../wire.js';
import { MAX_ICON_BYTES, sanitizeName } from './connector-label.js';

/** A recently used wallet: the fields of a directory entry that the list shows. */
export interface RecentWallet {
  readonly id: string;
  readonly name: string;
  readonly rdns?: string;
  readonly imageId?: string;
  readonly imageUrl?: string;
}

/** Maximum number of recent wallets. */
export const RECENT_WALLETS_LIMIT = 2;

/** Moves a wallet to the front of the recent wallets, without duplicates. */
export const addRecentWallet = (recent: readonly RecentWallet[], wallet: RecentWallet): readonly RecentWallet[] =>
  [wallet, ...recent.filter(({ id }) => id !== wallet.id)].slice(0, RECENT_WALLETS_LIMIT);

/** Maximum length of an id. */
const MAX_ID_LENGTH = 256;
/** Maximum length of an image URL: an icon as a `data:` URL is the longest. */
const MAX_URL_LENGTH = MAX_ICON_BYTES + 64;

const idSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_ID_LENGTH));

const recentWalletSchema = exactObject({
  id: idSchema,
  name: v.pipe(v.unknown(), v.transform(sanitizeName), v.nonEmpty()),
  rdns: lenient(v.pipe(v.unknown(), v.transform(sanitizeName), v.nonEmpty())),
  imageId: lenient(idSchema),
  imageUrl: lenient(v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_URL_LENGTH))),
});

/** Parses the stored recent wallets, newest first. Drops invalid entries. */
export const parseRecentWallets = (text: string | null): readonly RecentWallet[] =>
  v.parse(filteredArrayOrEmpty(recentWalletSchema), parseJson(text ?? '')).reduceRight<readonly RecentWallet[]>(addRecentWallet, []);
