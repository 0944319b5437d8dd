import { type AccountId, formatAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { ConnectionStore } from './connection.store.js';

/**
 * Returns the active account of a namespace and its session.
 * @throws LatchkeyError `connection/not-connected`
 */
export const activeAccount = (
  connections: ConnectionStore,
  namespace: Namespace = connections.state.activeNamespace,
): { readonly namespace: Namespace; readonly account: AccountId; readonly session: WalletSession } => {
  const session = connections.requireSession(namespace);
  const info = connections.state.namespaces[namespace]?.session;
  if (info == null) throw new LatchkeyError('connection/not-connected', { namespace });
  return { namespace, session, account: formatAccountId(info.chainId, info.accounts[0].address) };
};
