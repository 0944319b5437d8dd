import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { isAccountId } from '../caip/caip-10.js';
import type { LossReason, LostConnection, RememberedSession } from './connection-state.js';
import { sanitizeName } from './connector-label.js';
import { fromJson } from './from-json.js';
import { remoteConnector } from './remote-connector.js';

/** What is kept of a connection by the wallet protocol beside the session itself: enough to show it before that is loaded. */
export interface RememberedConnection {
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

const REASONS: Readonly<Record<LossReason, true>> = { wallet: true, expired: true, lost: true };

/** Reads what was kept of a connection. Others may have written it: what makes no sense reads as nothing. */
export const parseRememberedConnection = (text: string | null): RememberedConnection | null => {
  const { topic, address, name, walletId, expiresAt, lost } = Object(fromJson(text ?? '')) as Readonly<Record<string, unknown>>;
  if (typeof topic !== 'string' || typeof address !== 'string') return null;
  return {
    topic,
    address,
    name: sanitizeName(name),
    ...(typeof walletId === 'string' && walletId !== '' ? { walletId } : {}),
    ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
    // Only the keys of the table are reasons.
    ...(typeof lost === 'string' && Object.hasOwn(REASONS, lost) ? { lost: lost as LossReason } : {}),
  };
};

/** What is shown of a remembered connection on a chain; `null` when its address can be none there. */
export const rememberedSession = (chainId: ChainId, { address, name }: RememberedConnection): RememberedSession | null => {
  const namespace = namespaceOf(chainId);
  if (!isAccountId(`${chainId}:${address}`)) return null;
  return {
    connector: remoteConnector(namespace, name),
    accounts: [{ namespace, address, type: namespace === 'bip122' ? 'payment' : 'eoa' }],
  };
};

/** What there is to connect again; `null` when the connection was not lost. */
export const rememberedLoss = ({ lost, name, walletId }: RememberedConnection): LostConnection | null =>
  lost === undefined ? null : { reason: lost, name, ...(walletId === undefined ? {} : { wallet: { id: walletId, name } }) };
