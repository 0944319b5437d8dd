import { createRequire } from 'node:module';
import { concat, encodeFunctionData, getContractAddress, type Hex, parseEther } from 'viem';
import { callAll } from './call-all.js';
import { callNode } from './call-node.js';
import { CONTRACTS } from './contracts.data.js';
import { CREATE2_DEPLOYER, type Deployment, type DeployTarget, deploymentOf } from './deploy-contracts.js';

/** With this salt, EntryPoint 0.7 has the address that it has on every chain. @see https://github.com/eth-infinitism/account-abstraction/releases/tag/v0.7.0 */
const ENTRY_POINT_SALT = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3';

/** What the paymaster can spend. */
const DEPOSIT = parseEther('1000');

/** Addresses of the contracts of smart accounts, the same on every chain. */
export interface SmartAccountContracts {
  /** EntryPoint 0.7 of ERC-4337. */
  readonly entryPoint: Hex;
  /** `SmartAccountFactory`. */
  readonly factory: Hex;
  /** `VerifyingPaymaster` with a deposit of 1,000 coins. */
  readonly paymaster: Hex;
}

const entryPointDeployment = (): Deployment => {
  // Compiled by its authors: another compiler's code would have another address.
  const { bytecode } = createRequire(import.meta.url)('@account-abstraction/contracts/artifacts/EntryPoint.json') as {
    readonly bytecode: Hex;
  };
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: ENTRY_POINT_SALT, bytecode });
  return { address, to: CREATE2_DEPLOYER, data: concat([ENTRY_POINT_SALT, bytecode]) };
};

/**
 * Deploys the contracts of smart accounts on a chain started with `startChain`. Calling it again has no effect.
 * @param signer whose signatures the paymaster accepts
 * @throws Error when a deployment fails
 */
export const deploySmartAccounts = async ({ rpcUrl }: DeployTarget, signer: Hex): Promise<SmartAccountContracts> => {
  const entryPoint = entryPointDeployment();
  const factory = deploymentOf('SmartAccountFactory');
  const paymaster = deploymentOf('VerifyingPaymaster', [signer]);
  if ((await callNode(rpcUrl, 'eth_getCode', [paymaster.address, 'latest'])) === '0x') {
    const { abi } = CONTRACTS.VerifyingPaymaster;
    const deposit = { to: paymaster.address, data: encodeFunctionData({ abi, functionName: 'deposit' }), value: DEPOSIT };
    await callAll(rpcUrl, [entryPoint, factory, paymaster, deposit]);
  }
  return { entryPoint: entryPoint.address, factory: factory.address, paymaster: paymaster.address };
};
