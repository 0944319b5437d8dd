import type { ChainContracts } from './chains/deploy-contracts.js';
import type { SandboxToken, TokenGift, TokenStock } from './chains/sandbox-token.js';
import type { RunningChain } from './chains/start-chain.js';
import { type SandboxName, stockEvmChain } from './chains/stock-evm-chain.js';
import { STOCKED_ACCOUNTS } from './start-other-chains.js';
import { devAccounts } from './wallet/engine/keyring.js';

/** The chain with the name service that apps ask: Ethereum's. */
const NAMED_CHAIN = 1;

/** The wallet's last account has a name, so that most flows see addresses. */
const NAME = 'carol.eth';

/** What stands on the chains of eip155 besides coins. */
export interface EvmTokens {
  readonly contracts: ChainContracts;
  readonly names: readonly SandboxName[];
  readonly stocks: readonly TokenStock[];
}

/**
 * Puts contracts, tokens and a name on the chains of eip155, on all of them at the same time.
 * @throws Error when a chain refuses
 */
export const stockEvmChains = async (chains: readonly RunningChain[]): Promise<EvmTokens> => {
  const owners = devAccounts(STOCKED_ACCOUNTS).map(({ address }) => address);
  const names = owners.slice(-1).map((address) => ({ name: NAME, address }));
  const stocks = await Promise.all(chains.map((chain) => stockEvmChain(chain, owners, chain.chainId === NAMED_CHAIN ? names : [])));
  const [first] = stocks;
  if (first === undefined) throw new Error('There is no chain to put contracts on.');
  return { contracts: first.contracts, names, stocks };
};

/** All tokens of some chains, and whoever gives of them. */
export const allTokens = (stocks: readonly TokenStock[]): TokenStock => ({
  tokens: stocks.flatMap(({ tokens }) => tokens),
  give: async (gift: TokenGift) => {
    const isOf = ({ asset }: SandboxToken): boolean => asset === gift.asset;
    const stock = stocks.find(({ tokens }) => tokens.some(isOf));
    if (stock === undefined) throw new Error(`The sandbox has no token ${gift.asset}.`);
    await stock.give(gift);
  },
});
