import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '../process/loopback-server.js';
import { BitcoinIndex, scriptOf } from './bitcoin-index.js';
import { evictReplaced } from './bitcoin-replacement.js';
import { esploraReads, RestError } from './bitcoin-rest.js';
import { type ChainEntry, type FullNode, loadBcoin, type NodeTransaction } from './bitcoin-sdk.js';

/** Height at which segwit is active: regtest activates it through miner signalling. @see BIP-9, BIP-141 */
const INITIAL_BLOCKS = 432;
/** Confirmations before a coinbase output can be spent. */
const MATURITY = 100;
/** Satoshi. */
const FAUCET_FEE = 500;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'cache-control': 'no-store',
};

/** Options of {@link startBitcoin}. */
export interface BitcoinOptions {
  /** TCP port on loopback. Default 0: any free port. */
  readonly port?: number;
  /** Serve fee estimates; a real regtest node has none. Default true. */
  readonly hasEstimates?: boolean;
}

/** A running Bitcoin node. */
export interface RunningBitcoin {
  /** CAIP-2 id of the chain: the start of its genesis block hash. @see BIP-122 */
  readonly chainId: `bip122:${string}`;
  /** URL of the Esplora API. @see https://github.com/Blockstream/esplora/blob/master/API.md */
  readonly esploraUrl: string;
  /** Mines blocks with all pending transactions. Returns the height. */
  mine(blocks?: number): Promise<number>;
  /** Mines one block with exactly these transactions, in hex. Conflicting mempool transactions are dropped. */
  mineOnly(transactions: readonly string[]): Promise<number>;
  /** Replaces the last blocks with empty ones plus one more. Their transactions become pending again. Returns the height. */
  reorg(depth: number): Promise<number>;
  /** Sends satoshi from a mined coin to a regtest address. Returns the id of the pending transaction. */
  fund(address: string, sats: number): Promise<string>;
  /** Closes the port and the node. The chain is in memory and lost. */
  stop(): Promise<void>;
}

/**
 * Bitcoin Core's error code and message for bcoin's reject reasons. @see https://github.com/bitcoin/bitcoin/blob/master/src/rpc/protocol.h
 */
const CORE_ERRORS: Readonly<Record<string, readonly [code: number, message: string]>> = {
  'bad-txns-inputs-spent': [-26, 'txn-mempool-conflict'],
  'bad-txns-inputs-missingorspent': [-25, 'bad-txns-inputs-missingorspent'],
  'txn-already-known': [-27, 'Transaction already in block chain'],
};

