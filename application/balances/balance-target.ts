import type { Namespace } from '../../domain/caip/namespace.js';
import type { SessionInfo } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chain, type Chains, requireChain } from '../ports/chain.port.js';

/** What a balance is read from. */
export interface BalanceTarget {
  readonly chain: Chain;
  readonly network: Network;
  readonly session: SessionInfo;
}

/**
 * Returns the chain, the session and its network in a namespace, the active one by default.
 * @throws LatchkeyError `connection/not-connected`, `connection/adapter-not-found`, `chain/unsupported` for a network that is not configured
 */
export const balanceTarget = (chains: Chains, { state }: ConnectionStore, requestedNamespace: Namespace | undefined): BalanceTarget => {
  const namespace = requestedNamespace ?? state.activeNamespace;
  const own = state.namespaces[namespace];
  const session = own?.session;
  if (own === undefined || session == null) throw new LatchkeyError('connection/not-connected', { namespace });
  const chain = requireChain(chains, namespace);
  const network = networkOf(own);
  if (network === undefined || network.unknown) throw new LatchkeyError('chain/unsupported', { chainId: session.chainId });
  return { chain, network, session };
};
