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

type Json = Readonly<Record<string, unknown>>;

const textOf = <Key extends 'rdns' | 'imageId' | 'imageUrl'>(entry: Json, key: Key): Partial<Record<Key, string>> => {
  const text = entry[key];
  // The one key is of the type.
  return typeof text === 'string' && text !== '' ? ({ [key]: text } as Partial<Record<Key, string>>) : {};
};

const readEntry = (entry: unknown): readonly RecentWallet[] => {
  if (typeof entry !== 'object' || entry === null) return [];
  const fields = entry as Json;
  const { id } = fields;
  const name = sanitizeName(fields['name']);
  if (typeof id !== 'string' || id === '' || name === '') return [];
  return [{ id, name, ...textOf(fields, 'rdns'), ...textOf(fields, 'imageId'), ...textOf(fields, 'imageUrl') }];
};

/** Reads what was stored of the recent wallets. What makes no sense reads as nothing; what is newest stands first. */
export const parseRecentWallets = (text: string | null): readonly RecentWallet[] => {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    const wallets = Array.isArray(entries) ? entries.flatMap(readEntry) : [];
    return wallets.reduceRight<readonly RecentWallet[]>(addRecentWallet, []);
  } catch {
    return [];
  }
};
