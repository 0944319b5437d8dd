import type { BitcoinIndex, IndexedTransaction } from './bitcoin-index.js';
import { addressOfScript, scriptOf } from './bitcoin-index.js';
import type { FullNode, NodeTransaction } from './bitcoin-sdk.js';

/** Number of confirmed transactions per page. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const PAGE = 25;

/** Satoshi per virtual byte by confirmation target. Fixed, because a chain without traffic has no fee market. */
const FEE_ESTIMATES = { 1: 5, 2: 5, 3: 3, 6: 2, 144: 1, 1008: 1 };

/** Data source of the Esplora API. */
export interface EsploraSource {
  readonly node: FullNode;
  readonly index: BitcoinIndex;
  /** When false, there are no fee estimates, as on a real regtest node. */
  readonly hasEstimates: boolean;
}

/** An error response of the REST API. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const asOutput = (script: string, value: number): unknown => {
  const address = addressOfScript(script);
  return { scriptpubkey: script, ...(address === undefined ? {} : { scriptpubkey_address: address }), value };
};

const feeOf = (index: BitcoinIndex, transaction: NodeTransaction): number =>
  transaction.isCoinbase()
    ? 0
    : transaction.inputs.reduce((sum, { prevout }) => sum + (index.output(`${prevout.txid()}:${prevout.index}`)?.value ?? 0), 0) -
      transaction.outputs.reduce((sum, { value }) => sum + value, 0);

const asTransaction = (index: BitcoinIndex, { transaction, status }: IndexedTransaction): unknown => ({
  txid: transaction.txid(),
  version: transaction.version,
  locktime: transaction.locktime,
  vin: transaction.inputs.map(({ prevout, script, witness, sequence }) => {
    const spent = index.output(`${prevout.txid()}:${prevout.index}`);
    return {
      txid: prevout.txid(),
      vout: prevout.index,
      prevout: spent === undefined ? null : asOutput(spent.script, spent.value),
      scriptsig: script.toRaw().toString('hex'),
      witness: witness.items.map((item) => item.toString('hex')),
      is_coinbase: transaction.isCoinbase(),
      sequence,
    };
  }),
  vout: transaction.outputs.map(({ script, value }) => asOutput(script.toRaw().toString('hex'), value)),
  size: transaction.getSize(),
  weight: transaction.getWeight(),
  fee: feeOf(index, transaction),
  status,
});

/** Mempool statistics. Each transaction is its own step in the fee histogram. */
const mempoolOf = (index: BitcoinIndex): unknown => {
  const pending = [...index.transactions.values()]
    .filter(({ status }) => !status.confirmed)
    .map(({ transaction }) => ({ fee: feeOf(index, transaction), vsize: Math.ceil(transaction.getWeight() / 4) }));
  const steps = pending.map(({ fee, vsize }) => [fee / vsize, vsize] as const);
  return {
    count: pending.length,
    vsize: pending.reduce((sum, { vsize }) => sum + vsize, 0),
    total_fee: pending.reduce((sum, { fee }) => sum + fee, 0),
    fee_histogram: steps.sort(([one], [other]) => other - one),
  };
};

const readScript = (address: string): string => {
  try {
    return scriptOf(address);
  } catch {
    throw new RestError(400, 'Invalid Bitcoin address');
  }
};

const statistics = (index: BitcoinIndex, script: string, confirmed: boolean): unknown => {
  const sums = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };
  for (const id of index.idsOf(script)) {
    const found = index.transactions.get(id);
    if (found === undefined || found.status.confirmed !== confirmed) continue;
    sums.tx_count += 1;
    for (const { script: paid, value } of found.transaction.outputs) {
      if (paid.toRaw().toString('hex') !== script) continue;
      sums.funded_txo_count += 1;
      sums.funded_txo_sum += value;
    }
    for (const { prevout } of found.transaction.inputs) {
      const spent = index.output(`${prevout.txid()}:${prevout.index}`);
      if (spent?.script !== script) continue;
      sums.spent_txo_count += 1;
      sums.spent_txo_sum += spent.value;
    }
  }
  return sums;
};

