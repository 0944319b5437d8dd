import { formatAddress } from '../account/display-address.js';
import { addressKey, isSameAddress } from '../account/same-address.js';
import { namespaceOf } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import { skeletonOf } from '../connection/name-skeleton.js';
import type { ActivityItem, Transfer } from './activity-item.js';

/** Value in US dollars below which a transfer is dust. */
const DUST_USD = 1;

/** How a transaction puts an address into a history, so that the user copies it by mistake. */
export type PoisoningKind =
  /** Nothing was transferred. */
  | 'zero-value'
  /** Less than a dollar was transferred. */
  | 'dust'
  /** A token without a price was transferred, or one whose symbol imitates another. */
  | 'unlisted-token'
  /** Someone else's transaction lists a transfer of nothing from the user. */
  | 'not-signed';

/** A transaction that puts a foreign address into a history. */
export interface Poisoning {
  readonly kind: PoisoningKind;
  /** The address that another one resembles; `null` if it resembles none. */
  readonly resembles: string | null;
}

/** Addresses of a user. */
export interface KnownAddresses {
  /** Of the user's accounts. */
  readonly own: readonly string[];
  /** Addresses that the user has sent to on purpose. @see recipientsOf */
  readonly known: readonly string[];
  /** Symbols of tokens that are worth something. Default: none. */
  readonly listedSymbols?: readonly string[];
}

/** Known addresses of a namespace. */
interface AddressIndex {
  readonly own: ReadonlySet<string>;
  readonly trusted: ReadonlySet<string>;
  /** Addresses as they are displayed. */
  readonly byDisplay: ReadonlyMap<string, string>;
}

/** Users do not compare letter case. */
const displayOf = (address: string): string => formatAddress(address).toLowerCase();

const isZero = ({ quantity }: Transfer): boolean => !/[1-9]/.test(quantity);

const keysOf = (namespace: Namespace, addresses: readonly string[]): readonly string[] =>
  addresses.map((address) => addressKey(namespace, address));

/**
 * Prepares the check of transactions for address poisoning: transfers from or to an address that looks like one of the user's or of a recipient when it is
 * shortened, and that are worth nothing, or little. Also transfers of nothing from the user by someone else's transaction. Each check costs as much as
 * the transaction has transfers.
 * @example
 * const check = createPoisoningCheck({ own, known: recipientsOf(items, own) });
 * const poisoned = items.filter((item) => check(item) !== null);
 */
export const createPoisoningCheck = ({ own, known, listedSymbols = [] }: KnownAddresses): ((item: ActivityItem) => Poisoning | null) => {
  const symbols = new Set(listedSymbols);
  const skeletons = new Set(listedSymbols.map(skeletonOf));
  const indexes = new Map<Namespace, AddressIndex>();

  const indexOf = (namespace: Namespace): AddressIndex => {
    const prepared = indexes.get(namespace);
    if (prepared !== undefined) return prepared;
    const all = [...known, ...own];
    const index: AddressIndex = {
      own: new Set(keysOf(namespace, own)),
      trusted: new Set(keysOf(namespace, all)),
      byDisplay: new Map(all.map((address) => [displayOf(address), address])),
    };
    indexes.set(namespace, index);
    return index;
  };

  const isImitation = (transfer: Transfer): boolean =>
    transfer.kind === 'fungible' && !symbols.has(transfer.symbol) && skeletons.has(skeletonOf(transfer.symbol));

  /** How little a transfer is worth; `null` if it is worth something. */
  const worthlessness = (transfer: Transfer): PoisoningKind | null => {
    if (isZero(transfer)) return 'zero-value';
    if (transfer.valueUsd === null || isImitation(transfer)) return 'unlisted-token';
    return transfer.valueUsd < DUST_USD ? 'dust' : null;
  };

  return ({ chainId, sentFrom, sentTo, transfers }) => {
    const namespace = namespaceOf(chainId);
    const index = indexOf(namespace);
    const kinds = transfers.map(worthlessness);
    if (kinds.includes(null)) return null;
    const isTrusted = (address: string): boolean => index.trusted.has(addressKey(namespace, address));
    for (const address of [sentFrom, sentTo]) {
      if (address === null || isTrusted(address)) continue;
      const resembles = index.byDisplay.get(displayOf(address));
      if (resembles !== undefined) return { kind: kinds[0] ?? 'zero-value', resembles };
    }
    const isForeign = sentFrom !== null && !index.own.has(addressKey(namespace, sentFrom));
    const isUnsigned = transfers.length > 0 && transfers.every((transfer) => transfer.direction === 'out' && isZero(transfer));
    if (isForeign && isUnsigned && (sentTo === null || !isTrusted(sentTo))) return { kind: 'not-signed', resembles: null };
    return null;
  };
};

/**
 * Returns the addresses that a user has sent something of value to, without the user's own. Only the user can have signed these: tokens of others, and
 * transfers of nothing, are in a history without a signature. Of addresses that look the same, only the one that was sent to first: the user may have
 * been deceived by the others.
 */
export const recipientsOf = (items: readonly ActivityItem[], own: readonly string[]): readonly string[] => {
  const ownDisplays = new Set(own.map(displayOf));
  const first = new Map<string, { readonly address: string; readonly minedAtMs: number }>();
  for (const { chainId, operation, status, minedAtMs, sentFrom, sentTo, transfers } of items) {
    if (operation !== 'send' || status !== 'confirmed' || sentFrom === null || sentTo === null) continue;
    const namespace = namespaceOf(chainId);
    const isSigned = own.some((address) => isSameAddress(namespace, address, sentFrom));
    const isValuable = transfers.some((transfer) => transfer.direction === 'out' && !isZero(transfer) && (transfer.valueUsd ?? 0) > 0);
    const display = displayOf(sentTo);
    if (!isSigned || !isValuable || ownDisplays.has(display)) continue;
    if (minedAtMs <= (first.get(display)?.minedAtMs ?? minedAtMs)) first.set(display, { address: sentTo, minedAtMs });
  }
  return [...first.values()].map(({ address }) => address);
};
