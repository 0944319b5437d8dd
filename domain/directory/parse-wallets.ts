import * as v from 'valibot';
import { type ChainId, isChainId } from '../caip/caip-2.js';
import { safeIcon, sanitizeName } from '../connection/connector-label.js';
import { fittingItems, isObject, orNull } from '../wire.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { safeAppLink, safeWebLink } from './safe-link.js';

/** Why an entry of the directory is not shown. */
export type DropReason = 'not-an-object' | 'no-id' | 'no-name' | 'repeated-id';

/** An entry that is not shown, by its place in the answer. */
export interface DroppedEntry {
  readonly index: number;
  readonly reason: DropReason;
}

/** What is left of an answer: the wallets that can be shown, and what was wrong with the others. */
export interface ParsedWallets {
  readonly wallets: readonly DirectoryWallet[];
  readonly dropped: readonly DroppedEntry[];
}

/** Ids of the directory have 64 hex digits; those of a service of one's own may look otherwise. */
const MAX_KEY_LENGTH = 256;
/** Nothing that could leave its place in a path or query, a step up a path neither, nor a comma, which separates ids there. */
const KEY = /^(?!\.{1,2}$)[^\s\p{Cc}\p{Cf}\p{Cs},/?#&=%\\]+$/u;
/** A wallet serves a few hundred chains at most. */
const MAX_CHAINS = 2_000;
const MAX_INJECTED = 64;

const keySchema = v.pipe(v.string(), v.maxLength(MAX_KEY_LENGTH), v.regex(KEY));
const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName), v.nonEmpty());

const link = (safe: (value: unknown) => string | null) => orNull(v.pipe(v.unknown(), v.transform(safe)));

const walletSchema = v.object({
  id: keySchema,
  name: nameSchema,
  rdns: orNull(nameSchema),
  badge_type: v.fallback(v.picklist(['none', 'certified']), 'none'),
  chains: v.pipe(
    fittingItems(v.custom<ChainId>(isChainId)),
    v.transform((chains) => [...new Set(chains)].slice(0, MAX_CHAINS)),
  ),
  image_id: orNull(keySchema),
  image_url: link((url) => safeIcon(url) ?? safeWebLink(url)),
  order: orNull(v.pipe(v.number(), v.finite())),
  injected: v.pipe(
    fittingItems(v.object({ namespace: keySchema, injected_id: keySchema })),
    v.transform((injected) => injected.slice(0, MAX_INJECTED)),
  ),
  mobile_link: link(safeAppLink),
  desktop_link: link(safeAppLink),
  webapp_link: link(safeWebLink),
  homepage: link(safeWebLink),
  app_store: link(safeWebLink),
  play_store: link(safeWebLink),
  chrome_store: link(safeWebLink),
});

const readWallet = (entry: unknown): DirectoryWallet | Exclude<DropReason, 'repeated-id'> => {
  if (!isObject(entry) || Array.isArray(entry)) return 'not-an-object';
  const { success, output, issues } = v.safeParse(walletSchema, entry, { abortEarly: true });
  if (success) return output;
  return issues[0].path?.[0].key === 'id' ? 'no-id' : 'no-name';
};

/**
 * Reads the entries of a foreign directory. An entry without an id or a name is dropped, and so is the second of two with
 * one id; everything else that is missing or makes no sense is `null` or left out, so that one bad field costs no wallet.
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
