import { type Abi, concat, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, namehash, zeroHash } from 'viem';
import { callAll, type OpenCall } from './call-all.js';
import { callNode } from './call-node.js';
import { CONTRACTS } from './contracts.data.js';
import { namesOperator } from './names-operator.js';

/**
 * Writes a name into the name service that `deployContracts` deployed. Omitted fields stay unchanged.
 * @throws Error when the transaction fails
 */
export const registerName = async ({ rpcUrl }: DeployTarget, contracts: ChainContracts, record: NameRecord): Promise<void> => {
  await callAll(rpcUrl, nameWrites(contracts, record));
};

/** A record of the sandbox's name service. */
export interface NameRecord {
  /** Normalized name, such as `alice.eth`. */
  readonly name: string;
  readonly address?: Hex;
  /** Texts by key, such as `avatar`. @see https://docs.ens.domains/ensip/5 */
  readonly texts?: Readonly<Record<string, string>>;
  /** Sets this address's reverse record to the name, even if the forward record does not match. @see https://docs.ens.domains/ensip/3 */
  readonly primaryOf?: Hex;
}

/** Returns the calls that write a name. Omitted fields stay unchanged. */
export const nameWrites = (
  { nameRegistry, nameResolver }: ChainContracts,
  { name, address, texts = {}, primaryOf }: NameRecord,
): readonly OpenCall[] => {
  const { abi: registry } = CONTRACTS.NameRegistry;
  const { abi: resolver } = CONTRACTS.NameResolver;
  const setResolver = (node: Hex): OpenCall => ({
    to: nameRegistry,
    data: encodeFunctionData({ abi: registry, functionName: 'setResolver', args: [node, nameResolver] }),
  });
  const toResolver = (data: Hex): OpenCall => ({ to: nameResolver, data });
  const node = namehash(name);
  const reverse = primaryOf === undefined ? null : namehash(`${primaryOf.slice(2).toLowerCase()}.addr.reverse`);
  return [
    setResolver(node),
    ...(address === undefined ? [] : [toResolver(encodeFunctionData({ abi: resolver, functionName: 'setAddr', args: [node, address] }))]),
    ...Object.entries(texts).map(([key, value]) =>
      toResolver(encodeFunctionData({ abi: resolver, functionName: 'setText', args: [node, key, value] })),
    ),
    ...(reverse === null
      ? []
      : [setResolver(reverse), toResolver(encodeFunctionData({ abi: resolver, functionName: 'setName', args: [reverse, name] }))]),
  ];
};

/** CREATE2 deployer that anvil predeploys. The contract's address depends on its code only. */
export const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Address of the Universal Resolver of ENS on Ethereum, where viem expects it. @see https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';
/** Addresses of the sandbox's contracts, the same on every chain. */
export interface ChainContracts {
  /** Names of accounts, which the blockchain API registers and reads on `eip155:1`. */
  readonly accountNames: Hex;
  /** ERC-20 with permit: "Sandbox Token", `SBT`, 18 decimals. Open minting: `mint(address,uint256)`. */
  readonly token: Hex;
  /** ERC-20 with permit: "Sandbox Dollar", `SBD`, 6 decimals. */
  readonly dollar: Hex;
  /** A token from before ERC-20 with `bytes32` name and symbol and a `transfer` without return value: `OLD`, 2 decimals. */
  readonly oldToken: Hex;
  /** ERC-721 with its metadata in a `data:` URI. */
  readonly collectible: Hex;
  /** Deploys ERC-1271 wallets at predictable addresses (ERC-6492). */
  readonly walletFactory: Hex;
  /** Registry and resolver of ENS, and the Universal Resolver at its address on Ethereum. */
  readonly nameRegistry: Hex;
  readonly nameResolver: Hex;
  readonly universalResolver: Hex;
  /** ERC-721 that draws its pictures: "Sandbox Picture". Open minting: `mint(address,uint256)`. */
  readonly pictures: Hex;
  /** ERC-1155 that draws its pictures: "Sandbox Edition". Open minting: `mint(address,uint256,uint256)`. */
  readonly editions: Hex;
  /** ERC-721 whose name is an advertisement, as spam has it. */
  readonly spamPictures: Hex;
  /** Prices of coins and tokens, in rounds. The sandbox's are on chain 1. Open publishing: `publish(string,uint192,uint64)`. */
  readonly priceFeeds: Hex;
  /** Farcaster ids, by the address that has their custody. Open registration: `register(address,string)`. */
  readonly idRegistry: Hex;
  /** Exchange with a constant product, whose pools are empty at first. Open adding and removing of liquidity: `add(address)`, `remove(address,uint256,address)`. */
  readonly exchange: Hex;
}

