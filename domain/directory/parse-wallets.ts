import { isChainId } from '../caip/caip-2.js';
import { safeIcon, sanitizeName } from '../connection/connector-label.js';
import type { DirectoryWallet, InjectedId } from './directory-wallet.js';
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

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const keyOr = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= MAX_KEY_LENGTH && KEY.test(value) ? value : null;

const textOr = (value: unknown): string | null => {
  const text = sanitizeName(value);
  return text === '' ? null : text;
};

const listOf = <Item>(value: unknown, max: number, read: (item: unknown) => Item | null): readonly Item[] =>
  Array.isArray(value) ? value.slice(0, max).flatMap((item: unknown) => read(item) ?? []) : [];

const injectedIdOf = (value: unknown): InjectedId | null => {
  if (!isObject(value)) return null;
  const [namespace, injected_id] = [keyOr(value['namespace']), keyOr(value['injected_id'])];
  return namespace === null || injected_id === null ? null : { namespace, injected_id };
};

const readWallet = (entry: unknown): DirectoryWallet | Exclude<DropReason, 'repeated-id'> => {
  if (!isObject(entry)) return 'not-an-object';
  const id = keyOr(entry['id']);
  if (id === null) return 'no-id';
  const name = sanitizeName(entry['name']);
  if (name === '') return 'no-name';
  const { order } = entry;
  return {
    id,
    name,
    rdns: textOr(entry['rdns']),
    badge_type: entry['badge_type'] === 'certified' ? 'certified' : 'none',
    chains: [...new Set(listOf(entry['chains'], MAX_CHAINS, (chain) => (isChainId(chain) ? chain : null)))],
    image_id: keyOr(entry['image_id']),
    image_url: safeIcon(entry['image_url']) ?? safeWebLink(entry['image_url']),
    order: typeof order === 'number' && Number.isFinite(order) ? order : null,
    injected: listOf(entry['injected'], MAX_INJECTED, injectedIdOf),
    mobile_link: safeAppLink(entry['mobile_link']),
    desktop_link: safeAppLink(entry['desktop_link']),
    webapp_link: safeWebLink(entry['webapp_link']),
    homepage: safeWebLink(entry['homepage']),
    app_store: safeWebLink(entry['app_store']),
    play_store: safeWebLink(entry['play_store']),
    chrome_store: safeWebLink(entry['chrome_store']),
  };
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
