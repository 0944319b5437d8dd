import * as v from 'valibot';
import { type ChainId, isChainId } from '../caip/caip-2.js';
import { safeIcon, sanitizeName } from '../connection/connector-label.js';
import { filteredArrayOrEmpty, isObject, orNull } from '../wire.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { safeAppLink, safeWebLink } from './safe-link.js';

/** Why an entry was dropped. */
export type DropReason = 'not-an-object' | 'no-id' | 'no-name' | 'repeated-id';

/** A dropped entry by its index in the response. */
export interface DroppedEntry {
  readonly index: number;
  readonly reason: DropReason;
}

/** The valid wallets of a response, and the dropped entries. */
export interface ParsedWallets {
  readonly wallets: readonly DirectoryWallet[];
  readonly dropped: readonly DroppedEntry[];
}

/** Ids of the directory have 64 hex digits; those of a custom service may differ. */
const MAX_KEY_LENGTH = 256;
/** Excludes invisible characters, characters that are special in a path or query, `.` and `..`, and commas, which separate ids in a query. */
const KEY = /^(?!\.{1,2}$)[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800,/?#&=%\\]+$/u;
/** Upper limit: wallets support a few hundred chains at most. */
const MAX_CHAINS = 2_000;
const MAX_INJECTED = 64;

const keySchema = v.pipe(v.string(), v.maxLength(MAX_KEY_LENGTH), v.regex(KEY));
const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName), v.nonEmpty());

const linkSchema = (safe: (value: unknown) => string | null) => orNull(v.pipe(v.unknown(), v.transform(safe)));

const walletSchema = v.object({
  id: keySchema,
  name: nameSchema,
  rdns: orNull(nameSchema),
  badge_type: v.fallback(v.picklist(['none', 'certified']), 'none'),
  chains: v.pipe(
    filteredArrayOrEmpty(v.custom<ChainId>(isChainId)),
    v.transform((chains) => [...new Set(chains)].slice(0, MAX_CHAINS)),
  ),
  image_id: orNull(keySchema),
  image_url: linkSchema((url) => safeIcon(url) ?? safeWebLink(url)),
  order: orNull(v.pipe(v.number(), v.finite())),
  injected: v.pipe(
    filteredArrayOrEmpty(v.object({ namespace: keySchema, injected_id: keySchema })),
    v.transform((injected) => injected.slice(0, MAX_INJECTED)),
  ),
  mobile_link: linkSchema(safeAppLink),
  desktop_link: linkSchema(safeAppLink),
  webapp_link: linkSchema(safeWebLink),
  homepage: linkSchema(safeWebLink),
  app_store: linkSchema(safeWebLink),
  play_store: linkSchema(safeWebLink),
  chrome_store: linkSchema(safeWebLink),
});

const readWallet = (entry: unknown): DirectoryWallet | Exclude<DropReason, 'repeated-id'> => {
  if (!isObject(entry) || Array.isArray(entry)) return 'not-an-object';
  const { success, output, issues } = v.safeParse(walletSchema, entry, { abortEarly: true });
  if (success) return output;
  return issues[0].path?.[0].key === 'id' ? 'no-id' : 'no-name';
};

/**
 * Parses the entries of a directory. Drops entries without id or name and duplicate ids. Other missing or invalid fields become `null` or
 * are omitted, so that one bad field does not hide a wallet.
 */
export const parseWallets = (entries: readonly unknown[]): ParsedWallets => {
  const wallets = new Map<string, DirectoryWallet>();
  const dropped: DroppedEntry[] = [];
  entries.forEach((entry, index) => {
    const wallet = readWallet(entry);
    if (typeof wallet === 'string') dropped.push({ index, reason: wallet });
    else if (wallets.has(wallet.id)) dropped.push({ index, reason: 'repeated-id' });
    else wallets.set(wallet.id, wallet);
  });
  return { wallets: [...wallets.values()], dropped };
};
