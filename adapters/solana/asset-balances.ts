import type { AssetBalance } from '../../application/ports/chain-services.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Network } from '../../domain/network/network.js';
import { type AskNodes, contextValue } from './solana-rpc.js';
import {
  HOLDING_BYTES,
  type Holding,
  type RawAccount,
  readHolding,
  readMint,
  readRawAccount,
  readRawAccounts,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './token-layouts.js';

/** A node gives so many accounts at once. @see https://solana.com/docs/rpc/http/getmultipleaccounts */
const MOST_ACCOUNTS = 100;

/** What to read. */
export interface AssetQuestion {
  readonly address: string;
  readonly assets: readonly AssetId[];
  readonly network: Network;
}

/** The account that tells about an asset: the mint of a token, the owner's own for SOL; `null` for what is neither. */
const accountOf = (asset: AssetId, { address, network }: AssetQuestion): string | null => {
  const { chainId, assetNamespace, assetReference } = parseAssetId(asset);
  if (chainId !== network.caipNetworkId) return null;
  if (assetNamespace === 'slip44' && assetReference === '501') return address;
  return assetNamespace === 'token' && isSolanaAddress(assetReference) ? assetReference : null;
};

/**
 * Reads balances in the order of the assets: one request for the mints, and one for the holdings under each program that
 * keeps tokens. What lies in several accounts of an owner is added up.
 */
export const readAssetBalances = async (question: AssetQuestion, ask: AskNodes): Promise<readonly AssetBalance[]> => {
  const { address, assets, network } = question;
  const wanted = assets.flatMap((asset) => {
    const account = accountOf(asset, question);
    return account === null ? [] : [{ asset, account }];
  });
  const accounts = [...new Set(wanted.map(({ account }) => account))];
  const hasTokens = accounts.some((account) => account !== address);
  const [found, ...holdings] = await Promise.all([
    readAccounts(accounts, ask),
    ...(hasTokens ? [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) => readHoldings(address, program, ask)) : []),
  ]);
  const amounts = new Map<string, bigint>();
  for (const { mint, amount } of holdings.flat()) amounts.set(mint, (amounts.get(mint) ?? 0n) + amount);
  return wanted.flatMap(({ asset, account }): readonly AssetBalance[] => {
    const raw = found.get(account) ?? null;
    const { symbol, name, decimals } = network.nativeCurrency;
    if (account === address) return [{ asset, value: raw?.lamports ?? 0n, decimals, symbol, name }];
    const mint = readMint(raw);
    if (mint === null) return [];
    return [{ asset, value: amounts.get(account) ?? 0n, decimals: mint.decimals, symbol: mint.symbol, name: mint.name }];
  });
};

const readAccounts = async (accounts: readonly string[], ask: AskNodes): Promise<ReadonlyMap<string, RawAccount | null>> => {
  const parts = Array.from({ length: Math.ceil(accounts.length / MOST_ACCOUNTS) }, (_, index) =>
    accounts.slice(index * MOST_ACCOUNTS, (index + 1) * MOST_ACCOUNTS),
  );
  const read = (result: unknown): readonly (RawAccount | null)[] => readRawAccounts(contextValue(result));
  const found = await Promise.all(
    parts.map((part) =>
      ask({ method: 'getMultipleAccounts', params: [part, { commitment: 'confirmed', encoding: 'base64' }], read, genesis: 'never' }),
    ),
  );
  const flat = found.flat();
  return new Map(accounts.map((account, index) => [account, flat[index] ?? null]));
};

const readHoldings = (owner: string, programId: string, ask: AskNodes): Promise<readonly Holding[]> =>
  ask({
    method: 'getTokenAccountsByOwner',
    params: [owner, { programId }, { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: HOLDING_BYTES } }],
    read: (result) =>
      (contextValue(result) as readonly { readonly account: unknown }[]).map(({ account }) =>
        readHolding(readRawAccount(account)?.data ?? new Uint8Array()),
      ),
    genesis: 'never',
  });
