import { type ChainId, formatChainId } from '../../domain/caip/caip-2.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { FRAME_NAMESPACES } from '../../domain/embedded-wallet/frame-namespace.js';

/** The chain that the frame is loaded with: that of the active namespace, or else of the first one in which the wallet has accounts. */
export const frameChainOf = ({ namespaces, activeNamespace }: ConnectionState): ChainId => {
  const candidates = [...FRAME_NAMESPACES].sort((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace));
  const found = candidates.find((namespace) => namespaces[namespace] !== undefined);
  return (found && namespaces[found]?.selectedChainId) ?? formatChainId('eip155', 1);
};
