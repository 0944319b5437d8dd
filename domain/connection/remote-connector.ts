import type { Namespace } from '../caip/namespace.js';
import { type Connector, WALLET_CONNECT_CONNECTOR_ID } from './connector.js';
import { sanitizeName } from './connector-label.js';
import { makeConnector } from './make-connector.js';

/** The connector of the wallet protocol in a namespace; under the wallet's own name once it is known. */
export const remoteConnector = (namespace: Namespace, peerName = ''): Connector =>
  makeConnector({
    id: WALLET_CONNECT_CONNECTOR_ID,
    namespace,
    type: 'WALLET_CONNECT',
    name: sanitizeName(peerName) || 'WalletConnect',
  });
