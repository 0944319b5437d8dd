import { extendNetwork } from '../../../../domain/network/extend-network.js';
import type { Network, NetworkDefinition } from '../../../../domain/network/network.js';
import * as eip155 from '../../../../domain/network/networks/eip155.js';
import * as solanaNetworks from '../../../../domain/network/networks/solana.js';

const extend = (definition: NetworkDefinition): Network => extendNetwork(definition, { rpcService: null });

export const mainnet = extend(eip155.mainnet);
export const polygon = extend(eip155.polygon);
export const base = extend(eip155.base);
export const solana = extend(solanaNetworks.solana);
export const solanaDevnet = extend(solanaNetworks.solanaDevnet);
