import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '../process/loopback-server.js';
import { BitcoinIndex, scriptOf } from './bitcoin-index.js';
import { esploraReads, RestError } from './bitcoin-rest.js';
import { type ChainEntry, type FullNode, loadBcoin } from './bitcoin-sdk.js';

/** Segwit counts from this height on: regtest activates it by votes of miners. @see BIP-9, BIP-141 */
const FIRST_BLOCKS = 432;
/** Confirmations that a coinbase needs before it can be spent. */
const MATURITY = 100;
/** Satoshi. */
const FAUCET_FEE = 500;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'cache-control': 'no-store',
};

/** What a Bitcoin node is started with. */
export interface BitcoinOptions {
  /** TCP port on loopback; 0, the default, takes a free one. */
  readonly port?: number;
  /** Whether it answers estimates of fees; a real node of a regtest has none. Default true. */
  readonly hasEstimates?: boolean;
}

/** A running Bitcoin node. */
export interface RunningBitcoin {
  /** The CAIP-2 id of the chain: the start of its genesis block's hash. @see BIP-122 */
  readonly chainId: `bip122:${string}`;
  /** Address of its Esplora API. @see https://github.com/Blockstream/esplora/blob/master/API.md */
  readonly esploraUrl: string;
  /** Mines blocks of all that waits; gives the height. */
  mine(blocks?: number): Promise<number>;
  /** Mines one block of these transactions alone, in hex; what they contradict in the mempool is dropped. */
  mineOnly(transactions: readonly string[]): Promise<number>;
  /** Replaces the last blocks by empty ones and one more: what was in them waits again. Gives the height. */
  reorganise(depth: number): Promise<number>;
  /** Pays satoshi to a regtest address from a mined coin, in a transaction that waits for a block; gives its id. */
  fund(address: string, sats: number): Promise<string>;
  /** Closes the port and the node; the chain is gone with it. */
  stop(): Promise<void>;
}

/** What Bitcoin Core says where bcoin says it otherwise, with the code of its JSON-RPC. @see https://github.com/bitcoin/bitcoin/blob/master/src/rpc/protocol.h */
const CORE_ERRORS: Readonly<Record<string, readonly [code: number, message: string]>> = {
  'bad-txns-inputs-spent': [-26, 'txn-mempool-conflict'],
  'bad-txns-inputs-missingorspent': [-25, 'bad-txns-inputs-missingorspent'],
  'txn-already-known': [-27, 'Transaction already in block chain'],
};

const coreError = (error: unknown): RestError => {
  const { reason, message } = Object(error) as { readonly reason?: unknown; readonly message?: unknown };
  const said = String(reason ?? message);
  const [code, text] = CORE_ERRORS[said] ?? [-26, said];
  return new RestError(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message: text })}`);
};

/** The node with a purse of its own that the coinbases go to. */
class Regtest {
  readonly node: FullNode;
  readonly index: BitcoinIndex;
  readonly #bcoin = loadBcoin();
  readonly #key = this.#bcoin.KeyRing.generate('regtest');
  readonly #purse: string;

  constructor() {
    this.node = new this.#bcoin.FullNode({
      network: 'regtest',
      memory: true,
      listen: false,
      workers: false,
      noAuth: true,
      // Its own JSON-RPC, which nobody asks: any free port, so that several nodes can run.
      httpPort: 0,
      logLevel: 'none',
      bip37: false,
      selfish: true,
    });
    this.index = new BitcoinIndex(this.node);
    this.#key.witness = true;
    this.#purse = this.#bcoin.Script.fromAddress(this.#key.getAddress()).toRaw().toString('hex');
  }

  /** Adds blocks behind the tip, or behind an earlier one. `only` has the first block hold just these transactions. */
  async mine(
    blocks: number,
    { behind = this.node.chain.tip, only }: { behind?: ChainEntry; only?: readonly string[] } = {},
  ): Promise<number> {
    let entry = behind;
    for (let count = 0; count < blocks; count += 1) {
      const job = await this.node.miner.cpu.createJob(entry, this.#key.getAddress());
      if (only !== undefined) {
        job.attempt.items = [];
        job.attempt.fees = 0;
        for (const hex of only) job.attempt.pushTX(this.#bcoin.TX.fromRaw(Buffer.from(hex, 'hex')));
        job.refresh();
      }
      // bcoin answers with the place that the block took.
      const added = (await this.node.chain.add(await this.node.miner.cpu.mineAsync(job))) as ChainEntry | null;
      if (added === null) throw new Error('The block is not valid.');
      entry = added;
    }
    return this.node.chain.height;
  }

  /** Replaces the blocks behind a place. bcoin forgets what was in them when nothing else waits; other nodes do not. */
  async reorganise(behind: ChainEntry): Promise<number> {
    const { height } = this.node.chain;
    const moved = [...this.index.transactions.values()].filter(
      ({ transaction, status }) => !transaction.isCoinbase() && (status.block_height ?? 0) > behind.height,
    );
    await this.mine(height - behind.height + 1, { behind, only: [] });
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
      const missing = await this.node.mempool.addTX(transaction, -1);
      if (missing !== null) throw new Error('bad-txns-inputs-missingorspent');
      if (!this.node.mempool.has(transaction.hash('hex'))) throw new Error('rejected');
      return transaction.txid();
    } catch (error) {
      throw coreError(error);
    }
  }

  async fund(address: string, sats: number): Promise<string> {
    const { height } = this.node.chain;
    const ripe = (at: number | undefined): boolean => at !== undefined && height + 1 - at >= MATURITY;
    const coin = this.index
      .unspent(this.#purse)
      .filter(({ status, coinbase }) => coinbase && ripe(status.block_height))
      .find(({ value }) => value > sats + 2 * FAUCET_FEE);
    if (coin === undefined) throw new Error(`No coin of ${sats} satoshi is there: mine ${MATURITY} blocks.`);
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
 * Starts a real Bitcoin full node (bcoin, regtest, in memory, with the taproot rules of bitcore-lib) in this process, behind an Esplora API
 * over HTTP on loopback. Blocks come when `mine` is called. It is gone when it stops, and at the latest with this process.
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
  await regtest.mine(FIRST_BLOCKS);
  const genesis = await node.chain.getEntry(0);
  const read = esploraReads({ node, index: regtest.index, hasEstimates });
  const server = await startLoopbackServer(port, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, value: unknown): void => {
      const isText = typeof value === 'string';
      response.writeHead(status, { ...CORS, 'content-type': isText ? 'text/plain' : 'application/json' });
      response.end(isText ? value : JSON.stringify(value));
    };
    try {
      if (request.method === 'OPTIONS') response.writeHead(204, CORS).end();
      else if (request.method === 'POST' && pathname === '/tx') answer(200, await regtest.broadcast((await text(request)).trim()));
      else answer(200, await read(pathname));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      answer(error.status, error.message);
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
    reorganise: async (depth) => {
      const behind = await node.chain.getEntry(node.chain.height - depth);
      if (behind === null) throw new Error('The chain is not that long.');
      return regtest.reorganise(behind);
    },
    fund: (address, sats) => regtest.fund(address, sats),
    stop: async () => {
      await server.stop();
      await node.close();
    },
  };
};
