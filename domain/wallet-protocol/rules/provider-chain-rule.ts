import { isChainText } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { isOfFamily } from './grants.js';

/**
 * Rule of a chain that a provider is told to use by itself: of a namespace that `connect()` was asked for and, in full, one that the session
 * allows. A bare namespace stands for its default chain.
 */
export const providerChainFault = (chainId: string, configured: readonly string[], approved: readonly string[]): ProtocolFault | null => {
  const namespace = chainId.split(':')[0] ?? chainId;
  if (!configured.some((key) => isOfFamily(key, namespace)))
    return protocolFault('wallet-protocol/namespace-not-configured', { namespace });
  return isChainText(chainId) && !approved.includes(chainId)
    ? protocolFault('wallet-protocol/chain-not-approved', { chainId, approved })
    : null;
};
