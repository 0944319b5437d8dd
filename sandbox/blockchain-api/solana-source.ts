import { base58 } from '@scure/base';
import * as v from 'valibot';
import { TOKEN_PROGRAMS } from '../chains/solana-history.js';
import type { AccountTransaction, ChainIndex, IndexedTransaction } from './chain-index.js';
import { type ChainSource, type HeldNft, type HeldToken, type NftInfo, type NftKey, shortAddress, type TokenInfo } from './chain-source.js';
import { readNftMetadata } from './nft-metadata.js';
import type { RpcNode } from './rpc-node.js';
import { indexSolanaTransaction, type SolanaTransaction, solanaTransactionSchema, tokenAccountsOf } from './solana-decode.js';

/** Address of the coin in requests. */
const COIN_ADDRESS = 'So11111111111111111111111111111111111111111';
const KEY_BYTES = 32;
/** Signatures and accounts per request. @see https://solana.com/docs/rpc/http */
const MAX_SIGNATURES = 1_000;
const MAX_ACCOUNTS = 100;
/** Transactions that are read and stored at once. */
const CHUNK = 50;

const wholeSchema = v.pipe(v.number(), v.safeInteger());
const signaturesSchema = v.array(v.object({ signature: v.string(), confirmationStatus: v.nullish(v.string()) }));
const statusesSchema = v.object({ value: v.array(v.unknown()) });
const balanceSchema = v.object({ value: wholeSchema });
const accountSchema = v.object({ owner: v.string(), data: v.tuple([v.string(), v.literal('base64')]) });
const accountsSchema = v.object({ value: v.array(v.nullable(accountSchema)) });
const tokenAccountsSchema = v.object({ value: v.array(v.object({ pubkey: v.string(), account: accountSchema })) });

/** A mint with its metadata. */
interface Mint extends TokenInfo {
  readonly uri: string | null;
}

interface TokenAccount {
  readonly address: string;
  readonly mint: string;
  readonly amount: bigint;
}

/** Of the transactions that a request is for. @see https://solana.com/docs/rpc#configuring-state-commitment */
type Commitment = 'confirmed' | 'finalized';

const EMPTY_MINT = { decimals: 0, isNft: false, uri: null };

/** Options of {@link SolanaSource}. */
export interface SolanaSourceOptions {
  readonly node: RpcNode;
  readonly index: ChainIndex;
  readonly hasWebSocket: boolean;
}

/** A Solana chain. Its transactions are read by account. */
export class SolanaSource implements ChainSource {
  readonly namespace = 'solana';
  readonly chainId: string;
  readonly hasWebSocket: boolean;
  readonly coin: TokenInfo = { name: 'Solana', symbol: 'SOL', decimals: 9, isNft: false };
  readonly #node: RpcNode;
  readonly #index: ChainIndex;

  constructor({ node, index, hasWebSocket }: SolanaSourceOptions) {
    this.chainId = node.chainId;
    this.hasWebSocket = hasWebSocket;
    this.#node = node;
    this.#index = index;
  }

  assetOf(token: string | null): string {
    return token === null ? `${this.chainId}/slip44:501` : `${this.chainId}/token:${token}`;
  }

  parseAddress(text: string): string | null {
    try {
      return base58.decode(text).length === KEY_BYTES ? text : null;
    } catch {
      return null;
    }
  }

  showAddress(address: string): string {
    return address;
  }

  isCoin(address: string): boolean {
    return address === COIN_ADDRESS;
  }

