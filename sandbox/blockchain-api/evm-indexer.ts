import * as v from 'valibot';
import type { ChainIndex, IndexedBlock, IndexedTransaction, IndexedTransfer } from './chain-index.js';
import { SerialRunner } from './chain-source.js';
import { approverOf, coinTransfer, type EvmTransaction, intentOf, transfersOf } from './evm-decode.js';
import { RequestError } from './route.js';
import { isMethodMissing, type RpcNode } from './rpc-node.js';

/** Blocks that are read and stored at once. */
const CHUNK = 50;
/** Attempts to read a chain that is being reorganized. */
const MAX_ATTEMPTS = 5;

const hexSchema = v.pipe(v.string(), v.regex(/^0x[\da-f]*$/i));
const wholeSchema = v.pipe(hexSchema, v.transform(Number), v.safeInteger());
const amountSchema = v.pipe(
  hexSchema,
  v.transform((text) => BigInt(text)),
);

/** A transaction as nodes have it, in a block or pending. */
export const transactionSchema = v.object({
  hash: hexSchema,
  from: hexSchema,
  to: v.nullish(hexSchema, null),
  value: amountSchema,
  input: hexSchema,
  nonce: wholeSchema,
});

const headSchema = v.object({ number: wholeSchema, hash: hexSchema });
const blockSchema = v.object({
  ...headSchema.entries,
  parentHash: hexSchema,
  timestamp: wholeSchema,
  transactions: v.array(transactionSchema),
});
const receiptsSchema = v.array(
  v.object({
    transactionHash: hexSchema,
    status: v.picklist(['0x0', '0x1']),
    contractAddress: v.nullish(hexSchema, null),
    logs: v.array(v.object({ address: hexSchema, topics: v.array(hexSchema), data: hexSchema })),
  }),
);

/** A call within a transaction. @see https://openethereum.github.io/JSONRPC-trace-module */
const traceSchema = v.object({
  type: v.string(),
  transactionHash: v.nullish(hexSchema, null),
  traceAddress: v.array(v.number()),
  error: v.optional(v.string()),
  action: v.object({
    from: v.optional(hexSchema),
    to: v.optional(hexSchema),
    value: v.optional(amountSchema),
    callType: v.optional(v.string()),
    address: v.optional(hexSchema),
    refundAddress: v.optional(hexSchema),
    balance: v.optional(amountSchema),
  }),
  result: v.nullish(v.object({ address: v.optional(hexSchema) })),
});

type Block = v.InferOutput<typeof blockSchema>;
type Receipt = v.InferOutput<typeof receiptsSchema>[number];
type Trace = v.InferOutput<typeof traceSchema>;

const toHex = (height: number): string => `0x${height.toString(16)}`;

/** Returns the transfers of the coin by the calls within a transaction. The outermost call is the transaction itself. */
const innerTransfers = (traces: readonly Trace[]): readonly IndexedTransfer[] => {
  const failed = traces.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress);
  const isUndone = (path: readonly number[]): boolean => failed.some((prefix) => prefix.every((step, depth) => path[depth] === step));
  return traces.flatMap(({ type, traceAddress, action, result }) => {
    if (traceAddress.length === 0 || isUndone(traceAddress)) return [];
    const { from, to = result?.address, value = 0n, callType, address, refundAddress, balance = 0n } = action;
    if (type === 'suicide')
      return address === undefined || refundAddress === undefined || balance === 0n ? [] : [coinTransfer(address, refundAddress, balance)];
    // A delegated call repeats the value of its caller.
    if (type === 'call' && callType !== 'call') return [];
    return from === undefined || to === undefined || value === 0n ? [] : [coinTransfer(from, to, value)];
  });
};

const outcomeOf = (
  transaction: EvmTransaction,
  { status, contractAddress, logs }: Receipt,
  traces: readonly Trace[],
): Pick<IndexedTransaction, 'failed' | 'transfers' | 'approvers'> => {
  const { from, to, value } = transaction;
  if (status === '0x0') return { failed: true, ...intentOf(transaction) };
  const recipient = to ?? contractAddress;
  const coins = value > 0n && recipient !== null ? [coinTransfer(from, recipient, value)] : [];
  return {
    failed: false,
    transfers: [...coins, ...innerTransfers(traces), ...logs.flatMap(transfersOf)],
    approvers: [...new Set(logs.flatMap((log) => approverOf(log) ?? []))],
  };
};

/** Returns a transaction with its outcome for the index. */
export const indexTransaction = (
  { hash, from, to, nonce }: EvmTransaction,
  place: Pick<IndexedTransaction, 'block' | 'position' | 'minedAtMs'>,
  outcome: Pick<IndexedTransaction, 'failed' | 'transfers' | 'approvers'>,
): IndexedTransaction => ({
  hash,
  ...place,
  sender: from.toLowerCase(),
  recipient: to?.toLowerCase() ?? null,
  nonce,
  deploys: to === null,
  ...outcome,
});

