import * as v from 'valibot';
import type { AssetBalance, Balances } from '../../application/ports/chain-services.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Network } from '../../domain/network/network.js';
import { contextValue, type RpcBatchRequestFn, type RpcCall } from './solana-rpc.js';
import {
  HOLDING_BYTES,
  holdingSchema,
  type RawAccount,
  rawAccountSchema,
  readMint,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './token-layouts.js';

/** Maximum accounts per request. @see https://solana.com/docs/rpc/http/getmultipleaccounts */
const MAX_ACCOUNTS = 100;

const accountsSchema = v.array(rawAccountSchema);
const holdingsSchema = v.array(v.object({ account: holdingSchema }));

export interface AssetBalancesRequest {
  readonly address: string;
  readonly assets: readonly AssetId[];
  readonly network: Network;
}

/** The account to read for an asset: the mint of a token, the owner's own for SOL; `null` for any other asset. */
const accountOf = (asset: AssetId, { address, network }: AssetBalancesRequest): string | null => {
  const { chainId, assetNamespace, assetReference } = parseAssetId(asset);
  if (chainId !== network.caipNetworkId) return null;
  if (assetNamespace === 'slip44' && assetReference === '501') return address;
  return assetNamespace === 'token' && isSolanaAddress(assetReference) ? assetReference : null;
};

/**
 * Reads the native balance, and asset balances in the order of the assets, in one request: the owner's account, the mints, and the owner's
 * token accounts under both token programs. Several token accounts of one mint are added up.
 */
export const readBalances = async (request: AssetBalancesRequest, rpcRequest: RpcBatchRequestFn): Promise<Balances> => {
  const { address, assets, network } = request;
  const requested = assets.flatMap((asset) => {
    const account = accountOf(asset, request);
    return account === null ? [] : [{ asset, account }];
  });
  const accounts = [...new Set([address, ...requested.map(({ account }) => account)])];
  const chunks = toChunks(accounts);
  const programs = accounts.length > 1 ? [TOKEN_PROGRAM, TOKEN_2022_PROGRAM] : [];
  const calls = [...chunks.map(accountsCall), ...programs.map((program) => holdingsCall(address, program))];
  const { found, holdings } = await rpcRequest({
    calls,
    read: (results) => ({
      found: results.slice(0, chunks.length).flatMap((result) => contextValue(accountsSchema, result)),
      holdings: results.slice(chunks.length).flatMap((result) => contextValue(holdingsSchema, result)),
    }),
  });
  const accountsByAddress = new Map<string, RawAccount | null>(accounts.map((account, index) => [account, found[index] ?? null]));
  const amounts = new Map<string, bigint>();
  for (const { account } of holdings) amounts.set(account.mint, (amounts.get(account.mint) ?? 0n) + account.amount);
  const { symbol, name, decimals } = network.nativeCurrency;
  const value = accountsByAddress.get(address)?.lamports ?? 0n;
  return {
    coin: { value, symbol, decimals },
    assets: requested.flatMap(({ asset, account }): readonly AssetBalance[] => {
      if (account === address) return [{ asset, value, decimals, symbol, name }];
      const mint = readMint(accountsByAddress.get(account) ?? null);
      if (mint === null) return [];
      return [{ asset, value: amounts.get(account) ?? 0n, decimals: mint.decimals, symbol: mint.symbol, name: mint.name }];
    }),
  };
};

/** Lamports of accounts, in their order, in one request. A missing account has 0. */
export const readLamports = (addresses: readonly string[], rpcRequest: RpcBatchRequestFn): Promise<readonly bigint[]> =>
  rpcRequest({
    calls: toChunks(addresses).map(accountsCall),
    read: (results) => {
      const found = results.flatMap((result) => contextValue(accountsSchema, result));
      if (found.length !== addresses.length) throw new Error('The node returned an unexpected number of accounts');
      return found.map((account) => account?.lamports ?? 0n);
    },
  });

const toChunks = (accounts: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(accounts.length / MAX_ACCOUNTS) }, (_, index) =>
    accounts.slice(index * MAX_ACCOUNTS, (index + 1) * MAX_ACCOUNTS),
  );

const accountsCall = (accounts: readonly string[]): RpcCall => ({
  method: 'getMultipleAccounts',
  params: [accounts, { commitment: 'confirmed', encoding: 'base64' }],
});

const holdingsCall = (owner: string, programId: string): RpcCall => ({
  method: 'getTokenAccountsByOwner',
  params: [owner, { programId }, { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: HOLDING_BYTES } }],
});
