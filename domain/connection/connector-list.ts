import type { Namespace } from '../caip/namespace.js';
import type { Connector, ConnectorType } from './connector.js';
import type { RecentWallet } from './recent-wallets.js';

/**
 * One row of the wallet list: a wallet, or one that several namespaces know under the same name. `WALLET_CONNECT` is one row of all
 * namespaces, in which nothing is chosen: one approval covers what the wallet allows.
 */
export interface ConnectorRow {
  /** Unique in the list and stable over reloads. */
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  /** `MULTI_CHAIN` where the person has to choose a namespace first. */
  readonly type: ConnectorType;
  /** True when another wallet claims the same identity: the row is marked. */
  readonly suspicious: boolean;
  readonly connectors: readonly [Connector, ...Connector[]];
}

/** Wallets that go by two names. */
const normalName = (name: string): string => {
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

/** Several wallets of a group are one only if each speaks for another namespace and their reverse domain names agree. */
const isOneWallet = (group: readonly Connector[], isSuspicious: (connector: Connector) => boolean): boolean => {
  const domains = new Set(group.flatMap(({ rdns }) => rdns ?? []));
  return new Set(group.map(({ namespace }) => namespace)).size === group.length && domains.size < 2 && !group.some(isSuspicious);
};

/** Wallets of several namespaces first, then announced ones, the legacy one last of those; then all others. */
const RANKS: readonly ConnectorType[] = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED'];
const rankOf = ({ type }: ConnectorRow): number => (RANKS.includes(type) ? RANKS.indexOf(type) : RANKS.length);

/**
 * The wallet list as it is shown. The same wallet in several namespaces is one row; two wallets of one namespace that
 * claim the same reverse domain name are two rows, both marked, and never merged. With `namespace` only its wallets.
 */
export const connectorRows = (connectors: readonly Connector[], namespace: Namespace | null = null): readonly ConnectorRow[] => {
  const visible = groupBy(
    connectors.filter((connector) => namespace === null || connector.namespace === namespace),
    keyOf,
  ).map(([first]) => first);
  const claims = groupBy(visible, (connector) => (connector.rdns === null ? keyOf(connector) : `${connector.namespace} ${connector.rdns}`));
  const doubles = new Set(claims.filter(({ length }) => length > 1).flat());
  const isSuspicious = (connector: Connector): boolean => connector.suspicious || doubles.has(connector);

  // A wallet on the page may call itself as the way to those elsewhere is called.
  const rowOf = ({ type, id, name }: Connector): string => (type === 'WALLET_CONNECT' ? `${type} ${id}` : normalName(name));
  const rows = groupBy(visible, rowOf).flatMap((group): readonly ConnectorRow[] => {
    const [first] = group;
    const merged = group.length > 1 && isOneWallet(group, isSuspicious);
    const parts: readonly (readonly [Connector, ...Connector[]])[] = merged ? [group] : group.map((connector) => [connector]);
    return parts.map((part) => ({
      id: keyOf(part[0]),
      name: part[0].name,
      icon: part.find(({ icon }) => icon !== null)?.icon ?? null,
      type: merged && first.type !== 'AUTH' && first.type !== 'WALLET_CONNECT' ? 'MULTI_CHAIN' : part[0].type,
      suspicious: part.some(isSuspicious),
      connectors: part,
    }));
  });
  return rows.sort((a, b) => rankOf(a) - rankOf(b));
};

/** What a wallet of the directory, or one the host adds, is known by. */
export interface WalletIdentity {
  readonly id: string;
  readonly name?: string;
  readonly rdns?: string | null | undefined;
}

/** The mobile app and the extension of one wallet go by two domain names. */
const sameDomain = (a: string | null | undefined, b: string | null | undefined): boolean => {
  const [left, right] = [a, b].map((rdns) => (rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns));
  // Two wallets that both have no domain name are not thereby the same wallet.
  return Boolean(left) && left === right;
};

/** A wallet's name as it is compared: some say "Wallet" behind theirs, and not everywhere. */
export const brandOf = (name: string): string => normalName(name).replace(/ wallet$/, '');

/**
 * Whether a connector leads to a wallet of the directory: by its directory id or its reverse domain name. A wallet of the page that says no
 * domain name, as those of the Wallet Standard and of Bitcoin and Polkadot, is known by its name alone.
 */
export const isConnectorOf = ({ explorerId, rdns, type, name }: Connector, wallet: WalletIdentity): boolean =>
  (explorerId !== null && explorerId === wallet.id) ||
  sameDomain(rdns, wallet.rdns) ||
  (rdns === null && (type === 'ANNOUNCED' || type === 'INJECTED') && brandOf(name) === brandOf(wallet.name ?? ''));

/** The namespace's connector that leads to a wallet of the directory. */
export const findConnectorOf = (connectors: readonly Connector[], wallet: WalletIdentity, namespace: Namespace): Connector | undefined =>
  connectors.find((connector) => connector.namespace === namespace && isConnectorOf(connector, wallet));

/** The recent wallets that are not in the list already. */
export const unlistedRecentWallets = (recent: readonly RecentWallet[], connectors: readonly Connector[]): readonly RecentWallet[] =>
  recent.filter(
    (wallet) =>
      !connectors.some(
        (connector) =>
          connector.id === wallet.id || normalName(connector.name) === normalName(wallet.name) || isConnectorOf(connector, wallet),
      ),
  );

/** The connectors without the installed wallets that the host excludes, by reverse domain name or by name in any case. */
export const withoutExcluded = (
  connectors: readonly Connector[],
  excluded: readonly { readonly name: string; readonly rdns?: string | null }[],
): readonly Connector[] =>
  connectors.filter(
    ({ type, name, rdns }) =>
      (type !== 'ANNOUNCED' && type !== 'INJECTED') ||
      !excluded.some((wallet) => sameDomain(rdns, wallet.rdns) || brandOf(wallet.name) === brandOf(name)),
  );
