import type { Namespace } from '../caip/namespace.js';
import { sanitizeName } from './connector-label.js';

/** How a connector reaches its wallet. */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'WALLET_CONNECT' | 'AUTH' | 'MULTI_CHAIN';

/**
 * A way to reach a wallet: what a person picks in the list. Names and icons come from the wallet and are already
 * made safe: the name has no control and bidi characters, the icon is a `data:` image under the size cap or `null`.
 */
export interface Connector {
  /** Stable over reloads and unique inside its namespace: the rdns of an announced wallet, `injected` for the legacy one. */
  readonly id: string;
  /** The namespace that it connects. */
  readonly namespace: Namespace;
  /** How it reaches its wallet. */
  readonly type: ConnectorType;
  /** The wallet's name. */
  readonly name: string;
  /** Reverse domain name of EIP-6963. */
  readonly rdns: string | null;
  /** A `data:image/…` URL. */
  readonly icon: string | null;
  /** Id of the wallet in the directory, where known. */
  readonly explorerId: string | null;
  /** True when another wallet claims the same rdns, or the wallet changed its icon after it announced itself: both are shown and marked. */
  readonly suspicious: boolean;
}

/** Connector id of the legacy `window.ethereum` provider. */
export const INJECTED_CONNECTOR_ID = 'injected';
/** Connector id of the WalletConnect connector. */
export const WALLET_CONNECT_CONNECTOR_ID = 'walletConnect';
/** Connector id of the embedded wallet. */
export const AUTH_CONNECTOR_ID = 'ID_AUTH';
/** Ids that mean one connector in every namespace: no wallet and no host can take them. */
export const RESERVED_CONNECTOR_IDS: readonly string[] = [INJECTED_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID, AUTH_CONNECTOR_ID];

/** What every connector has; the rest is there where it is said. */
type Said = Pick<Connector, 'id' | 'namespace' | 'type' | 'name'> & Partial<Connector>;

/** A connector. What is not said of it is not known: no rdns, no icon, no entry in the directory, and no suspicion. */
export const makeConnector = (said: Said): Connector => ({ rdns: null, icon: null, explorerId: null, suspicious: false, ...said });

/** The connector of the wallet protocol in a namespace; under the wallet's own name once it is known. */
export const remoteConnector = (namespace: Namespace, peerName = ''): Connector =>
  makeConnector({
    id: WALLET_CONNECT_CONNECTOR_ID,
    namespace,
    type: 'WALLET_CONNECT',
    name: sanitizeName(peerName) || 'WalletConnect',
  });
