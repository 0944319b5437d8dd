import { type Abi, concat, encodeDeployData, getContractAddress, type Hex, zeroHash } from 'viem';
import { callNode } from './call-node.js';
import { CONTRACTS } from './contracts.data.js';

/** The deployer that anvil brings: it makes a contract at an address that depends on its code only (CREATE2). */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Where the Universal Resolver of ENS stands on Ethereum, and where viem looks for it. @see https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';
/** Pays for the contracts, so that the dev accounts keep their nonces and their coins. */
const PAYER = '0x00000000000000000000000000000000005a4d80';
/** 1000 coins. */
const PAYER_BALANCE = '0x3635c9adc5dea00000';

/** Where the sandbox's contracts stand: the same on every chain. */
export interface ChainContracts {
  /** ERC-20 with permit: "Sandbox Token", `SBT`, 18 decimals. Anybody mints: `mint(address,uint256)`. */
  readonly token: Hex;
  /** ERC-20 with permit: "Sandbox Dollar", `SBD`, 6 decimals. */
  readonly dollar: Hex;
  /** A token from before ERC-20, whose words are `bytes32` and whose `transfer` gives nothing back: `OLD`, 2 decimals. */
  readonly oldToken: Hex;
  /** ERC-721 with its metadata in a `data:` address. */
  readonly collectible: Hex;
  /** Makes ERC-1271 wallets at addresses that are known before (ERC-6492). */
  readonly walletFactory: Hex;
  /** Registry and resolver of ENS, and the Universal Resolver at its address on Ethereum. */
  readonly nameRegistry: Hex;
  readonly nameResolver: Hex;
  readonly universalResolver: Hex;
}

/** A chain to deploy on. */
export interface DeployTarget {
  readonly rpcUrl: string;
}

/** Makes the runtime code of a contract, and says where it stands. Does nothing when it stands there already. */
const deploy = async (rpcUrl: string, name: keyof typeof CONTRACTS, args: readonly unknown[] = []): Promise<Hex> => {
  // The constructor's arguments depend on the name: viem checks them against the ABI when it encodes them.
  const { abi, bytecode } = CONTRACTS[name] as { readonly abi: Abi; readonly bytecode: Hex };
  const code = encodeDeployData({ abi, bytecode, args });
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: zeroHash, bytecode: code });
  const isThere = async (): Promise<boolean> => (await callNode(rpcUrl, 'eth_getCode', [address, 'latest'])) !== '0x';
  if (await isThere()) return address;
  await callNode(rpcUrl, 'eth_sendTransaction', [{ from: PAYER, to: CREATE2_DEPLOYER, data: concat([zeroHash, code]) }]);
  // A chain that mines by the clock has it in its next block: that one is made now.
  if (!(await isThere())) await callNode(rpcUrl, 'evm_mine', []);
  if (!(await isThere())) throw new Error(`The contract ${name} could not be deployed`);
  return address;
};

/**
 * Deploys the sandbox's contracts on a chain that `startChain` started: tokens, a collectible, contract wallets and a name service.
 * Their addresses are the same on every chain, and a second call changes nothing.
 * @throws Error when a contract cannot be deployed
 * @example
 * const { token } = await deployContracts(await startChain({ chainId: 1 }));
 */
export const deployContracts = async ({ rpcUrl }: DeployTarget): Promise<ChainContracts> => {
  await callNode(rpcUrl, 'anvil_setBalance', [PAYER, PAYER_BALANCE]);
  await callNode(rpcUrl, 'anvil_impersonateAccount', [PAYER]);
  try {
    const token = await deploy(rpcUrl, 'SandboxToken', ['Sandbox Token', 'SBT', 18]);
    const dollar = await deploy(rpcUrl, 'SandboxToken', ['Sandbox Dollar', 'SBD', 6]);
    const oldToken = await deploy(rpcUrl, 'OldToken');
    const collectible = await deploy(rpcUrl, 'SandboxCollectible');
    const walletFactory = await deploy(rpcUrl, 'ContractWalletFactory');
    const nameRegistry = await deploy(rpcUrl, 'NameRegistry');
    const nameResolver = await deploy(rpcUrl, 'NameResolver');
    const resolver = await deploy(rpcUrl, 'UniversalNameResolver', [nameRegistry]);
    const code = await callNode(rpcUrl, 'eth_getCode', [resolver, 'latest']);
    await callNode(rpcUrl, 'anvil_setCode', [UNIVERSAL_RESOLVER, code]);
    return { token, dollar, oldToken, collectible, walletFactory, nameRegistry, nameResolver, universalResolver: UNIVERSAL_RESOLVER };
  } finally {
    await callNode(rpcUrl, 'anvil_stopImpersonatingAccount', [PAYER]);
  }
};
