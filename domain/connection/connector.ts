import type { Namespace } from '../caip/namespace.js';
import { sanitizeName } from './connector-label.js';

/** How a connector reaches its wallet. */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'WALLET_CONNECT' | 'AUTH' | 'MULTI_CHAIN';

/**
 * A way to connect to a wallet, shown in the wallet list. Name and icon come from the wallet and are sanitized: the name has no control
 * or bidi characters, the icon is a `data:` image within the size limit or `null`.
 */
export interface Connector {
  /** Unique in its namespace and stable across reloads: the rdns of an announced wallet, `injected` for the legacy one. */
  readonly id: string;
  readonly namespace: Namespace;
  readonly type: ConnectorType;
  readonly name: string;
  /** Reverse domain name of EIP-6963. */
  readonly rdns: string | null;
  /** A `data:image/…` URL. */
  readonly icon: string | null;
  /** Id of the wallet in the directory, if known. */
  readonly explorerId: string | null;
  /** True if another wallet claims the same rdns, or the wallet changed its icon after announcing itself. Shown with a mark. */
  readonly suspicious: boolean;
}

/** Connector id of the legacy `window.ethereum` provider. */
export const INJECTED_CONNECTOR_ID = 'injected';
/** Connector id of the WalletConnect connector. */
export const WALLET_CONNECT_CONNECTOR_ID = 'walletConnect';
/** Connector id of the embedded wallet. */
export const AUTH_CONNECTOR_ID = 'ID_AUTH';
/** Reserved connector ids, which no wallet and no app can use. */
export const RESERVED_CONNECTOR_IDS: readonly string[] = [INJECTED_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID, AUTH_CONNECTOR_ID];

type ConnectorInput = Pick<Connector, 'id' | 'namespace' | 'type' | 'name'> & Partial<Connector>;

/** Makes a connector with defaults for the missing fields. */
export const makeConnector = (input: ConnectorInput): Connector => ({
  rdns: null,
  icon: null,
  explorerId: null,
  suspicious: false,
  ...input,
});

/** The connector of the embedded wallet in a namespace. */
export const embeddedConnector = (namespace: Namespace): Connector =>
  makeConnector({ id: AUTH_CONNECTOR_ID, namespace, type: 'AUTH', name: 'Embedded wallet' });

/** The WalletConnect connector of a namespace, with the wallet's name if known. */
export const remoteConnector = (namespace: Namespace, peerName = ''): Connector =>
  makeConnector({
    id: WALLET_CONNECT_CONNECTOR_ID,
    namespace,
    type: 'WALLET_CONNECT',
    name: sanitizeName(peerName) || 'WalletConnect',
  });
