import type { Namespace } from '../caip/namespace.js';
import type { Connector, ConnectorType } from './connector.js';
import { skeletonOf } from './name-skeleton.js';
import type { RecentWallet } from './recent-wallets.js';

/**
 * One row of the wallet list: one wallet, possibly with a connector in several namespaces. All `WALLET_CONNECT` connectors are one row
 * without a choice of namespace, because one approval covers all namespaces.
 */
export interface ConnectorRow {
  /** Unique in the list and stable across reloads. */
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  /** `MULTI_CHAIN` if the user has to select a namespace first. */
  readonly type: ConnectorType;
  /** True if another wallet claims the same identity, or looks alike. The row is marked. */
  readonly suspicious: boolean;
  readonly connectors: readonly [Connector, ...Connector[]];
}

/** Normalizes names for comparison. Trust Wallet uses two names. */
const normalizeName = (name: string): string => {
  const lower = name.trim().toLowerCase();
  return lower === 'trust wallet' ? 'trust' : lower;
};

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly [Item, ...Item[]])[] => {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
};

const keyOf = ({ namespace, id }: Connector): string => `${namespace}:${id}`;

/** Connectors of a group are the same wallet only if their namespaces differ and their reverse domain names agree. */
const isSameWallet = (group: readonly Connector[], isSuspicious: (connector: Connector) => boolean): boolean => {
  const domains = new Set(group.flatMap(({ rdns }) => rdns ?? []));
  return new Set(group.map(({ namespace }) => namespace)).size === group.length && domains.size < 2 && !group.some(isSuspicious);
};

/** True for wallets in the browser, which choose their name and icon themselves. */
export const isInstalledType = (type: ConnectorType): boolean => type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN';

/** Tests whether two rows may be one wallet, which may have slightly different names in its namespaces. */
const isMaybeSame = (a: ConnectorRow, b: ConnectorRow): boolean =>
  brandOf(a.name) === brandOf(b.name) && isSameWallet([...a.connectors, ...b.connectors], ({ suspicious }) => suspicious);

/** The installed wallets that have the name or the icon of another row, as far as a user sees. */
const lookalikesOf = (rows: readonly ConnectorRow[]): ReadonlySet<ConnectorRow> => {
  const drawn = rows.filter(({ icon }) => icon !== null);
  const groups = [...groupBy(rows, ({ name }) => skeletonOf(name)), ...groupBy(drawn, ({ icon }) => String(icon))];
  const marked = groups.flatMap((group) => group.filter((row) => group.some((other) => other !== row && !isMaybeSame(row, other))));
  return new Set(marked.filter(({ type }) => isInstalledType(type)));
};

/** Sort order: wallets with several namespaces, announced wallets, the legacy injected wallet, then all others. */
const RANKS: readonly ConnectorType[] = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED'];
const rankOf = ({ type }: ConnectorRow): number => (RANKS.includes(type) ? RANKS.indexOf(type) : RANKS.length);

/**
 * Builds the wallet list. Merges the connectors of a wallet with several namespaces into one row. Two wallets of one namespace with the
 * same reverse domain name stay separate. They are marked as suspicious, like all installed wallets that look like another wallet of the
 * list. `namespace` filters the list.
 */
export const connectorRows = (connectors: readonly Connector[], namespace: Namespace | null = null): readonly ConnectorRow[] => {
  const visible = groupBy(
    connectors.filter((connector) => namespace === null || connector.namespace === namespace),
    keyOf,
  ).map(([first]) => first);
  const claims = groupBy(visible, (connector) => (connector.rdns === null ? keyOf(connector) : `${connector.namespace} ${connector.rdns}`));
  const duplicates = new Set(claims.filter(({ length }) => length > 1).flat());
  const isSuspicious = (connector: Connector): boolean => connector.suspicious || duplicates.has(connector);

  // An injected wallet may have the same name as the WalletConnect connector.
  const rowKeyOf = ({ type, id, name }: Connector): string => (type === 'WALLET_CONNECT' ? `${type} ${id}` : normalizeName(name));
  const rows = groupBy(visible, rowKeyOf).flatMap((group): readonly ConnectorRow[] => {
    const [first] = group;
    const isMerged = group.length > 1 && isSameWallet(group, isSuspicious);
    const rowGroups: readonly (readonly [Connector, ...Connector[]])[] = isMerged ? [group] : group.map((connector) => [connector]);
    return rowGroups.map((rowGroup) => ({
      id: keyOf(rowGroup[0]),
      name: rowGroup[0].name,
      icon: rowGroup.find(({ icon }) => icon !== null)?.icon ?? null,
      type: isMerged && first.type !== 'AUTH' && first.type !== 'WALLET_CONNECT' ? 'MULTI_CHAIN' : rowGroup[0].type,
      suspicious: rowGroup.some(isSuspicious),
      connectors: rowGroup,
    }));
  });
  const lookalikes = lookalikesOf(rows);
  return rows.map((row) => (lookalikes.has(row) ? { ...row, suspicious: true } : row)).sort((a, b) => rankOf(a) - rankOf(b));
};

/** Identity of a wallet from the directory or of a custom wallet. */
export interface WalletIdentity {
  readonly id: string;
  readonly name?: string;
  readonly rdns?: string | null | undefined;
}

/** MetaMask's mobile app and its extension use different domain names. */
const isSameDomain = (a: string | null | undefined, b: string | null | undefined): boolean => {
  const [left, right] = [a, b].map((rdns) => (rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns));
  // Two wallets without a domain name are not the same wallet.
  return Boolean(left) && left === right;
};

/** Normalizes a wallet name for comparison, without a trailing "Wallet", which some sources append. */
export const brandOf = (name: string): string => normalizeName(name).replace(/ wallet$/, '');

/**
 * Tests whether a connector belongs to a wallet of the directory, by directory id or reverse domain name. Installed wallets without a
 * domain name (Wallet Standard, Bitcoin, Polkadot) are compared by name.
 */
export const isConnectorOf = ({ explorerId, rdns, type, name }: Connector, wallet: WalletIdentity): boolean =>
  (explorerId !== null && explorerId === wallet.id) ||
  isSameDomain(rdns, wallet.rdns) ||
  (rdns === null && isInstalledType(type) && brandOf(name) === brandOf(wallet.name ?? ''));

/** Returns the namespace's connector for a wallet of the directory. */
export const findConnectorOf = (connectors: readonly Connector[], wallet: WalletIdentity, namespace: Namespace): Connector | undefined =>
  connectors.find((connector) => connector.namespace === namespace && isConnectorOf(connector, wallet));

/** Recent wallets that the list does not already contain. */
export const unlistedRecentWallets = (recent: readonly RecentWallet[], connectors: readonly Connector[]): readonly RecentWallet[] =>
  recent.filter(
    (wallet) =>
      !connectors.some(
        (connector) =>
          connector.id === wallet.id || normalizeName(connector.name) === normalizeName(wallet.name) || isConnectorOf(connector, wallet),
      ),
  );

/** Removes the installed wallets that the app excludes, by reverse domain name or by name (case-insensitive). */
export const withoutExcluded = (
  connectors: readonly Connector[],
  excluded: readonly { readonly name: string; readonly rdns?: string | null }[],
): readonly Connector[] =>
  connectors.filter(
    ({ type, name, rdns }) =>
      !isInstalledType(type) || !excluded.some((wallet) => isSameDomain(rdns, wallet.rdns) || brandOf(wallet.name) === brandOf(name)),
  );
