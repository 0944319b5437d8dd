import * as v from 'valibot';
import { flagSchema } from '../../../domain/wire.js';

/** An unspent output. */
export interface Utxo {
  readonly txid: string;
  readonly vout: number;
  /** Satoshis. */
  readonly value: bigint;
  readonly confirmed: boolean;
}

/** Confirmation status of a transaction. */
export interface TransactionStatus {
  /** `null` while unconfirmed. */
  readonly blockNumber: bigint | null;
}

/** A reference to an output. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** Maximum supply in satoshis. */
const MAX_SATS = 21_000_000 * 1e8;

const integer = (max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(max));
/** Id of a transaction. */
export const txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const uint32 = integer(0xffff_ffff);
/** An amount in satoshis. */
export const sats = v.pipe(
  integer(MAX_SATS),
  v.transform((value) => BigInt(value)),
);
const height = v.pipe(
  integer(Number.MAX_SAFE_INTEGER),
  v.transform((value) => BigInt(value)),
);
/** A missing status means unconfirmed. */
const confirmation = v.fallback(v.object({ confirmed: flagSchema }), { confirmed: false });

const utxosSchema = v.pipe(
  v.array(v.object({ txid, vout: uint32, value: sats, status: confirmation })),
  v.check((utxos) => new Set(utxos.map((utxo) => `${utxo.txid}:${utxo.vout}`)).size === utxos.length),
);

/** Reads `/address/:address/utxo`. @throws Error for an invalid response, such as duplicate outputs */
export const readUtxos = (response: unknown): readonly Utxo[] =>
  v.parse(utxosSchema, response).map(({ status, ...utxo }) => ({ ...utxo, confirmed: status.confirmed }));

/** Reads `/blocks/tip/height`. @throws Error for an invalid response */
export const readHeight = (response: unknown): bigint => v.parse(height, response);

const statusSchema = v.variant('confirmed', [
  v.object({ confirmed: v.literal(true), block_height: height }),
  v.object({ confirmed: v.literal(false) }),
]);

/** Reads `/tx/:txid/status`. @throws Error for an invalid response */
export const readStatus = (response: unknown): TransactionStatus => {
  const status = v.parse(statusSchema, response);
  return { blockNumber: status.confirmed ? status.block_height : null };
};

/** Spent outputs of a transaction, and whether it signals replaceability. */
export interface TransactionInputs {
  readonly inputs: readonly Outpoint[];
  readonly isReplaceable: boolean;
}

/** Highest sequence that signals replaceability. @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki */
const MAX_REPLACEABLE_SEQUENCE = 0xffff_fffd;

/** Tests whether the sequence of an input signals replaceability. */
export const isReplaceableSequence = (sequence: number): boolean => sequence <= MAX_REPLACEABLE_SEQUENCE;

/** An output: script in hex, amount in satoshis. */
export interface TransactionOutput {
  readonly script: string;
  readonly value: bigint;
}

const outputsSchema = v.object({ vout: v.array(v.object({ scriptpubkey: v.optional(v.string(), ''), value: sats })) });

/** Reads the outputs of `/tx/:txid`. @throws Error for an invalid response */
export const readOutputs = (response: unknown): readonly TransactionOutput[] =>
  v.parse(outputsSchema, response).vout.map(({ scriptpubkey, value }) => ({ script: scriptpubkey.toLowerCase(), value }));

const spendingSchema = v.object({ vin: v.array(v.object({ txid, vout: uint32, sequence: uint32 })) });

/** Reads the inputs of `/tx/:txid`. @throws Error for an invalid response */
export const readInputs = (response: unknown): TransactionInputs => {
  const { vin } = v.parse(spendingSchema, response);
  return {
    inputs: vin.map(({ sequence: _, ...outpoint }) => outpoint),
    isReplaceable: vin.some(({ sequence }) => isReplaceableSequence(sequence)),
  };
};

const spenderSchema = v.object({ spent: v.boolean(), txid: v.optional(v.unknown()), status: confirmation });

/** Reads whether an output is spent, from `/tx/:txid/outspend/:vout`. @throws Error for an invalid response */
export const readIsSpent = (response: unknown): boolean => v.parse(spenderSchema, response).spent;

/** Reads the confirmed spender of `/tx/:txid/outspend/:vout`; `null` if there is none. @throws Error for an invalid response */
export const readConfirmedSpender = (response: unknown): string | null => {
  const spender = v.parse(spenderSchema, response);
  return spender.spent && spender.status.confirmed ? v.parse(txid, spender.txid) : null;
};
