/** A kind of row in the wallet list. */
export type ConnectorGroup = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended';

/** The order of the kinds unless the host sets `connectorTypeOrder`. */
export const DEFAULT_CONNECTOR_TYPE_ORDER: readonly ConnectorGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
];

/** What there is to show of each kind. */
export interface ConnectorGroupFacts {
  readonly enableWalletConnect: boolean;
  /** A pairing serves all namespaces: with one connected, another one is not offered. */
  readonly connectedWithWalletConnect: boolean;
  readonly recent: number;
  /** Wallets found on the page: announced, legacy and those of several namespaces. */
  readonly injected: number;
  readonly featured: number;
  readonly custom: number;
  readonly external: number;
  readonly recommended: number;
}

/** Which kinds have something to show, in the default order. */
export const enabledConnectorGroups = (facts: ConnectorGroupFacts): readonly ConnectorGroup[] =>
  DEFAULT_CONNECTOR_TYPE_ORDER.filter((group) =>
    group === 'walletConnect' ? facts.enableWalletConnect && !facts.connectedWithWalletConnect : facts[group] > 0,
  );

/** The order of the wallet list: the host's, without what has nothing to show, then what the host did not name. */
export const orderConnectorGroups = (
  configured: readonly ConnectorGroup[],
  enabled: readonly ConnectorGroup[],
): readonly ConnectorGroup[] => [
  ...new Set([
    ...configured.filter((group) => enabled.includes(group)),
    ...DEFAULT_CONNECTOR_TYPE_ORDER.filter((group) => enabled.includes(group)),
  ]),
];
