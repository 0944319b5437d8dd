import { address as addresses, initEccLib, networks } from 'bitcoinjs-lib';
import { CURVE } from '../wallet/engine/bitcoin/bitcoin-library.js';
import type { ChainEntry, FullNode, NodeBlock, NodeTransaction } from './bitcoin-sdk.js';

/** Status of a transaction in Esplora's format. */
export interface IndexedStatus {
  readonly confirmed: boolean;
  readonly block_height?: number;
  readonly block_hash?: string;
  readonly block_time?: number;
}

/** An indexed transaction and its status. */
export interface IndexedTransaction {
  readonly transaction: NodeTransaction;
  readonly status: IndexedStatus;
}

/** A transaction output in the index. */
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
 * Returns the script of a regtest address, in hex.
 * @throws Error for an invalid address or one of another network
 */
export const scriptOf = (address: string): string => Buffer.from(addresses.toOutputScript(address, networks.regtest)).toString('hex');

/** Returns the regtest address of a script in hex; `undefined` if it has none. */
export const addressOfScript = (script: string): string | undefined => {
  try {
    return addresses.fromOutputScript(Buffer.from(script, 'hex'), networks.regtest);
  } catch {
    return undefined;
  }
};

/** Index of a node: transactions by script, and unspent outputs. Rebuilt after each change. */
export class BitcoinIndex {
  readonly #node: FullNode;
  readonly #blocks = new Map<number, { readonly entry: ChainEntry; readonly block: NodeBlock }>();
  #cache: ReturnType<BitcoinIndex['build']> | null = null;

  constructor(node: FullNode) {
    this.#node = node;
    const invalidate = (): void => {
      this.#cache = null;
    };
    node.chain.on('connect', (entry, block) => {
      this.#blocks.set(entry.height, { entry, block });
      invalidate();
    });
    node.chain.on('disconnect', (entry) => {
      this.#blocks.delete(entry.height);
      invalidate();
    });
    node.mempool.on('tx', invalidate);
    node.mempool.on('remove entry', invalidate);
  }

  /** By id, oldest first. */
  get transactions(): ReadonlyMap<string, IndexedTransaction> {
    return this.#index().transactions;
  }

  /** Returns an output by `txid:vout`, spent or not. */
  output(outpoint: string): IndexedOutput | undefined {
    return this.#index().outputs.get(outpoint);
  }

  /** Returns the id of the transaction that spends an output, by `txid:vout`. */
  spenderOf(outpoint: string): string | undefined {
    return this.#index().spenders.get(outpoint);
  }

  /** Returns the ids of the transactions that pay or spend a script, oldest first. */
  idsOf(script: string): readonly string[] {
    return [...(this.#index().touching.get(script) ?? [])];
  }

  /** Returns the unspent outputs of a script. */
  unspent(script: string): readonly IndexedOutput[] {
    const { outputs, spenders } = this.#index();
    return [...outputs].filter(([outpoint, output]) => output.script === script && !spenders.has(outpoint)).map(([, output]) => output);
  }

  #index(): ReturnType<BitcoinIndex['build']> {
    this.#cache ??= this.build();
    return this.#cache;
  }

  /** Builds the index from the chain and the mempool. */
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
        const outpoint = `${prevout.txid()}:${prevout.index}`;
        spenders.set(outpoint, txid);
        const spent = outputs.get(outpoint);
        if (spent !== undefined) touch(spent.script, txid);
      }
    }
    return { transactions, outputs, spenders, touching };
  }
}
