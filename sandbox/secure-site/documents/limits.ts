import { formatUnits } from '../approval/visible-text.js';
import { ANY_ORIGIN, type AssetLimit, assetIdOf, contractIdOf, type OriginLimits } from '../keys/policy.js';
import type { SiteNetwork } from './site-config.js';

/** The name of the apps that limits are for. */
export const originText = (origin: string): string => (origin === ANY_ORIGIN ? 'All other apps' : origin);

/** A coin that can have a limit. */
export interface Coin {
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Of all networks that share it. */
  readonly network: string;
}

/** The coins of the networks, each once: the networks of Solana share theirs. */
export const coinsOf = (networks: readonly SiteNetwork[]): readonly Coin[] => {
  const coins = networks.map(({ chainId, name, currency }) => ({ asset: assetIdOf(chainId, null), network: name, ...currency }));
  return coins.filter(({ asset }, index) => coins.findIndex((each) => each.asset === asset) === index);
};

/** Reads an amount as users type it; `null` for another text, or one with more digits than the asset has. */
export const parseAmount = (typed: string, decimals: number): bigint | null => {
  const match = /^(\d{0,60})(?:[.,](\d{0,36}))?$/.exec(typed.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (match === null || whole + fraction === '' || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

const ADDRESSES = { eip155: /^0x[\da-f]{40}$/i, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ } as const;

/** Tests for an address on a network. */
export const isAddressOn = (chainId: string, address: string): boolean =>
  (chainId.startsWith('solana') ? ADDRESSES.solana : ADDRESSES.eip155).test(address);

/** A token as the user has set it. */
export interface TokenLimit {
  readonly asset: string;
  readonly address: string;
  /** Name of the network. */
  readonly network: string;
  /** `null` where the network does not say. */
  readonly token: { readonly symbol: string; readonly decimals: number } | null;
  readonly amount: bigint;
}

/** Limits of an app while they are edited. */
export interface LimitDraft {
  readonly origin: string;
  /** What is typed, by asset. */
  readonly coins: ReadonlyMap<string, string>;
  readonly tokens: readonly TokenLimit[];
  readonly contracts: readonly string[];
}

/** The draft of limits. @param tokens those of the limits, as the networks describe them */
export const draftOf = (limits: OriginLimits, coins: readonly Coin[], tokens: readonly TokenLimit[]): LimitDraft => ({
  origin: limits.origin,
  coins: new Map(
    coins.flatMap(({ asset, decimals }) => {
      const amount = limits.assets.find((each) => each.asset === asset)?.amount;
      return amount === undefined ? [] : [[asset, formatUnits(BigInt(amount), decimals)] as const];
    }),
  ),
  tokens,
  contracts: limits.contracts,
});

/** The limits of a draft, or the asset whose amount is none. */
export const limitsOfDraft = (draft: LimitDraft, coins: readonly Coin[]): OriginLimits | { readonly wrong: string } => {
  const assets: AssetLimit[] = [];
  for (const { asset, decimals } of coins) {
    const typed = draft.coins.get(asset)?.trim() ?? '';
    const amount = typed === '' ? 0n : parseAmount(typed, decimals);
    if (amount === null) return { wrong: asset };
    if (amount > 0n) assets.push({ asset, amount: String(amount) });
  }
  const tokens = draft.tokens.map(({ asset, amount }) => ({ asset, amount: String(amount) }));
  return { origin: draft.origin, assets: [...assets, ...tokens], contracts: draft.contracts };
};

/** A token of limits, without what the network says of it; `null` for a coin, or a network that the site does not have. */
export const tokenOf = (
  { asset, amount }: AssetLimit,
  networks: readonly SiteNetwork[],
): (TokenLimit & { readonly chainId: string }) | null => {
  const [, chain = '', address = ''] = /^(.+)\/(?:erc20|token):(\w+)$/.exec(asset) ?? [];
  const network = networks.find(({ chainId }) => chainId === chain || (chain === 'solana' && chainId.startsWith('solana')));
  if (address === '') return null;
  return { asset, address, chainId: network?.chainId ?? chain, network: network?.name ?? chain, token: null, amount: BigInt(amount) };
};

/** Limits in words, one line for each. */
export const limitLines = ({ assets, contracts }: OriginLimits, coins: readonly Coin[]): readonly string[] => {
  const known = assets.flatMap(({ asset, amount }) => {
    const coin = coins.find((each) => each.asset === asset);
    return coin === undefined ? [] : [`${formatUnits(BigInt(amount), coin.decimals)} ${coin.symbol} on ${coin.network}`];
  });
  const tokens = assets.length - known.length;
  return [
    ...known,
    ...(tokens === 0 ? [] : [tokens === 1 ? '1 token' : `${tokens} tokens`]),
    ...(contracts.length === 0 ? [] : [contracts.length === 1 ? '1 contract' : `${contracts.length} contracts`]),
    ...(assets.length + contracts.length === 0 ? ['Nothing'] : []),
  ];
};

/** Adds a contract by its address. */
export const withContract = (draft: LimitDraft, chainId: string, address: string): LimitDraft => ({
  ...draft,
  contracts: [...new Set([...draft.contracts, contractIdOf(chainId, address)])],
});

/** Adds a token, or replaces its amount. */
export const withToken = (draft: LimitDraft, token: TokenLimit): LimitDraft => ({
  ...draft,
  tokens: [...draft.tokens.filter(({ asset }) => asset !== token.asset), token],
});