const coreError = (error: unknown): RestError => {
  const { reason: rejectReason, message } = Object(error) as { readonly reason?: unknown; readonly message?: unknown };
  const reason = String(rejectReason ?? message);
  const [code, text] = CORE_ERRORS[reason] ?? [-26, reason];
  return new RestError(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message: text })}`);
};

/** The node, and the key that receives its coinbase outputs. */
class Regtest {
  readonly node: FullNode;
  readonly index: BitcoinIndex;
  readonly #bcoin = loadBcoin();
  readonly #key = this.#bcoin.KeyRing.generate('regtest');
  readonly #minerScript: string;

  constructor() {
    this.node = new this.#bcoin.FullNode({
      network: 'regtest',
      memory: true,
      listen: false,
      workers: false,
      noAuth: true,
      // bcoin's own JSON-RPC is unused. Any free port, so that several nodes can run.
      httpPort: 0,
      logLevel: 'none',
      bip37: false,
      selfish: true,
    });
    this.index = new BitcoinIndex(this.node);
    this.#key.witness = true;
    this.#minerScript = this.#bcoin.Script.fromAddress(this.#key.getAddress()).toRaw().toString('hex');
  }

  /** Mines blocks on top of the tip or an earlier block. `only` sets the exact transactions of each block. */
  async mine(
    blocks: number,
    { parent = this.node.chain.tip, only }: { parent?: ChainEntry; only?: readonly string[] } = {},
  ): Promise<number> {
    let entry = parent;
    for (let count = 0; count < blocks; count += 1) {
      const job = await this.node.miner.cpu.createJob(entry, this.#key.getAddress());
      if (only !== undefined) {
        job.attempt.items = [];
        job.attempt.fees = 0;
        for (const hex of only) job.attempt.pushTX(this.#bcoin.TX.fromRaw(Buffer.from(hex, 'hex')));
        job.refresh();
      }
      // bcoin returns the chain entry of the added block.
      const added = (await this.node.chain.add(await this.node.miner.cpu.mineAsync(job))) as ChainEntry | null;
      if (added === null) throw new Error('The block is not valid.');
      entry = added;
    }
    return this.node.chain.height;
  }

  /** Replaces the blocks after an entry. bcoin does not always return their transactions to the mempool, other nodes do. */
  async reorg(parent: ChainEntry): Promise<number> {
    const { height } = this.node.chain;
    const moved = [...this.index.transactions.values()].filter(
      ({ transaction, status }) => !transaction.isCoinbase() && (status.block_height ?? 0) > parent.height,
    );
    await this.mine(height - parent.height + 1, { parent, only: [] });
    for (const { transaction } of moved) {
      if (!this.node.mempool.has(transaction.hash('hex'))) await this.broadcast(transaction.toRaw().toString('hex'));
    }
    return this.node.chain.height;
  }

  async broadcast(hex: string): Promise<string> {
    if (!/^(?:[0-9a-f]{2})+$/i.test(hex))
      throw new RestError(400, 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed"}');
    try {
      const transaction = this.#bcoin.TX.fromRaw(Buffer.from(hex, 'hex'));
      const replaced = await evictReplaced(this.node.mempool, transaction);
      try {
        await this.#add(transaction);
      } catch (error) {
        for (const each of replaced) await this.#add(each);
        throw error;
      }
      return transaction.txid();
    } catch (error) {
      throw coreError(error);
    }
  }

  async #add(transaction: NodeTransaction): Promise<void> {
    const missing = await this.node.mempool.addTX(transaction, -1);
    if (missing !== null) throw new Error('bad-txns-inputs-missingorspent');
    if (!this.node.mempool.has(transaction.hash('hex'))) throw new Error('rejected');
  }

  async fund(address: string, sats: number): Promise<string> {
    const { height } = this.node.chain;
    const isMature = (at: number | undefined): boolean => at !== undefined && height + 1 - at >= MATURITY;
    const coin = this.index
      .unspent(this.#minerScript)
      .filter(({ status, coinbase }) => coinbase && isMature(status.block_height))
      .find(({ value }) => value > sats + 2 * FAUCET_FEE);
    if (coin === undefined) throw new Error(`No spendable coin of ${sats} satoshi. Mine ${MATURITY} blocks first.`);
    const { MTX, Coin, Script } = this.#bcoin;
    const draft = new MTX();
    draft.addOutput({ script: Script.fromRaw(Buffer.from(scriptOf(address), 'hex')), value: sats });
    draft.addOutput({ address: this.#key.getAddress(), value: coin.value - sats - FAUCET_FEE });
    const hash = Buffer.from(coin.txid, 'hex').reverse().toString('hex');
    const script = Script.fromRaw(Buffer.from(coin.script, 'hex'));
    draft.addCoin(
      new Coin({ version: 1, height: coin.status.block_height, value: coin.value, script, coinbase: true, hash, index: coin.vout }),
    );
    draft.sign(this.#key);
    return this.broadcast(draft.toTX().toRaw().toString('hex'));
  }
}

/**
 * Starts a real Bitcoin full node (bcoin, regtest, in memory, with the taproot rules of bitcore-lib) in this process, with an Esplora API
 * over HTTP on loopback. Call `mine` to create blocks. It stops with this process at the latest.
 * @throws Error when the port is taken
 * @example
 * const bitcoin = await startBitcoin();
 * await bitcoin.fund('bcrt1q…', 1_000_000);
 * await bitcoin.mine();
 * await bitcoin.stop();
 */
export const startBitcoin = async ({ port = 0, hasEstimates = true }: BitcoinOptions = {}): Promise<RunningBitcoin> => {
  const regtest = new Regtest();
  const { node } = regtest;
  await node.open();
  await regtest.mine(INITIAL_BLOCKS);
  const genesis = await node.chain.getEntry(0);
  const read = esploraReads({ node, index: regtest.index, hasEstimates });
  const server = await startLoopbackServer(port, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const respond = (status: number, value: unknown): void => {
      const isText = typeof value === 'string';
      response.writeHead(status, { ...CORS, 'content-type': isText ? 'text/plain' : 'application/json' });
      response.end(isText ? value : JSON.stringify(value));
    };
    try {
      if (request.method === 'OPTIONS') response.writeHead(204, CORS).end();
      else if (request.method === 'POST' && pathname === '/tx') respond(200, await regtest.broadcast((await text(request)).trim()));
      else respond(200, await read(pathname));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      respond(error.status, error.message);
    }
  }).catch(async (error: unknown) => {
    await node.close();
    throw error;
  });
  return {
    chainId: `bip122:${genesis?.rhash().slice(0, 32) ?? ''}`,
    esploraUrl: `http://127.0.0.1:${server.port}`,
    mine: (blocks = 1) => regtest.mine(blocks),
    mineOnly: (transactions) => regtest.mine(1, { only: transactions }),
    reorg: async (depth) => {
      const parent = await node.chain.getEntry(node.chain.height - depth);
      if (parent === null) throw new Error('The chain has fewer blocks.');
      return regtest.reorg(parent);
    },
    fund: (address, sats) => regtest.fund(address, sats),
    stop: async () => {
      await server.stop();
      await node.close();
    },
  };
};
