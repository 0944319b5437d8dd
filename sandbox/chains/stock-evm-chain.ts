import { type Abi, type Address, encodeFunctionData, getAddress, type Hex } from 'viem';
import { callAll, type OpenCall } from './call-all.js';
import { CONTRACTS } from './contracts.data.js';
import { type ChainContracts, deployContracts, nameWrites } from './deploy-contracts.js';
import { TOKENS_EACH, type TokenStock } from './sandbox-token.js';
import type { RunningChain } from './start-chain.js';

/** A name in the sandbox's name service, and its owner. */
export interface SandboxName {
  readonly name: string;
  readonly address: Address;
}

/** The contracts of a chain, and a faucet for its tokens. */
export interface EvmStock extends TokenStock {
  readonly contracts: ChainContracts;
}

/**
 * Deploys the sandbox's contracts on a chain, gives each owner both tokens, a picture, three copies of an edition and a spam picture, and the first
 * owner the collectible with id 1.
 * @param names forward and reverse records to write
 * @throws Error when a transaction fails
 */
export const stockEvmChain = async (
  chain: Pick<RunningChain, 'chainId' | 'rpcUrl'>,
  owners: readonly Address[],
  names: readonly SandboxName[] = [],
): Promise<EvmStock> => {
  const { chainId, rpcUrl } = chain;
  const contracts = await deployContracts(chain);
  const mint = (abi: Abi, to: Hex, owner: Address, amountOrId: bigint): OpenCall => ({
    to,
    data: encodeFunctionData({ abi, functionName: 'mint', args: [owner, amountOrId] }),
  });
  const { abi } = CONTRACTS.SandboxToken;
  const kinds = [
    { address: contracts.token, symbol: 'SBT', decimals: 18 },
    { address: contracts.dollar, symbol: 'SBD', decimals: 6 },
  ];
  await callAll(rpcUrl, [
    ...owners.flatMap((owner) => kinds.map(({ address, decimals }) => mint(abi, address, owner, TOKENS_EACH * 10n ** BigInt(decimals)))),
    ...owners.flatMap((owner, index) =>
      [contracts.pictures, contracts.spamPictures].map((to) => mint(CONTRACTS.SandboxPictures.abi, to, owner, BigInt(index + 1))),
    ),
    ...owners.map((owner) => ({
      to: contracts.editions,
      data: encodeFunctionData({ abi: CONTRACTS.SandboxEditions.abi, functionName: 'mint', args: [owner, 1n, 3n] }),
    })),
    ...owners.slice(0, 1).map((owner) => mint(CONTRACTS.SandboxCollectible.abi, contracts.collectible, owner, 1n)),
    ...names.flatMap(({ name, address }) => nameWrites(contracts, { name, address, primaryOf: address })),
  ]);
  const tokens = kinds.map(({ address, symbol, decimals }) => ({ asset: `eip155:${chainId}/erc20:${address}`, symbol, decimals }));
  return {
    contracts,
    tokens,
    give: async ({ asset, to, amount }) => {
      const kind = kinds[tokens.findIndex((token) => token.asset === asset)];
      if (kind === undefined) throw new Error(`The sandbox has no token ${asset}.`);
      return callAll(rpcUrl, [mint(abi, kind.address, getAddress(to), amount)]);
    },
  };
};
