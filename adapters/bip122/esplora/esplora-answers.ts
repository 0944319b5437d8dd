/** An unspent output. */
export interface Utxo {
  readonly txid: string;
  readonly vout: number;
  /** Satoshi. */
  readonly value: bigint;
  readonly confirmed: boolean;
}

/** Where a transaction stands. */
export interface TransactionStatus {
  /** `null` while it is in no block. */
  readonly blockNumber: bigint | null;
}

/** An output that a transaction spends. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

const TXID = /^[0-9a-f]{64}$/;
/** All satoshi that there will ever be. */
const MAX_SATS = 21_000_000 * 1e8;

/** What the service said is not what its API promises. */
const nonsense = (): Error => new Error('The service gave an answer that makes no sense');

const whole = (value: unknown, most: number): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most) throw nonsense();
  return value;
};

const member = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const txidIn = (value: unknown): string => {
  const txid = member(value, 'txid');
  if (typeof txid !== 'string' || !TXID.test(txid)) throw nonsense();
  return txid;
};

const list = (answer: unknown): readonly unknown[] => {
  if (!Array.isArray(answer)) throw nonsense();
  return answer;
};

/** Reads `/address/:address/utxo`. @throws Error for anything else, such as an output that is listed twice */
export const readUtxos = (answer: unknown): readonly Utxo[] => {
  const utxos = list(answer).map((item) => ({
    txid: txidIn(item),
    vout: whole(member(item, 'vout'), 0xffff_ffff),
    value: BigInt(whole(member(item, 'value'), MAX_SATS)),
    confirmed: member(member(item, 'status'), 'confirmed') === true,
  }));
  if (new Set(utxos.map(({ txid, vout }) => `${txid}:${vout}`)).size < utxos.length) throw nonsense();
  return utxos;
};

/** Reads `/blocks/tip/height`. @throws Error for anything else */
export const readHeight = (answer: unknown): bigint => BigInt(whole(answer, Number.MAX_SAFE_INTEGER));

/** Reads `/tx/:txid/status`. @throws Error for anything else */
export const readStatus = (answer: unknown): TransactionStatus => {
  const confirmed = member(answer, 'confirmed');
  if (typeof confirmed !== 'boolean') throw nonsense();
  return { blockNumber: confirmed ? BigInt(whole(member(answer, 'block_height'), Number.MAX_SAFE_INTEGER)) : null };
};

/** What a transaction takes, and whether it says that another one may take it in its place. */
export interface Spending {
  readonly inputs: readonly Outpoint[];
  readonly isReplaceable: boolean;
}

/** A transaction with an input of this sequence or a lower one may be replaced. @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki */
const LAST_REPLACEABLE = 0xffff_fffd;

/** What a transaction pays, in satoshi, to a script in hex. */
export interface Payment {
  readonly script: string;
  readonly value: bigint;
}

/** Reads what `/tx/:txid` pays. @throws Error for anything else */
export const readPayments = (answer: unknown): readonly Payment[] =>
  list(member(answer, 'vout')).map((item) => ({
    script: String(member(item, 'scriptpubkey')).toLowerCase(),
    value: BigInt(whole(member(item, 'value'), MAX_SATS)),
  }));

/** Reads what `/tx/:txid` spends. @throws Error for anything else */
export const readSpending = (answer: unknown): Spending => {
  const items = list(member(answer, 'vin'));
  return {
    inputs: items.map((item) => ({ txid: txidIn(item), vout: whole(member(item, 'vout'), 0xffff_ffff) })),
    isReplaceable: items.some((item) => whole(member(item, 'sequence'), 0xffff_ffff) <= LAST_REPLACEABLE),
  };
};

/** Reads `/tx/:txid/outspend/:vout`: who spends the output in a block; `null` when nobody does. @throws Error for anything else */
export const readConfirmedSpender = (answer: unknown): string | null => {
  if (typeof member(answer, 'spent') !== 'boolean') throw nonsense();
  return member(answer, 'spent') === true && member(member(answer, 'status'), 'confirmed') === true ? txidIn(answer) : null;
};
