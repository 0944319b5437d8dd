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
