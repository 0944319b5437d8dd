import { type Abi, concat, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, namehash, zeroHash } from 'viem';
import { callAll, type OpenCall } from './call-all.js';
import { callNode } from './call-node.js';
import { CONTRACTS } from './contracts.data.js';

/**
 * Writes a name into the name service that `deployContracts` put on a chain. What is not given is not changed.
 * @throws Error when the chain refuses
 */
export const registerName = ({ rpcUrl }: DeployTarget, contracts: ChainContracts, record: NameRecord): Promise<void> =>
  callAll(rpcUrl, nameWrites(contracts, record));

/** What a name of the sandbox's name service says. */
export interface NameRecord {
  /** In normal form, such as `alice.eth`. */
  readonly name: string;
  readonly address?: Hex;
  /** Texts by key, such as `avatar`. @see https://docs.ens.domains/ensip/5 */
  readonly texts?: Readonly<Record<string, string>>;
  /** The address goes by this name: its reverse record says so, true or not. @see https://docs.ens.domains/ensip/3 */
  readonly primaryOf?: Hex;
}

/** The calls that write a name. What is not given is not changed. */
export const nameWrites = (
  { nameRegistry, nameResolver }: ChainContracts,
  { name, address, texts = {}, primaryOf }: NameRecord,
): readonly OpenCall[] => {
  const { abi: registry } = CONTRACTS.NameRegistry;
  const { abi: resolver } = CONTRACTS.NameResolver;
  const claim = (node: Hex): OpenCall => ({
    to: nameRegistry,
    data: encodeFunctionData({ abi: registry, functionName: 'setResolver', args: [node, nameResolver] }),
  });
  const answer = (data: Hex): OpenCall => ({ to: nameResolver, data });
  const node = namehash(name);
  const reverse = primaryOf === undefined ? null : namehash(`${primaryOf.slice(2).toLowerCase()}.addr.reverse`);
  return [
    claim(node),
    ...(address === undefined ? [] : [answer(encodeFunctionData({ abi: resolver, functionName: 'setAddr', args: [node, address] }))]),
    ...Object.entries(texts).map(([key, value]) =>
      answer(encodeFunctionData({ abi: resolver, functionName: 'setText', args: [node, key, value] })),
    ),
    ...(reverse === null
      ? []
      : [claim(reverse), answer(encodeFunctionData({ abi: resolver, functionName: 'setName', args: [reverse, name] }))]),
  ];
};

/** The deployer that anvil brings: it makes a contract at an address that depends on its code only (CREATE2). */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Where the Universal Resolver of ENS stands on Ethereum, and where viem looks for it. @see https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';
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

/** What makes a contract, and where it stands then. */
interface Deployment extends OpenCall {
  readonly address: Hex;
}

const deploymentOf = (name: keyof typeof CONTRACTS, args: readonly unknown[] = []): Deployment => {
  // The constructor's arguments depend on the name: viem checks them against the ABI when it encodes them.
  const { abi, bytecode } = CONTRACTS[name] as { readonly abi: Abi; readonly bytecode: Hex };
  const code = encodeDeployData({ abi, bytecode, args });
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: zeroHash, bytecode: code });
  return { address, to: CREATE2_DEPLOYER, data: concat([zeroHash, code]) };
};

/** What is deployed: the same for every chain, so it is worked out once. */
const plan = () => {
  const nameRegistry = deploymentOf('NameRegistry');
  return {
    token: deploymentOf('SandboxToken', ['Sandbox Token', 'SBT', 18]),
    dollar: deploymentOf('SandboxToken', ['Sandbox Dollar', 'SBD', 6]),
    oldToken: deploymentOf('OldToken'),
    collectible: deploymentOf('SandboxCollectible'),
    walletFactory: deploymentOf('ContractWalletFactory'),
    nameRegistry,
    nameResolver: deploymentOf('NameResolver'),
    universalResolver: deploymentOf('UniversalNameResolver', [nameRegistry.address]),
  };
};
let planned: ReturnType<typeof plan> | null = null;

/**
 * Deploys the sandbox's contracts on a chain that `startChain` started: tokens, a collectible, contract wallets and a name service.
 * Their addresses are the same on every chain, and a second call changes nothing.
 * @throws Error when a contract cannot be deployed
 * @example
 * const { token } = await deployContracts(await startChain({ chainId: 1 }));
 */
export const deployContracts = async ({ rpcUrl }: DeployTarget): Promise<ChainContracts> => {
  planned ??= plan();
  const { token, dollar, oldToken, collectible, walletFactory, nameRegistry, nameResolver, universalResolver } = planned;
  // It is written last, so that where it stands all the others do.
  if ((await callNode(rpcUrl, 'eth_getCode', [UNIVERSAL_RESOLVER, 'latest'])) === '0x') {
    await callAll(rpcUrl, Object.values(planned));
    const code = await callNode(rpcUrl, 'eth_getCode', [universalResolver.address, 'latest']);
    await callNode(rpcUrl, 'anvil_setCode', [UNIVERSAL_RESOLVER, code]);
  }
  return {
    token: token.address,
    dollar: dollar.address,
    oldToken: oldToken.address,
    collectible: collectible.address,
    walletFactory: walletFactory.address,
    nameRegistry: nameRegistry.address,
    nameResolver: nameResolver.address,
    universalResolver: UNIVERSAL_RESOLVER,
  };
};