  async catchUp(account: string): Promise<void> {
    const { chainId } = this;
    const known = await this.#index.anySignature(chainId);
    if (known !== null) {
      const reply = await this.#node.call('getSignatureStatuses', [[known], { searchTransactionHistory: true }]);
      // The node has another chain than the one that was read.
      if (this.#node.parse(statusesSchema, reply).value[0] == null) await this.#index.removeChain(chainId);
    }
    const closed = await this.#readHistory(account, account);
    const open = (await this.#tokenAccounts(account)).map(({ address }) => address);
    for (const each of await this.#index.tokenAccounts(chainId, account, [...new Set([...open, ...closed])]))
      await this.#readHistory(each, account);
  }

  /** Those that are confirmed, but not final. Nodes show none before they are confirmed. */
  async pending(account: string): Promise<readonly AccountTransaction[]> {
    const { chainId } = this;
    const open = (await this.#tokenAccounts(account)).map(({ address }) => address);
    const accounts = [account, ...(await this.#index.tokenAccounts(chainId, account, open))];
    const signatures = await Promise.all(
      accounts.map(async (each) => {
        const found = await this.#signatures(each, await this.#index.signature(chainId, each), 'confirmed');
        return found.filter(({ confirmationStatus }) => confirmationStatus === 'confirmed').map(({ signature }) => signature);
      }),
    );
    const read = await this.#transactions([...new Set(signatures.flat())], 'confirmed');
    return read
      .map(({ indexed: { approvers, ...transaction } }) => ({
        ...transaction,
        chain: chainId,
        approves: approvers.includes(account),
        transfers: transaction.transfers.filter(({ sender, recipient }) => sender === account || recipient === account),
      }))
      .toSorted((a, b) => b.block - a.block || b.position - a.position);
  }

  describeTokens(tokens: readonly string[]): Promise<ReadonlyMap<string, TokenInfo>> {
    return this.#mints(tokens);
  }

  async balances(account: string): Promise<readonly HeldToken[]> {
    const [coins, accounts] = await Promise.all([this.#node.call('getBalance', [account]), this.#tokenAccounts(account)]);
    const byMint = new Map<string, bigint>();
    for (const { mint, amount } of accounts) byMint.set(mint, (byMint.get(mint) ?? 0n) + amount);
    const mints = await this.#mints([...byMint.keys()]);
    const held = [...byMint].flatMap(([token, amount]): readonly HeldToken[] => {
      const mint = mints.get(token);
      return mint === undefined || mint.isNft || amount === 0n ? [] : [{ ...mint, token, amount }];
    });
    return [{ ...this.coin, token: null, amount: BigInt(this.#node.parse(balanceSchema, coins).value) }, ...held];
  }

  async nfts(account: string, after: NftKey | null, limit: number): Promise<readonly HeldNft[]> {
    const held = (await this.#tokenAccounts(account)).filter(({ amount }) => amount === 1n).map(({ mint }) => mint);
    const mints = await this.#mints([...new Set(held)].toSorted());
    const keys = [...mints]
      .filter(([token, { isNft }]) => isNft && (after === null || token > after.token))
      .slice(0, limit)
      .map(([token]) => ({ token, tokenId: null }));
    return keys.map((key) => ({ ...key, ...nftOf(key.token, mints.get(key.token)), quantity: 1n }));
  }

  async describeNfts(keys: readonly NftKey[]): Promise<readonly NftInfo[]> {
    const mints = await this.#mints(keys.map(({ token }) => token));
    return keys.map(({ token }) => nftOf(token, mints.get(token)));
  }

  /** Reads the final transactions that name an account since the last time; returns the owner's token accounts in them. */
  async #readHistory(account: string, owner: string): Promise<readonly string[]> {
    const { chainId } = this;
    const signatures = await this.#signatures(account, await this.#index.signature(chainId, account), 'finalized');
    const found = new Set<string>();
    const oldestFirst = signatures.map(({ signature }) => signature).toReversed();
    for (let at = 0; at < oldestFirst.length; at += CHUNK) {
      const chunk = oldestFirst.slice(at, at + CHUNK);
      const read = await this.#transactions(chunk, 'finalized');
      await this.#index.store(
        chainId,
        [],
        read.map(({ indexed }) => indexed),
      );
      for (const { transaction } of read) for (const each of tokenAccountsOf(transaction, owner)) found.add(each);
      await this.#index.setSignature(chainId, account, chunk.at(-1) ?? '');
    }
    return [...found];
  }

  /** Reads the signatures of transactions that name an account, newest first. @param until the last one that is known */
  async #signatures(
    account: string,
    until: string | null,
    commitment: Commitment,
  ): Promise<readonly v.InferOutput<typeof signaturesSchema>[number][]> {
    const signatures: v.InferOutput<typeof signaturesSchema>[number][] = [];
    for (let before: string | undefined; ; before = signatures.at(-1)?.signature) {
      const options = {
        limit: MAX_SIGNATURES,
        commitment,
        ...(until === null ? {} : { until }),
        ...(before === undefined ? {} : { before }),
      };
      const page = this.#node.parse(signaturesSchema, await this.#node.call('getSignaturesForAddress', [account, options]));
      signatures.push(...page);
      if (page.length < MAX_SIGNATURES) return signatures;
    }
  }

  async #transactions(
    signatures: readonly string[],
    commitment: Commitment,
  ): Promise<readonly { readonly transaction: SolanaTransaction; readonly indexed: IndexedTransaction }[]> {
    const options = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 };
    const replies = await this.#node.batch(signatures.map((signature) => ['getTransaction', [signature, options]]));
    return signatures.map((signature, index) => {
      const transaction = this.#node.parse(solanaTransactionSchema, replies[index]);
      return { transaction, indexed: indexSolanaTransaction(signature, transaction) };
    });
  }

  async #tokenAccounts(owner: string): Promise<readonly TokenAccount[]> {
    const replies = await this.#node.batch(
      TOKEN_PROGRAMS.map((programId) => ['getTokenAccountsByOwner', [owner, { programId }, { encoding: 'base64' }]]),
    );
    return replies.flatMap((reply) =>
      this.#node.parse(tokenAccountsSchema, reply).value.map(({ pubkey, account }) => {
        const data = Buffer.from(account.data[0], 'base64');
        return { address: pubkey, mint: base58.encode(data.subarray(0, KEY_BYTES)), amount: data.readBigUInt64LE(2 * KEY_BYTES) };
      }),
    );
  }

  async #mints(tokens: readonly string[]): Promise<ReadonlyMap<string, Mint>> {
    const mints = new Map<string, Mint>();
    for (let at = 0; at < tokens.length; at += MAX_ACCOUNTS) {
      const chunk = tokens.slice(at, at + MAX_ACCOUNTS);
      const reply = await this.#node.call('getMultipleAccounts', [chunk, { encoding: 'base64' }]);
      const { value } = this.#node.parse(accountsSchema, reply);
      for (const [index, token] of chunk.entries()) mints.set(token, await readMint(token, value[index] ?? null));
    }
    return mints;
  }
}

/** Reads a mint with Solana's own SDKs, loaded lazily because only a Solana chain needs them. */
const readMint = async (address: string, account: v.InferOutput<typeof accountSchema> | null): Promise<Mint> => {
  const short = shortAddress(address);
  const unnamed = { name: short, symbol: short };
  if (account === null) return { ...unnamed, ...EMPTY_MINT };
  const [spl, { unpack }, { PublicKey }] = await Promise.all([
    import('@solana/spl-token'),
    import('@solana/spl-token-metadata'),
    import('@solana/web3.js'),
  ]);
  const owner = new PublicKey(account.owner);
  const info = { data: Buffer.from(account.data[0], 'base64'), owner, lamports: 0, executable: false };
  try {
    const { decimals, supply, tlvData } = spl.unpackMint(new PublicKey(address), info, owner);
    const extension = spl.getExtensionData(spl.ExtensionType.TokenMetadata, tlvData);
    const metadata = extension === null ? null : unpack(extension);
    return {
      name: metadata?.name || metadata?.symbol || short,
      symbol: metadata?.symbol || short,
      decimals,
      isNft: decimals === 0 && supply === 1n,
      uri: metadata?.uri || null,
    };
  } catch {
    // The account is no mint.
    return { ...unnamed, ...EMPTY_MINT };
  }
};

const nftOf = (token: string, mint: Mint | undefined): NftInfo => {
  const { name, image } = readNftMetadata(mint?.uri ?? null);
  return { name: name ?? mint?.name ?? shortAddress(token), collection: mint?.symbol ?? shortAddress(token), image };
};
