import { address as addresses, initEccLib, networks } from 'bitcoinjs-lib';
import { CURVE } from '../wallet/engine/bitcoin/bitcoin-library.js';
import type { ChainEntry, FullNode, NodeBlock, NodeTransaction } from './bitcoin-sdk.js';

/** Where a transaction stands, as Esplora writes it. */
export interface IndexedStatus {
  readonly confirmed: boolean;
  readonly block_height?: number;
  readonly block_hash?: string;
  readonly block_time?: number;
}

/** A transaction that the node knows. */
export interface IndexedTransaction {
  readonly transaction: NodeTransaction;
  readonly status: IndexedStatus;
}

/** An output by its place. */
export interface IndexedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly script: string;
  /** Satoshi. */
  readonly value: number;
  readonly coinbase: boolean;
  readonly status: IndexedStatus;
}

initEccLib(CURVE);

/**
 * The script of a regtest address, in hex.
 * @throws Error when it is none: also for an address of another network, or with a mistyped character
 */
export const scriptOf = (address: string): string => Buffer.from(addresses.toOutputScript(address, networks.regtest)).toString('hex');

/** The regtest address of a script in hex; `undefined` where it has none. */
export const addressOfScript = (script: string): string | undefined => {
  try {
    return addresses.fromOutputScript(Buffer.from(script, 'hex'), networks.regtest);
  } catch {
    return undefined;
  }
};

/** The index of a node: which transactions touch a script, and what is unspent. It is put together anew after each change. */
export class BitcoinIndex {
  readonly #node: FullNode;
  readonly #blocks = new Map<number, { readonly entry: ChainEntry; readonly block: NodeBlock }>();
  #known: ReturnType<BitcoinIndex['build']> | null = null;

  constructor(node: FullNode) {
    this.#node = node;
    const forget = (): void => {
      this.#known = null;
    };
    node.chain.on('connect', (entry, block) => {
      this.#blocks.set(entry.height, { entry, block });
      forget();
    });
    node.chain.on('disconnect', (entry) => {
      this.#blocks.delete(entry.height);
      forget();
    });
    node.mempool.on('tx', forget);
    node.mempool.on('remove entry', forget);
  }

  /** By id, oldest first. */
  get transactions(): ReadonlyMap<string, IndexedTransaction> {
    return this.#index().transactions;
  }

  /** An output by `txid:vout`, spent or not. */
  output(place: string): IndexedOutput | undefined {
    return this.#index().outputs.get(place);
  }

  /** The transaction that spends an output, by `txid:vout`. */
  spenderOf(place: string): string | undefined {
    return this.#index().spenders.get(place);
  }

  /** Ids of the transactions that pay or spend a script, oldest first. */
  idsOf(script: string): readonly string[] {
    return [...(this.#index().touching.get(script) ?? [])];
  }

  /** What is unspent of a script. */
  unspent(script: string): readonly IndexedOutput[] {
    const { outputs, spenders } = this.#index();
    return [...outputs].filter(([place, output]) => output.script === script && !spenders.has(place)).map(([, output]) => output);
  }

  #index(): ReturnType<BitcoinIndex['build']> {
    this.#known ??= this.build();
    return this.#known;
  }

  /** All that the chain and the mempool hold, read anew. */
  build() {
    const transactions = new Map<string, IndexedTransaction>();
    const outputs = new Map<string, IndexedOutput>();
    const spenders = new Map<string, string>();
    const touching = new Map<string, Set<string>>();
    const touch = (script: string, txid: string): void => {
      touching.set(script, (touching.get(script) ?? new Set()).add(txid));
    };
    const add = (transaction: NodeTransaction, status: IndexedStatus): void => {
      const txid = transaction.txid();
      transactions.set(txid, { transaction, status });
      for (const [vout, { value, script }] of transaction.outputs.entries()) {
        const hex = script.toRaw().toString('hex');
        outputs.set(`${txid}:${vout}`, { txid, vout, script: hex, value, coinbase: transaction.isCoinbase(), status });
        touch(hex, txid);
      }
    };
    for (const { entry, block } of [...this.#blocks.values()].sort((a, b) => a.entry.height - b.entry.height)) {
      const status = { confirmed: true, block_height: entry.height, block_hash: entry.rhash(), block_time: entry.time };
      for (const transaction of block.txs) add(transaction, status);
    }
    for (const { tx } of this.#node.mempool.map.values()) add(tx, { confirmed: false });
    for (const [txid, { transaction }] of transactions) {
      if (transaction.isCoinbase()) continue;
      for (const { prevout } of transaction.inputs) {
        const place = `${prevout.txid()}:${prevout.index}`;
        spenders.set(place, txid);
        const spent = outputs.get(place);
        if (spent !== undefined) touch(spent.script, txid);
      }
    }
    return { transactions, outputs, spenders, touching };
  }
}
