import { callNode, NodeError } from '../../chains/call-node.js';
import { chainDisconnected, ProviderError, unrecognizedChain } from './provider-error.js';
import { chainOf, type WalletState } from './wallet-state.js';

/**
 * Sends a JSON-RPC request to the node of one of the wallet's chains.
 * @throws ProviderError with the node's code; 4901 when the node is unreachable, 4902 when the chain is unknown
 */
export const callChain = async (state: WalletState, chainId: number, method: string, params: unknown): Promise<unknown> => {
  const chain = chainOf(state, chainId);
  if (chain === undefined) throw unrecognizedChain(chainId);
  try {
    return await callNode(chain.rpcUrl, method, params);
  } catch (error) {
    throw error instanceof NodeError ? new ProviderError(error.code, error.message, error.data) : chainDisconnected(chainId);
  }
};
