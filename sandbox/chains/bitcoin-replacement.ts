import type { FullNode, MempoolEntry, NodeTransaction } from './bitcoin-sdk.js';

/** Highest sequence that signals replaceability. @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki */
const MAX_REPLACEABLE_SEQUENCE = 0xffff_fffd;
/** Satoshi per virtual byte that a replacement adds. Bitcoin Core's default. */
const INCREMENTAL_RATE = 1;
const MAX_EVICTED = 100;

type Mempool = FullNode['mempool'];

const conflictsOf = (mempool: Mempool, { inputs }: NodeTransaction): readonly MempoolEntry[] => {
  const found = inputs.flatMap(({ prevout }) => mempool.getSpent(prevout.hash, prevout.index) ?? []);
  return [...new Set(found)];
};

/** Fee of a transaction: bcoin knows it only of those in the mempool. `null` if an input is unknown. */
const feeOf = async (mempool: Mempool, transaction: NodeTransaction): Promise<number | null> => {
  const view = await mempool.getCoinView(transaction);
  return transaction.hasCoins(view) ? transaction.getFee(view) : null;
};

/**
 * Removes the transactions that a new one replaces from the mempool, by the rules of Bitcoin Core, which bcoin lacks. Returns the removed ones.
 * @throws Error with Bitcoin Core's reason if the new one may not replace them
 * @see https://github.com/bitcoin/bitcoin/blob/master/doc/policy/mempool-replacements.md
 */
export const evictReplaced = async (mempool: Mempool, transaction: NodeTransaction): Promise<readonly NodeTransaction[]> => {
  const conflicts = conflictsOf(mempool, transaction);
  if (conflicts.length === 0 || mempool.has(transaction.hash('hex'))) return [];
  const signals = conflicts.every(({ tx }) => tx.inputs.some(({ sequence }) => sequence <= MAX_REPLACEABLE_SEQUENCE));
  if (!signals) throw new Error('txn-mempool-conflict');
  const evicted = [...new Set(conflicts.flatMap((entry) => [entry, ...mempool.getDescendants(entry)]))];
  if (evicted.length > MAX_EVICTED) throw new Error('too many potential replacements');
  const spends = (entry: MempoolEntry): boolean => transaction.inputs.some(({ prevout }) => prevout.txid() === entry.tx.txid());
  if (evicted.some(spends)) throw new Error('bad-txns-spends-conflicting-tx');
  const known = conflicts.flatMap(({ tx }) => tx.inputs.map(({ prevout }) => `${prevout.txid()}:${prevout.index}`));
  const isNewUnconfirmed = ({ prevout }: NodeTransaction['inputs'][number]): boolean =>
    mempool.has(prevout.hash) && !known.includes(`${prevout.txid()}:${prevout.index}`);
  if (transaction.inputs.some(isNewUnconfirmed)) throw new Error('replacement-adds-unconfirmed');
  // The coins of the conflicts are spent in the mempool, but not in the chain.
  const fee = await feeOf(mempool, transaction);
  if (fee === null) throw new Error('bad-txns-inputs-missingorspent');
  const vsize = Math.ceil(transaction.getWeight() / 4);
  const isCheaper = conflicts.some((entry) => fee / vsize <= entry.fee / Math.ceil(entry.tx.getWeight() / 4));
  const paid = evicted.reduce((sum, entry) => sum + entry.fee, 0);
  if (isCheaper || fee < paid + vsize * INCREMENTAL_RATE) throw new Error('insufficient fee, rejecting replacement');
  for (const entry of conflicts) if (mempool.has(entry.tx.hash('hex'))) mempool.evictEntry(entry);
  return evicted.map(({ tx }) => tx);
};
