import { callAll } from './call-all.js';
import type { ChainContracts, DeployTarget } from './deploy-contracts.js';
import { type NameRecord, nameWrites } from './name-writes.js';

/**
 * Writes a name into the name service that `deployContracts` put on a chain. What is not given is not changed.
 * @throws Error when the chain refuses
 */
export const registerName = ({ rpcUrl }: DeployTarget, contracts: ChainContracts, record: NameRecord): Promise<void> =>
  callAll(rpcUrl, nameWrites(contracts, record));
