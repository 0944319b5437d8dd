/** A group of the wallet list. */
export type ConnectorGroup = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended';

/** Default of `connectorTypeOrder`: wallets that are ready to connect first. */
export const DEFAULT_CONNECTOR_TYPE_ORDER: readonly ConnectorGroup[] = [
  'injected',
  'recent',
  'walletConnect',
  'featured',
  'custom',
  'external',
  'recommended',
];

/** Available entries of each group. */
export interface ConnectorGroupFacts {
  readonly enableWalletConnect: boolean;
  /** A WalletConnect session serves all namespaces, so a second one is not offered. */
  readonly connectedWithWalletConnect: boolean;
  readonly recent: number;
  /** Number of installed wallets: announced, legacy and multi-chain. */
  readonly injected: number;
  readonly featured: number;
  readonly custom: number;
  readonly external: number;
  readonly recommended: number;
}

/** Groups with entries, in the default order. */
export const enabledConnectorGroups = (facts: ConnectorGroupFacts): readonly ConnectorGroup[] =>
  DEFAULT_CONNECTOR_TYPE_ORDER.filter((group) =>
    group === 'walletConnect' ? facts.enableWalletConnect && !facts.connectedWithWalletConnect : facts[group] > 0,
  );

/** Order of the wallet list: the app's order without empty groups, then the remaining groups. */
export const orderConnectorGroups = (
  configured: readonly ConnectorGroup[],
  enabled: readonly ConnectorGroup[],
): readonly ConnectorGroup[] => [
  ...new Set([
    ...configured.filter((group) => enabled.includes(group)),
    ...DEFAULT_CONNECTOR_TYPE_ORDER.filter((group) => enabled.includes(group)),
  ]),
];
