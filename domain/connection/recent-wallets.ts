import * as v from 'valibot';
import { exactObject, fittingItems, lenient, readJson } from '../wire.js';
import { sanitizeName } from './connector-label.js';

/** A wallet that was used lately: the part of a directory entry that the list shows. */
export interface RecentWallet {
  readonly id: string;
  readonly name: string;
  readonly rdns?: string;
  readonly imageId?: string;
  readonly imageUrl?: string;
}

/** How many recent wallets are kept. */
export const RECENT_WALLETS_LIMIT = 2;

/** Puts a wallet first in the list of recent ones; each wallet stands in it once. */
export const addRecentWallet = (recent: readonly RecentWallet[], wallet: RecentWallet): readonly RecentWallet[] =>
  [wallet, ...recent.filter(({ id }) => id !== wallet.id)].slice(0, RECENT_WALLETS_LIMIT);

const textSchema = v.pipe(v.string(), v.nonEmpty());

const recentWalletSchema = exactObject({
  id: textSchema,
  name: v.pipe(v.unknown(), v.transform(sanitizeName), v.nonEmpty()),
  rdns: lenient(textSchema),
  imageId: lenient(textSchema),
  imageUrl: lenient(textSchema),
});

/** Reads what was stored of the recent wallets. What makes no sense reads as nothing; what is newest stands first. */
export const parseRecentWallets = (text: string | null): readonly RecentWallet[] =>
  v.parse(fittingItems(recentWalletSchema), readJson(text ?? '')).reduceRight<readonly RecentWallet[]>(addRecentWallet, []);
