import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeParts, toBase64Url } from './encode.js';
import { KEY_BYTES } from './seal.js';
import { hasShape, isBase64UrlOf, isId, isIntegerFrom, isListOf, matches } from './shapes.js';

/** Time that a limit counts in. */
export const LIMIT_MS = 86_400_000;
const MAX_SPENDS = 512;

/** Something that was spent without a passkey. */
export interface Spend {
  /** Origin of the limits that it counts for. */
  readonly origin: string;
  readonly asset: string;
  /** Base units, in decimal. */
  readonly amount: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** What a device has spent in a day. The page stores it, and cannot change it. */
export interface SpendLog {
  readonly wallet: string;
  readonly spends: readonly Spend[];
  /** HMAC-SHA-256, base64url. */
  readonly mac: string;
}

const isSpend = (value: unknown): boolean =>
  hasShape(value, {
    origin: matches(/^[^\s]{1,256}$/),
    asset: matches(/^[\w:/]{1,128}$/),
    amount: matches(/^\d{1,78}$/),
    time: isIntegerFrom(0),
  });

export const isSpendLog = (value: unknown): value is SpendLog =>
  hasShape(value, { wallet: isId, spends: isListOf(isSpend, { min: 0, max: MAX_SPENDS }), mac: isBase64UrlOf(KEY_BYTES) });

const macOf = (dataKey: Uint8Array, wallet: string, spends: readonly Spend[]): string => {
  const key = hkdf(sha256, dataKey, undefined, encodeParts(['latchkey/spend-log-key/1']), KEY_BYTES);
  const parts = spends.flatMap(({ origin, asset, amount, time }) => [origin, asset, amount, time]);
  const mac = toBase64Url(hmac(sha256, key, encodeParts(['latchkey/spend-log', 1, wallet, spends.length, ...parts])));
  key.fill(0);
  return mac;
};

/** Signs what was spent. */
export const sealSpends = (dataKey: Uint8Array, wallet: string, spends: readonly Spend[]): SpendLog => ({
  wallet,
  spends,
  mac: macOf(dataKey, wallet, spends),
});

/** Opens a log; `null` if it is of another wallet or data key, or was changed. */
export const openSpends = (dataKey: Uint8Array, wallet: string, log: SpendLog): readonly Spend[] | null =>
  log.wallet === wallet && macOf(dataKey, wallet, log.spends) === log.mac ? log.spends : null;

/** The spends that still count. A clock that was set back makes them count longer. */
export const recentSpends = (spends: readonly Spend[], now: number): readonly Spend[] => spends.filter(({ time }) => time > now - LIMIT_MS);

/** Adds spends. Where there are too many, the two oldest of one origin and asset are merged into the later one, so that none is forgotten. */
export const addSpends = (spends: readonly Spend[], added: readonly Spend[], now: number): readonly Spend[] => {
  const all = [...recentSpends(spends, now), ...added];
  while (all.length > MAX_SPENDS) {
    const index = all.findIndex((each, at) => all.slice(at + 1).some((later) => isSameLimit(each, later)));
    const [first] = all.splice(Math.max(index, 0), 1);
    const next = first === undefined ? -1 : all.findIndex((each) => isSameLimit(first, each));
    const later = all[next];
    if (first !== undefined && later !== undefined) all[next] = { ...later, amount: String(BigInt(first.amount) + BigInt(later.amount)) };
  }
  return all;
};

const keyOf = ({ origin, asset, amount, time }: Spend): string => [origin, asset, amount, time].join(' ');

/** What several workers know of one device's spends: each of them has continued the log of the others. None is forgotten. */
export const mergeSpends = (known: readonly Spend[], logged: readonly Spend[], now: number): readonly Spend[] => {
  const counts = new Map<string, number>();
  for (const spend of known) counts.set(keyOf(spend), (counts.get(keyOf(spend)) ?? 0) + 1);
  const others = logged.filter((spend) => {
    const count = counts.get(keyOf(spend)) ?? 0;
    counts.set(keyOf(spend), count - 1);
    return count <= 0;
  });
  return addSpends(known, others, now);
};

const isSameLimit = (a: Spend, b: Spend): boolean => a.origin === b.origin && a.asset === b.asset;