/** A path pattern and its handler. */
type Route = readonly [path: RegExp, handler: (...parts: readonly string[]) => unknown];

/**
 * Returns a function that serves the read endpoints of an Esplora server.
 * @throws RestError (from the returned function) when the path or the object is unknown
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export const esploraReads = ({ node, index, hasEstimates }: EsploraSource): ((path: string) => Promise<unknown>) => {
  const find = (id: string): IndexedTransaction => {
    const found = index.transactions.get(id);
    if (found === undefined) throw new RestError(404, 'Transaction not found');
    return found;
  };
  const newestFirst = (address: string, confirmed: boolean): readonly IndexedTransaction[] =>
    index
      .idsOf(readScript(address))
      .map(find)
      .filter(({ status }) => status.confirmed === confirmed)
      .sort((a, b) => (b.status.block_height ?? 0) - (a.status.block_height ?? 0));
  const show = (found: readonly IndexedTransaction[]): unknown => found.map((each) => asTransaction(index, each));
  const after = (found: readonly IndexedTransaction[], id: string): readonly IndexedTransaction[] =>
    found.slice(found.findIndex(({ transaction }) => transaction.txid() === id) + 1);
  const routes: readonly Route[] = [
    [/^\/blocks\/tip\/height$/, () => String(node.chain.height)],
    [/^\/blocks\/tip\/hash$/, () => node.chain.tip.rhash()],
    [
      /^\/block-height\/(\d+)$/,
      async (height = '') => {
        const entry = await node.chain.getEntry(Number(height));
        if (entry === null) throw new RestError(404, 'Block not found');
        return entry.rhash();
      },
    ],
    [/^\/fee-estimates$/, () => (hasEstimates ? FEE_ESTIMATES : {})],
    [/^\/mempool$/, () => mempoolOf(index)],
    [/^\/tx\/([0-9a-f]{64})$/, (id = '') => asTransaction(index, find(id))],
    [/^\/tx\/([0-9a-f]{64})\/status$/, (id = '') => find(id).status],
    [/^\/tx\/([0-9a-f]{64})\/hex$/, (id = '') => find(id).transaction.toRaw().toString('hex')],
    [
      /^\/tx\/([0-9a-f]{64})\/outspend\/(\d+)$/,
      (id = '', vout = '') => {
        find(id);
        const spender = index.spenderOf(`${id}:${Number(vout)}`);
        return spender === undefined ? { spent: false } : { spent: true, txid: spender, status: find(spender).status };
      },
    ],
    [
      /^\/address\/(\w+)$/,
      (address = '') => ({
        address,
        chain_stats: statistics(index, readScript(address), true),
        mempool_stats: statistics(index, readScript(address), false),
      }),
    ],
    [
      /^\/address\/(\w+)\/utxo$/,
      (address = '') => index.unspent(readScript(address)).map(({ txid, vout, value, status }) => ({ txid, vout, status, value })),
    ],
    [/^\/address\/(\w+)\/txs$/, (address = '') => show([...newestFirst(address, false), ...newestFirst(address, true).slice(0, PAGE)])],
    [/^\/address\/(\w+)\/txs\/mempool$/, (address = '') => show(newestFirst(address, false))],
    [
      /^\/address\/(\w+)\/txs\/chain(?:\/([0-9a-f]{64}))?$/,
      (address = '', last = '') => {
        const confirmed = newestFirst(address, true);
        return show((last === '' ? confirmed : after(confirmed, last)).slice(0, PAGE));
      },
    ],
  ];
  return async (path) => {
    for (const [form, handler] of routes) {
      const match = form.exec(path);
      if (match !== null) return handler(...match.slice(1));
    }
    throw new RestError(404, 'endpoint does not exist');
  };
};
