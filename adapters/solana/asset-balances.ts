import * as v from 'valibot';
import type { AssetBalance, Balances } from '../../application/ports/chain-services.js';
import { isSolanaAddress } from '../../domain/account/solana-address.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Network } from '../../domain/network/network.js';
import { type AskNodesTogether, contextValue, type RpcCall } from './solana-rpc.js';
import {
  HOLDING_BYTES,
  holdingSchema,
  type RawAccount,
  rawAccountSchema,
  readMint,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './token-layouts.js';

/** A node gives so many accounts at once. @see https://solana.com/docs/rpc/http/getmultipleaccounts */
const MOST_ACCOUNTS = 100;

const accountsSchema = v.array(rawAccountSchema);
const holdingsSchema = v.array(v.object({ account: holdingSchema }));

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
 * Reads balances in the order of the assets, and that of the coin: the owner's own account and the mints, and the holdings under
 * each program that keeps tokens, in one question. What lies in several accounts of an owner is added up.
 */
export const readBalances = async (question: AssetQuestion, ask: AskNodesTogether): Promise<Balances> => {
  const { address, assets, network } = question;
  const wanted = assets.flatMap((asset) => {
    const account = accountOf(asset, question);
    return account === null ? [] : [{ asset, account }];
  });
  const accounts = [...new Set([address, ...wanted.map(({ account }) => account)])];
  const parts = partsOf(accounts);
  const programs = accounts.length > 1 ? [TOKEN_PROGRAM, TOKEN_2022_PROGRAM] : [];
  const calls = [...parts.map(accountsCall), ...programs.map((program) => holdingsCall(address, program))];
  const { found, holdings } = await ask({
    calls,
    read: (results) => ({
      found: results.slice(0, parts.length).flatMap((result) => contextValue(accountsSchema, result)),
      holdings: results.slice(parts.length).flatMap((result) => contextValue(holdingsSchema, result)),
    }),
  });
  const known = new Map<string, RawAccount | null>(accounts.map((account, index) => [account, found[index] ?? null]));
  const amounts = new Map<string, bigint>();
  for (const { account } of holdings) amounts.set(account.mint, (amounts.get(account.mint) ?? 0n) + account.amount);
  const { symbol, name, decimals } = network.nativeCurrency;
  const value = known.get(address)?.lamports ?? 0n;
  return {
    coin: { value, symbol, decimals },
    assets: wanted.flatMap(({ asset, account }): readonly AssetBalance[] => {
      if (account === address) return [{ asset, value, decimals, symbol, name }];
      const mint = readMint(known.get(account) ?? null);
      if (mint === null) return [];
      return [{ asset, value: amounts.get(account) ?? 0n, decimals: mint.decimals, symbol: mint.symbol, name: mint.name }];
    }),
  };
};

/** Lamports of accounts, in their order, in one question. One that does not exist has none. */
export const readLamports = (addresses: readonly string[], ask: AskNodesTogether): Promise<readonly bigint[]> =>
  ask({
    calls: partsOf(addresses).map(accountsCall),
    read: (results) => {
      const found = results.flatMap((result) => contextValue(accountsSchema, result));
      if (found.length !== addresses.length) throw new Error('The node gave other accounts');
      return found.map((account) => account?.lamports ?? 0n);
    },
  });

const partsOf = (accounts: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(accounts.length / MOST_ACCOUNTS) }, (_, index) =>
    accounts.slice(index * MOST_ACCOUNTS, (index + 1) * MOST_ACCOUNTS),
  );

const accountsCall = (accounts: readonly string[]): RpcCall => ({
  method: 'getMultipleAccounts',
  params: [accounts, { commitment: 'confirmed', encoding: 'base64' }],
});

const holdingsCall = (owner: string, programId: string): RpcCall => ({
  method: 'getTokenAccountsByOwner',
  params: [owner, { programId }, { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: HOLDING_BYTES } }],
});
