import * as v from 'valibot';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { isAccountId } from '../caip/caip-10.js';
import { exactObject, lenient, read, readJson } from '../wire.js';
import type { LossReason, LostConnection, RememberedSession } from './connection-state.js';
import { AUTH_CONNECTOR_ID, makeConnector, remoteConnector, WALLET_CONNECT_CONNECTOR_ID } from './connector.js';
import { sanitizeName } from './connector-label.js';

/** What is kept of a connection to a remote wallet beside the session itself: enough to show it before that is loaded. */
export interface RememberedConnection {
  /** The remote connector whose session it is. */
  readonly connectorId: string;
  /** Tells one session from another. */
  readonly topic: string;
  readonly address: string;
  /** The wallet's own name. */
  readonly name: string;
  /** The wallet of the directory that was picked; none where any wallet could scan the code. */
  readonly walletId?: string;
  /** When the session ends unless its wallet prolongs it, in milliseconds since 1970; absent where nobody knows. */
  readonly expiresAt?: number;
  /** Set once the session is over, and not by the app. */
  readonly lost?: LossReason;
}

const REASONS = ['wallet', 'expired', 'lost'] as const satisfies readonly LossReason[];

const rememberedSchema = exactObject({
  connectorId: lenient(v.pipe(v.string(), v.nonEmpty())),
  topic: v.string(),
  address: v.string(),
  name: v.optional(v.unknown()),
  walletId: lenient(v.pipe(v.string(), v.nonEmpty())),
  expiresAt: lenient(v.number()),
  lost: lenient(v.picklist(REASONS)),
});

/** Reads what was kept of a connection. Others may have written it: what makes no sense reads as nothing. */
export const parseRememberedConnection = (text: string | null): RememberedConnection | null => {
  const kept = read(rememberedSchema, readJson(text ?? ''));
  // Earlier versions kept those of WalletConnect only, and named no connector.
  return kept === null ? null : { ...kept, connectorId: kept.connectorId ?? WALLET_CONNECT_CONNECTOR_ID, name: sanitizeName(kept.name) };
};

/** What is shown of a remembered connection on a chain; `null` when its address can be none there. */
export const rememberedSession = (chainId: ChainId, { connectorId, address, name }: RememberedConnection): RememberedSession | null => {
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

/** What there is to connect again; `null` when the connection was not lost. */
export const rememberedLoss = ({ lost, name, walletId }: RememberedConnection): LostConnection | null =>
  lost === undefined ? null : { reason: lost, name, ...(walletId === undefined ? {} : { wallet: { id: walletId, name } }) };
