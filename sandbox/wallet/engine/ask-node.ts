import { callNode, NodeError } from '../../chains/call-node.js';
import { chainDisconnected, ProviderError, unrecognizedChain } from './provider-error.js';
import { chainOf, type WalletState } from './wallet-state.js';

/**
 * Asks the node of a chain of the wallet.
 * @throws ProviderError with the node's code; 4901 when it cannot be reached, 4902 when the wallet does not know the chain
 */
export const askNode = async (state: WalletState, chainId: number, method: string, params: unknown): Promise<unknown> => {
  const chain = chainOf(state, chainId);
  if (chain === undefined) throw unrecognizedChain(chainId);
  try {
    return await callNode(chain.rpcUrl, method, params);
  } catch (error) {
    throw error instanceof NodeError ? new ProviderError(error.code, error.message, error.data) : chainDisconnected(chainId);
  }
};
