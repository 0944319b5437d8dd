import { type ChainId, formatChainId, isChainId, parseChainId } from '../caip/caip-2.js';
import type { ConnectionState } from '../connection/connection-state.js';
import { FRAME_NAMESPACES } from './frame-namespace.js';

/** Reads a chain of the frame, which names EVM chains by their number. `null` if it is neither a number nor a CAIP-2 id. */
export const fromFrameChain = (chain: string | number): ChainId | null => {
  const text = String(chain);
  if (/^\d+$/.test(text)) return formatChainId('eip155', text);
  return isChainId(text) ? text : null;
};

/** Names a chain as the frame's requests for the user do: EVM chains by their number, others by their CAIP-2 id. */
export const toFrameChain = (chainId: ChainId): string | number => {
  const { namespace, reference } = parseChainId(chainId);
  return namespace === 'eip155' ? Number(reference) : chainId;
};

/** The chain that the frame is loaded with: that of the active namespace, or else of the first one in which the wallet has accounts. */
export const frameChainOf = ({ namespaces, activeNamespace }: ConnectionState): ChainId => {
  const candidates = [...FRAME_NAMESPACES].sort((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace));
  const found = candidates.find((namespace) => namespaces[namespace] !== undefined);
  return (found && namespaces[found]?.selectedChainId) ?? formatChainId('eip155', 1);
};
