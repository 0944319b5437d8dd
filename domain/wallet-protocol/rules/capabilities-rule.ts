import { type ProtocolFault, protocolFault } from '../protocol-fault.js';

/** An address of an EVM chain. @see https://eips.ethereum.org/EIPS/eip-55 */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Rule of `wallet_getCapabilities`: the first parameter is the address whose capabilities are asked for. @see https://eips.ethereum.org/EIPS/eip-5792 */
export const capabilitiesFault = (params: unknown): ProtocolFault | null => {
  const address: unknown = Array.isArray(params) ? params[0] : undefined;
  return typeof address === 'string' && ADDRESS.test(address)
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', { detail: 'Missing address parameter in `wallet_getCapabilities` request' });
};
