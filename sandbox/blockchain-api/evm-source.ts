import * as v from 'valibot';
import { getAddress, hexToBigInt, isAddress, parseAbi } from 'viem';
import type { AccountTransaction, ChainIndex, ReceivedNft } from './chain-index.js';
import { type ChainSource, type HeldNft, type HeldToken, type NftInfo, type NftKey, shortAddress, type TokenInfo } from './chain-source.js';
import { intentOf } from './evm-decode.js';
import { EvmIndexer, indexTransaction, transactionSchema } from './evm-indexer.js';
import { decodeRead, decodeText, type EvmRead, readContracts } from './evm-reads.js';
import { readNftMetadata } from './nft-metadata.js';
import type { RpcNode } from './rpc-node.js';

/** Address of the coin in requests. */
const COIN_ADDRESS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

const TOKEN_ABI = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
]);
const ERC721_ABI = parseAbi(['function ownerOf(uint256 id) view returns (address)', 'function tokenURI(uint256 id) view returns (string)']);
const ERC1155_ABI = parseAbi([
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function uri(uint256 id) view returns (string)',
]);

/** More than any token has. */
const MAX_DECIMALS = 255n;

const hexSchema = v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[\da-f]+$/i.test(value));
const poolSchema = v.object({
  pending: v.record(v.string(), v.record(v.string(), transactionSchema)),
  queued: v.record(v.string(), v.record(v.string(), transactionSchema)),
});

/** Options of {@link EvmSource}. */
export interface EvmSourceOptions {
  readonly node: RpcNode;
  readonly index: ChainIndex;
  readonly coin: TokenInfo;
  /** SLIP-44 number of the coin. */
  readonly coinType: number;
  readonly hasWebSocket: boolean;
  readonly now: () => number;
}

/** An eip155 chain. */
export class EvmSource implements ChainSource {
  readonly namespace = 'eip155';
  readonly chainId: string;
  readonly hasWebSocket: boolean;
  readonly coin: TokenInfo;
  readonly #node: RpcNode;
  readonly #index: ChainIndex;
  readonly #indexer: EvmIndexer;
  readonly #coinType: number;
  readonly #now: () => number;
  /** Time at which each pending transaction was first read, by hash. */
  readonly #seenAtMs = new Map<string, number>();

  constructor({ node, index, coin, coinType, hasWebSocket, now }: EvmSourceOptions) {
    this.chainId = node.chainId;
    this.hasWebSocket = hasWebSocket;
    this.coin = coin;
    this.#node = node;
    this.#index = index;
    this.#indexer = new EvmIndexer(node, index);
    this.#coinType = coinType;
    this.#now = now;
  }

  assetOf(token: string | null): string {
    return token === null ? `${this.chainId}/slip44:${this.#coinType}` : `${this.chainId}/erc20:${getAddress(token)}`;
  }

  parseAddress(text: string): string | null {
    return isAddress(text, { strict: false }) ? text.toLowerCase() : null;
  }

  showAddress(address: string): string {
    return getAddress(address);
  }

  isCoin(address: string): boolean {
    return address.toLowerCase() === COIN_ADDRESS;
  }

  catchUp(): Promise<void> {
    return this.#indexer.catchUp();
  }

