import type { BitcoinIndex, IndexedTransaction } from './bitcoin-index.js';
import { addressOfScript, scriptOf } from './bitcoin-index.js';
import type { FullNode, NodeTransaction } from './bitcoin-sdk.js';

/** How many confirmed transactions of an address come at once. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const PAGE = 25;

/** Satoshi a virtual byte by the number of blocks to wait; a chain without traffic has no market to estimate from. */
const FEE_ESTIMATES = { 1: 5, 2: 5, 3: 3, 6: 2, 144: 1, 1008: 1 };

/** What is read from. */
export interface EsploraSource {
  readonly node: FullNode;
  readonly index: BitcoinIndex;
  /** Whether there are estimates of fees: a real node of a regtest has none. */
  readonly hasEstimates: boolean;
}

/** An answer that is an error. */
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

/** What waits for a block, and what it pays: each transaction is a step of its own. */
const mempoolOf = (index: BitcoinIndex): unknown => {
  const waiting = [...index.transactions.values()]
    .filter(({ status }) => !status.confirmed)
    .map(({ transaction }) => ({ fee: feeOf(index, transaction), vsize: Math.ceil(transaction.getWeight() / 4) }));
  const steps = waiting.map(({ fee, vsize }) => [fee / vsize, vsize] as const);
  return {
    count: waiting.length,
    vsize: waiting.reduce((sum, { vsize }) => sum + vsize, 0),
    total_fee: waiting.reduce((sum, { fee }) => sum + fee, 0),
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
    const known = index.transactions.get(id);
    if (known === undefined || known.status.confirmed !== confirmed) continue;
    sums.tx_count += 1;
    for (const { script: paid, value } of known.transaction.outputs) {
      if (paid.toRaw().toString('hex') !== script) continue;
      sums.funded_txo_count += 1;
      sums.funded_txo_sum += value;
    }
    for (const { prevout } of known.transaction.inputs) {
      const spent = index.output(`${prevout.txid()}:${prevout.index}`);
      if (spent?.script !== script) continue;
      sums.spent_txo_count += 1;
      sums.spent_txo_sum += spent.value;
    }
  }
  return sums;
};

/** One question, by the form of its path. */
type Route = readonly [path: RegExp, answer: (...parts: readonly string[]) => unknown];

/**
 * The reads of an Esplora server over a node.
 * @throws RestError from what it gives, when there is no such thing
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export const esploraReads = ({ node, index, hasEstimates }: EsploraSource): ((path: string) => Promise<unknown>) => {
  const find = (id: string): IndexedTransaction => {
    const known = index.transactions.get(id);
    if (known === undefined) throw new RestError(404, 'Transaction not found');
    return known;
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
    for (const [form, answer] of routes) {
      const match = form.exec(path);
      if (match !== null) return answer(...match.slice(1));
    }
    throw new RestError(404, 'endpoint does not exist');
  };
};