/** Reads the blocks of an eip155 chain into the index, each once. Blocks that a reorg replaces are removed and read again. */
export class EvmIndexer {
  readonly #node: RpcNode;
  readonly #index: ChainIndex;
  readonly #runner = new SerialRunner(() => this.#run());
  #hasTraces = true;

  constructor(node: RpcNode, index: ChainIndex) {
    this.#node = node;
    this.#index = index;
  }

  /** Brings the index up to the head of the chain. @throws RequestError */
  catchUp(): Promise<void> {
    return this.#runner.start();
  }

  async #run(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) if (await this.#readToHead()) return;
    throw new RequestError(503, this.#node.chainId, `${this.#node.chainId} is being reorganized. Try again.`);
  }

  /** Returns false if the chain was reorganized meanwhile. */
  async #readToHead(): Promise<boolean> {
    const { chainId } = this.#node;
    const head = this.#node.parse(headSchema, await this.#node.call('eth_getBlockByNumber', ['latest', false]));
    let last = await this.#index.blockAt(chainId, Number.MAX_SAFE_INTEGER);
    if (last?.number === head.number && last.hash === head.hash) return true;
    if (last !== null && (await this.#hashAt(last.number)) !== last.hash) {
      last = await this.#findAncestor(Math.min(last.number, head.number));
      await this.#index.removeAbove(chainId, last?.number ?? -1);
    }
    for (let from = (last?.number ?? -1) + 1; from <= head.number; from = (last?.number ?? -1) + 1) {
      const blocks = await this.#read(from, Math.min(from + CHUNK - 1, head.number));
      if (blocks === null) return false;
      for (const { block } of blocks) {
        if (last !== null && block.parentHash !== last.hash) return false;
        last = block;
      }
      await this.#index.store(
        chainId,
        blocks.map(({ block: { number, hash } }) => ({ number, hash })),
        blocks.flatMap(({ transactions }) => transactions),
      );
    }
    return true;
  }

  async #hashAt(height: number): Promise<string | null> {
    const block = await this.#node.call('eth_getBlockByNumber', [toHex(height), false]);
    return block === null ? null : this.#node.parse(headSchema, block).hash;
  }

  /** Returns the highest block that the index and the chain share, by binary search: below it they are the same. `null`: the chain is another one. */
  async #findAncestor(height: number): Promise<IndexedBlock | null> {
    let [low, high] = [0, height];
    let found: IndexedBlock | null = null;
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const known = await this.#index.blockAt(this.#node.chainId, middle);
      if (known?.number === middle && (await this.#hashAt(middle)) === known.hash) {
        found = known;
        low = middle + 1;
      } else high = middle - 1;
    }
    return found;
  }

  /** Reads blocks with their transactions; `null` if one of them was removed meanwhile. */
  async #read(
    from: number,
    to: number,
  ): Promise<readonly { readonly block: Block; readonly transactions: readonly IndexedTransaction[] }[] | null> {
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const replies = await this.#node.batch(
      heights.flatMap((height) => [
        ['eth_getBlockByNumber', [toHex(height), true]],
        ['eth_getBlockReceipts', [toHex(height)]],
      ]),
    );
    if (replies.includes(null)) return null;
    const read = heights.map((_, index) => ({
      block: this.#node.parse(blockSchema, replies[2 * index]),
      receipts: new Map(this.#node.parse(receiptsSchema, replies[2 * index + 1]).map((receipt) => [receipt.transactionHash, receipt])),
    }));
    // The receipts are those of another block if one of its transactions has none.
    if (read.some(({ block, receipts }) => block.transactions.some(({ hash }) => !receipts.has(hash)))) return null;
    const traced = read.filter(({ block, receipts }) =>
      block.transactions.some(({ hash, to, input }) => (to === null || input !== '0x') && receipts.get(hash)?.status === '0x1'),
    );
    const traces = await this.#trace(traced.map(({ block }) => block.number));
    return read.map(({ block, receipts }) => ({
      block,
      transactions: block.transactions.flatMap((transaction, position) => {
        const receipt = receipts.get(transaction.hash);
        if (receipt === undefined) return [];
        const place = { block: block.number, position, minedAtMs: block.timestamp * 1_000 };
        return [indexTransaction(transaction, place, outcomeOf(transaction, receipt, traces.get(transaction.hash) ?? []))];
      }),
    }));
  }

  /** Reads the calls within the transactions of blocks; none if the node cannot trace. */
  async #trace(heights: readonly number[]): Promise<ReadonlyMap<string, readonly Trace[]>> {
    const found = new Map<string, Trace[]>();
    if (!this.#hasTraces) return found;
    try {
      const replies = await this.#node.batch(heights.map((height) => ['trace_block', [toHex(height)]]));
      for (const trace of replies.flatMap((reply) => this.#node.parse(v.array(traceSchema), reply ?? []))) {
        if (trace.transactionHash === null) continue;
        const calls = found.get(trace.transactionHash);
        if (calls === undefined) found.set(trace.transactionHash, [trace]);
        else calls.push(trace);
      }
    } catch (error) {
      if (!isMethodMissing(error)) throw error;
      this.#hasTraces = false;
    }
    return found;
  }
}