  async pending(account: string): Promise<readonly AccountTransaction[]> {
    const pool = this.#node.parse(poolSchema, await this.#node.call('txpool_content', []));
    const waiting = [pool.pending, pool.queued].flatMap((bySender) => Object.values(bySender)).flatMap((byNonce) => Object.values(byNonce));
    const hashes = new Set(waiting.map(({ hash }) => hash));
    for (const hash of this.#seenAtMs.keys()) if (!hashes.has(hash)) this.#seenAtMs.delete(hash);
    return waiting
      .flatMap((transaction): readonly AccountTransaction[] => {
        const minedAtMs = this.#seenAtMs.get(transaction.hash) ?? this.#now();
        this.#seenAtMs.set(transaction.hash, minedAtMs);
        const place = { block: Number.MAX_SAFE_INTEGER, position: transaction.nonce, minedAtMs };
        const { approvers, ...indexed } = indexTransaction(transaction, place, { failed: false, ...intentOf(transaction) });
        const transfers = indexed.transfers.filter(({ sender, recipient }) => sender === account || recipient === account);
        const isParty = indexed.sender === account || transfers.length > 0;
        return isParty ? [{ ...indexed, chain: this.chainId, approves: approvers.includes(account), transfers }] : [];
      })
      .toSorted((a, b) => b.minedAtMs - a.minedAtMs || b.position - a.position);
  }

  async describeTokens(tokens: readonly string[]): Promise<ReadonlyMap<string, TokenInfo>> {
    const names = ['name', 'symbol', 'decimals'];
    const reads = tokens.flatMap((to) => names.map((functionName): EvmRead => ({ to, abi: TOKEN_ABI, functionName })));
    const results = await readContracts(this.#node, reads);
    return new Map(
      tokens.map((token, index) => {
        const [name, symbol] = [0, 1].map((at) => {
          const read = reads[3 * index + at];
          return read === undefined ? '' : decodeText(read, results[3 * index + at] ?? null);
        });
        const read = reads[3 * index + 2];
        const decimals = read === undefined ? null : decodeRead(read, results[3 * index + 2] ?? null);
        const short = shortAddress(token);
        return [
          token,
          {
            name: name || symbol || short,
            symbol: symbol || short,
            decimals: typeof decimals === 'bigint' && decimals <= MAX_DECIMALS ? Number(decimals) : 0,
            isNft: false,
          },
        ];
      }),
    );
  }

  async balances(account: string, more: readonly string[]): Promise<readonly HeldToken[]> {
    const tokens = [...new Set([...(await this.#index.receivedTokens(this.chainId, account)), ...more])];
    const reads = tokens.map((to): EvmRead => ({ to, abi: TOKEN_ABI, functionName: 'balanceOf', args: [account] }));
    const [coins, results] = await Promise.all([this.#node.call('eth_getBalance', [account, 'latest']), readContracts(this.#node, reads)]);
    const held = reads.flatMap((read, index) => {
      const amount = decodeRead(read, results[index] ?? null);
      return typeof amount === 'bigint' && amount > 0n ? [{ token: read.to, amount }] : [];
    });
    const infos = await this.describeTokens(held.map(({ token }) => token));
    const amount = hexToBigInt(this.#node.parse(hexSchema, coins));
    return [
      { ...this.coin, token: null, amount },
      ...held.flatMap(({ token, amount }) => {
        const info = infos.get(token);
        return info === undefined ? [] : [{ ...info, token, amount }];
      }),
    ];
  }

  async nfts(account: string, after: NftKey | null, limit: number): Promise<readonly HeldNft[]> {
    const held: (ReceivedNft & { readonly quantity: bigint })[] = [];
    let last = after === null ? null : { token: after.token, tokenId: after.tokenId ?? '0' };
    while (held.length < limit) {
      const received = await this.#index.receivedNfts(this.chainId, account, last, limit);
      const quantities = await this.#quantities(account, received);
      for (const [index, nft] of received.entries()) {
        const quantity = quantities[index] ?? 0n;
        if (quantity > 0n && held.length < limit) held.push({ ...nft, quantity });
      }
      const end = received.at(-1);
      if (received.length < limit || end === undefined) break;
      last = end;
    }
    const infos = await this.describeNfts(held);
    return held.flatMap(({ token, tokenId, quantity }, index) => {
      const info = infos[index];
      return info === undefined ? [] : [{ ...info, token, tokenId, quantity }];
    });
  }

  async describeNfts(keys: readonly NftKey[]): Promise<readonly NftInfo[]> {
    const contracts = [...new Set(keys.map(({ token }) => token))];
    // Contracts of ERC-1155 have no `tokenURI`, and those of ERC-721 no `uri`.
    const uriReads = keys.flatMap(({ token, tokenId }): readonly EvmRead[] => {
      const args = [BigInt(tokenId ?? 0)];
      return [
        { to: token, abi: ERC721_ABI, functionName: 'tokenURI', args },
        { to: token, abi: ERC1155_ABI, functionName: 'uri', args },
      ];
    });
    const [collections, uris] = await Promise.all([this.describeTokens(contracts), readContracts(this.#node, uriReads)]);
    return keys.map(({ token, tokenId }, index) => {
      const texts = [2 * index, 2 * index + 1].map((at) => {
        const read = uriReads[at];
        const text = read === undefined ? null : decodeRead(read, uris[at] ?? null);
        return typeof text === 'string' ? text : null;
      });
      const collection = collections.get(token)?.name ?? shortAddress(token);
      const { name, image } = readNftMetadata(texts[0] ?? texts[1] ?? null);
      return { collection, name: name ?? `${collection} #${tokenId}`, image };
    });
  }

  async #quantities(account: string, nfts: readonly ReceivedNft[]): Promise<readonly bigint[]> {
    const reads = nfts.map(({ kind, token, tokenId }): EvmRead => {
      if (kind === 'erc721') return { to: token, abi: ERC721_ABI, functionName: 'ownerOf', args: [BigInt(tokenId)] };
      return { to: token, abi: ERC1155_ABI, functionName: 'balanceOf', args: [account, BigInt(tokenId)] };
    });
    const results = await readContracts(this.#node, reads);
    return reads.map((read, index) => {
      const value = decodeRead(read, results[index] ?? null);
      if (typeof value === 'bigint') return value;
      return typeof value === 'string' && value.toLowerCase() === account ? 1n : 0n;
    });
  }
}
