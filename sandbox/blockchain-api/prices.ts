import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { callAll } from '../chains/call-all.js';
import { CONTRACTS } from '../chains/contracts.data.js';
import { decodeRead, type EvmRead, readContracts } from './evm-reads.js';
import type { RpcNode } from './rpc-node.js';

/** Decimals of prices in the feeds. */
const DECIMALS = 8;
const DAY_MS = 86_400_000;

const { abi } = CONTRACTS.PriceFeeds;

/** Time of a price of an asset. */
interface PriceKey {
  /** CAIP-19. */
  readonly asset: string;
  readonly atMs: number;
}

/** A current price in US dollars. */
interface Price {
  readonly price: number;
  /** Share by which it differs from 24 hours ago; `null` if it had none, or zero, then. */
  readonly change24h: number | null;
}

const toSeconds = (ms: number): bigint => BigInt(Math.floor(ms / 1_000));

/** The call that publishes a price. */
export const publishCall = (feeds: Hex, asset: string, price: number, atMs: number): { readonly to: Hex; readonly data: Hex } => ({
  to: feeds,
  data: encodeFunctionData({
    abi,
    functionName: 'publish',
    args: [asset, BigInt(Math.round(price * 10 ** DECIMALS)), toSeconds(atMs)],
  }),
});

/** Prices from the feeds on a chain. */
export class Prices {
  readonly #node: RpcNode;
  readonly #feeds: Hex;
  readonly #now: () => number;

  constructor(node: RpcNode, feeds: Hex, now: () => number) {
    this.#node = node;
    this.#feeds = feeds;
    this.#now = now;
  }

  /** Publishes a price by a transaction. @throws Error when it fails */
  async publish(asset: string, price: number): Promise<void> {
    await callAll(this.#node.url, [publishCall(this.#feeds, asset, price, this.#now())]);
  }

  /** Returns prices in US dollars, in the order of the keys; `null` without one. @throws RequestError if the node fails */
  async at(keys: readonly PriceKey[]): Promise<readonly (number | null)[]> {
    const rounds = await this.#read(keys.map(({ asset, atMs }) => this.#call('roundAt', [asset, toSeconds(atMs)])));
    const data = await this.#read(keys.map(({ asset }, index) => this.#call('getRoundData', [asset, rounds[index] ?? 0n])));
    return data.map((round) => (Array.isArray(round) && typeof round[1] === 'bigint' ? Number(round[1]) / 10 ** DECIMALS : null));
  }

  /** Returns current prices of assets; those without one are left out. @throws RequestError if the node fails */
  async current(assets: readonly string[]): Promise<ReadonlyMap<string, Price>> {
    const now = this.#now();
    const prices = await this.at(
      assets.flatMap((asset) => [
        { asset, atMs: now },
        { asset, atMs: now - DAY_MS },
      ]),
    );
    return new Map(
      assets.flatMap((asset, index): readonly (readonly [string, Price])[] => {
        const [price, before] = [prices[2 * index] ?? null, prices[2 * index + 1] ?? null];
        return price === null ? [] : [[asset, { price, change24h: before === null || before === 0 ? null : price / before - 1 }]];
      }),
    );
  }

  #call(functionName: 'roundAt' | 'getRoundData', args: readonly unknown[]): EvmRead {
    // Widened, because the reads have several ABIs.
    return { to: this.#feeds, abi: abi as Abi, functionName, args };
  }

  async #read(reads: readonly EvmRead[]): Promise<readonly unknown[]> {
    const results = await readContracts(this.#node, reads);
    return reads.map((read, index) => decodeRead(read, results[index] ?? null));
  }
}
