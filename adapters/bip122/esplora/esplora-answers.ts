import * as v from 'valibot';
import { flagSchema } from '../../../domain/wire.js';

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

/** All satoshi that there will ever be. */
const MAX_SATS = 21_000_000 * 1e8;

const whole = (most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(most));
const txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const word = whole(0xffff_ffff);
const sats = v.pipe(
  whole(MAX_SATS),
  v.transform((value) => BigInt(value)),
);
const height = v.pipe(
  whole(Number.MAX_SAFE_INTEGER),
  v.transform((value) => BigInt(value)),
);
/** Where it is missing, nothing is in a block yet. */
const confirmation = v.fallback(v.object({ confirmed: flagSchema }), { confirmed: false });

const utxosSchema = v.pipe(
  v.array(v.object({ txid, vout: word, value: sats, status: confirmation })),
  v.check((utxos) => new Set(utxos.map((utxo) => `${utxo.txid}:${utxo.vout}`)).size === utxos.length),
);

/** Reads `/address/:address/utxo`. @throws Error for anything else, such as an output that is listed twice */
export const readUtxos = (answer: unknown): readonly Utxo[] =>
  v.parse(utxosSchema, answer).map(({ status, ...utxo }) => ({ ...utxo, confirmed: status.confirmed }));

/** Reads `/blocks/tip/height`. @throws Error for anything else */
export const readHeight = (answer: unknown): bigint => v.parse(height, answer);

const statusSchema = v.variant('confirmed', [
  v.object({ confirmed: v.literal(true), block_height: height }),
  v.object({ confirmed: v.literal(false) }),
]);

/** Reads `/tx/:txid/status`. @throws Error for anything else */
export const readStatus = (answer: unknown): TransactionStatus => {
  const status = v.parse(statusSchema, answer);
  return { blockNumber: status.confirmed ? status.block_height : null };
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

const paymentsSchema = v.object({ vout: v.array(v.object({ scriptpubkey: v.optional(v.string(), ''), value: sats })) });

/** Reads what `/tx/:txid` pays. @throws Error for anything else */
export const readPayments = (answer: unknown): readonly Payment[] =>
  v.parse(paymentsSchema, answer).vout.map(({ scriptpubkey, value }) => ({ script: scriptpubkey.toLowerCase(), value }));

const spendingSchema = v.object({ vin: v.array(v.object({ txid, vout: word, sequence: word })) });

/** Reads what `/tx/:txid` spends. @throws Error for anything else */
export const readSpending = (answer: unknown): Spending => {
  const { vin } = v.parse(spendingSchema, answer);
  return {
    inputs: vin.map(({ sequence: _, ...outpoint }) => outpoint),
    isReplaceable: vin.some(({ sequence }) => sequence <= LAST_REPLACEABLE),
  };
};

const spenderSchema = v.object({ spent: v.boolean(), txid: v.optional(v.unknown()), status: confirmation });

/** Reads `/tx/:txid/outspend/:vout`: who spends the output in a block; `null` when nobody does. @throws Error for anything else */
export const readConfirmedSpender = (answer: unknown): string | null => {
  const spender = v.parse(spenderSchema, answer);
  return spender.spent && spender.status.confirmed ? v.parse(txid, spender.txid) : null;
};