/** A chain to deploy on. */
export interface DeployTarget {
  readonly rpcUrl: string;
}

/** The call that deploys a contract, and the contract's address. */
export interface Deployment extends OpenCall {
  readonly address: Hex;
}

/** The deployment of one of the sandbox's contracts. */
export const deploymentOf = (name: keyof typeof CONTRACTS, args: readonly unknown[] = []): Deployment => {
  // The argument types depend on the name. viem checks them against the ABI when it encodes them.
  const { abi, bytecode } = CONTRACTS[name] as { readonly abi: Abi; readonly bytecode: Hex };
  const code = encodeDeployData({ abi, bytecode, args });
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt: zeroHash, bytecode: code });
  return { address, to: CREATE2_DEPLOYER, data: concat([zeroHash, code]) };
};

/** The deployments, computed once for all chains. */
const plan = () => {
  const nameRegistry = deploymentOf('NameRegistry');
  return {
    accountNames: deploymentOf('AccountNames', [namesOperator().address]),
    token: deploymentOf('SandboxToken', ['Sandbox Token', 'SBT', 18]),
    dollar: deploymentOf('SandboxToken', ['Sandbox Dollar', 'SBD', 6]),
    oldToken: deploymentOf('OldToken'),
    collectible: deploymentOf('SandboxCollectible'),
    walletFactory: deploymentOf('ContractWalletFactory'),
    nameRegistry,
    nameResolver: deploymentOf('NameResolver'),
    universalResolver: deploymentOf('UniversalNameResolver', [nameRegistry.address]),
    idRegistry: deploymentOf('IdRegistry'),
    pictures: deploymentOf('SandboxPictures', ['Sandbox Picture', 'SBP']),
    editions: deploymentOf('SandboxEditions'),
    spamPictures: deploymentOf('SandboxPictures', ['Claim 500 SBT at claim-sbt.example', 'CLAIM']),
    priceFeeds: deploymentOf('PriceFeeds'),
    exchange: deploymentOf('Exchange'),
  };
};
let planned: ReturnType<typeof plan> | null = null;

/**
 * Deploys the sandbox's contracts on a chain started with `startChain`: tokens, a collectible, contract wallets and a name service.
 * Their addresses are the same on every chain. Calling it again has no effect.
 * @throws Error when a deployment fails
 * @example
 * const { token } = await deployContracts(await startChain({ chainId: 1 }));
 */
export const deployContracts = async ({ rpcUrl }: DeployTarget): Promise<ChainContracts> => {
  planned ??= plan();
  const { accountNames } = planned;
  const { token, dollar, oldToken, collectible, walletFactory, nameRegistry, nameResolver, universalResolver, idRegistry } = planned;
  const { pictures, editions, spamPictures, priceFeeds, exchange } = planned;
  // The Universal Resolver is written last: if it exists, so do the others.
  if ((await callNode(rpcUrl, 'eth_getCode', [UNIVERSAL_RESOLVER, 'latest'])) === '0x') {
    await callAll(rpcUrl, Object.values(planned));
    const code = await callNode(rpcUrl, 'eth_getCode', [universalResolver.address, 'latest']);
    await callNode(rpcUrl, 'anvil_setCode', [UNIVERSAL_RESOLVER, code]);
  }
  return {
    accountNames: accountNames.address,
    token: token.address,
    dollar: dollar.address,
    oldToken: oldToken.address,
    collectible: collectible.address,
    walletFactory: walletFactory.address,
    nameRegistry: nameRegistry.address,
    nameResolver: nameResolver.address,
    universalResolver: UNIVERSAL_RESOLVER,
    idRegistry: idRegistry.address,
    pictures: pictures.address,
    editions: editions.address,
    spamPictures: spamPictures.address,
    priceFeeds: priceFeeds.address,
    exchange: exchange.address,
  };
};
