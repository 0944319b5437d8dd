import { type ChainId, formatChainId, isChainId, parseChainId } from '../caip/caip-2.js';

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
