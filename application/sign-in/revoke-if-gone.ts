import { isSameAddress } from '../../domain/account/same-address.js';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Logger } from '../ports/logger.port.js';
import type { SignInService } from '../ports/sign-in.port.js';

/**
 * Revokes the session of an account that was disconnected, or replaced by another one, while it was being verified, as the service revokes
 * those of accounts that were signed in by then. Returns true if the account is gone.
 */
export const revokeIfGone = async (
  service: SignInService,
  connections: ConnectionStore,
  account: AccountId,
  logger: Logger,
): Promise<boolean> => {
  const { namespace, chainId, address } = parseAccountId(account);
  const { isConnected, address: current } = accountOf(connections.state, namespace);
  const isGone = !isConnected || current === undefined || !isSameAddress(namespace, current, address);
  const shouldRevoke = isConnected ? service.signOutOnAccountChange === true : service.signOutOnDisconnect !== false;
  if (!isGone || !shouldRevoke) return isGone;
  try {
    await service.revokeSession(chainId, address);
  } catch (error) {
    logger.warn('A sign-in session could not be revoked', error);
  }
  return true;
};
