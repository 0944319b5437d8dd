import * as v from 'valibot';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { isAccountId } from '../caip/caip-10.js';
import { exactObject, lenient, parseJson, parseOrNull } from '../wire.js';
import type { CachedSession, LossReason, LostConnection } from './connection-state.js';
import { AUTH_CONNECTOR_ID, makeConnector, remoteConnector, WALLET_CONNECT_CONNECTOR_ID } from './connector.js';
import { sanitizeName } from './connector-label.js';

/** Summary of a remote wallet's connection, stored to display it before the session is loaded. */
export interface StoredConnection {
  /** Connector of the session. */
  readonly connectorId: string;
  /** Identifies the session. */
  readonly topic: string;
  readonly address: string;
  /** The wallet's name. */
  readonly name: string;
  /** Directory id of the selected wallet; absent if any wallet could scan the QR code. */
  readonly walletId?: string;
  /** Session expiry unless extended, in milliseconds since 1970; absent if unknown. */
  readonly expiresAt?: number;
  /** Set if the session ended without the app. */
  readonly lost?: LossReason;
}

const LOSS_REASONS = ['wallet', 'expired', 'lost'] as const satisfies readonly LossReason[];

/** Maximum length of an id, a topic or an address. */
const MAX_LENGTH = 256;

const idSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_LENGTH));
const textSchema = v.pipe(v.string(), v.maxLength(MAX_LENGTH));

const storedConnectionSchema = exactObject({
  connectorId: lenient(idSchema),
  topic: textSchema,
  address: textSchema,
  name: v.optional(v.unknown()),
  walletId: lenient(idSchema),
  expiresAt: lenient(v.pipe(v.number(), v.finite())),
  lost: lenient(v.picklist(LOSS_REASONS)),
});

/** Parses a stored connection; `null` if it is invalid. */
export const parseStoredConnection = (text: string | null): StoredConnection | null => {
  const stored = parseOrNull(storedConnectionSchema, parseJson(text ?? ''));
  // Earlier versions stored only WalletConnect connections, without a connector id.
  return stored === null
    ? null
    : { ...stored, connectorId: stored.connectorId ?? WALLET_CONNECT_CONNECTOR_ID, name: sanitizeName(stored.name) };
};

/** Session for display from a stored connection; `null` if its address is invalid on the chain. */
export const cachedSessionOf = (chainId: ChainId, { connectorId, address, name }: StoredConnection): CachedSession | null => {
  const namespace = namespaceOf(chainId);
  if (!isAccountId(`${chainId}:${address}`)) return null;
  return {
    connector:
      connectorId === WALLET_CONNECT_CONNECTOR_ID
        ? remoteConnector(namespace, name)
        : makeConnector({ id: connectorId, namespace, type: connectorId === AUTH_CONNECTOR_ID ? 'AUTH' : 'EXTERNAL', name }),
    accounts: [{ namespace, address, type: namespace === 'bip122' ? 'payment' : 'eoa' }],
  };
};

/** Data for reconnecting; `null` if the connection was not lost. */
export const lostConnectionOf = ({ lost, name, walletId }: StoredConnection): LostConnection | null =>
  lost === undefined ? null : { reason: lost, name, ...(walletId === undefined ? {} : { wallet: { id: walletId, name } }) };
