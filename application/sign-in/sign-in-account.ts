import type { TrackedEvents } from '../../domain/analytics/tracked-event.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { SignInService } from '../ports/sign-in.port.js';

/** Error codes of a sign-in that cannot begin. */
export type SignInAccountError = 'sign-in/not-enabled' | 'sign-in/address-missing' | 'sign-in/network-missing' | 'sign-in/client-missing';

/** The account to sign in, with everything that signs it in. */
export interface SignInAccount {
  readonly service: SignInService;
  readonly session: WalletSession;
  readonly account: AccountId;
  readonly chainId: ChainId;
  readonly address: string;
}

/**
 * Returns the account of a namespace (the active one by default) that is to sign in.
 * @throws LatchkeyError the codes of {@link SignInAccountError}
 */
export const signInAccount = (
  service: SignInService | null,
  connections: ConnectionStore,
  namespace: Namespace = connections.state.activeNamespace,
): SignInAccount => {
  if (service === null) throw new LatchkeyError('sign-in/not-enabled', {});
  const own = connections.state.namespaces[namespace];
  if (own?.session == null) throw new LatchkeyError('sign-in/address-missing', {});
  const network = networkOf(own);
  if (network.unknown === true) throw new LatchkeyError('sign-in/network-missing', {});
  if (connections.sessionOf(namespace) === null) throw new LatchkeyError('sign-in/client-missing', {});
  const { session, account } = activeAccount(connections, namespace);
  return { service, session, account, chainId: network.caipNetworkId, address: own.session.accounts[0].address };
};

/** Properties of the tracked events of a sign-in. */
export const signInEventOf = (connections: ConnectionStore, namespace: Namespace): TrackedEvents['SIWX_AUTH_SUCCESS'] => {
  const own = connections.state.namespaces[namespace];
  return {
    network: own === undefined ? '' : networkOf(own).caipNetworkId,
    isSmartAccount: own?.session?.accounts[0].type === 'smartAccount',
  };
};
