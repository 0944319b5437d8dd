import { base58 } from '@scure/base';
import { attempt } from '../wire.js';

/** Bytes of an ed25519 signature and of a key. @see https://solana.com/docs/core/transactions */
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Set in the first byte of a message that has a version. */
const VERSION_BIT = 0x80;
/** The system program, and its instruction that uses up a nonce. @see https://solana.com/developers/guides/advanced/introduction-to-durable-nonces */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const ADVANCE_NONCE = 4;

/** One instruction; programs and accounts by their place among the message's keys. */
export interface SolanaInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** A serialised transaction, taken apart. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0;
  /** One place for each signer, in the order of `keys`; all zeros where nobody signed yet. */
  readonly signatures: readonly Uint8Array[];
  /** Where the message begins: what signers sign. */
  readonly message: Uint8Array;
  /** Signers first, the payer of the fee before all. Those of lookup tables are not among them. */
  readonly keys: readonly string[];
  readonly readonlySigners: number;
  readonly readonlyOthers: number;
  readonly blockhash: string;
  readonly instructions: readonly SolanaInstruction[];
  /** Valid for as long as its nonce account says, not only for some 150 blocks. */
  readonly durable: boolean;
}

/** Reads bytes one after the other. */
class Cursor {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.#bytes.length) throw new RangeError('The transaction ends too early');
    this.at += length;
    return this.#bytes.slice(this.at - length, this.at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A length of at most three bytes with seven bits each. @see https://solana.com/docs/rpc/http#compact-u16 */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A length has too many bytes');
  }

  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.length() }, read);
  }
}

const read = (bytes: Uint8Array): SolanaTransaction => {
  const cursor = new Cursor(bytes);
  const signatures = cursor.list(() => cursor.take(SIGNATURE_BYTES));
  const start = cursor.at;
  let first = cursor.byte();
  const version = first < VERSION_BIT ? 'legacy' : first & 0x7f;
  if (version !== 'legacy' && version !== 0) throw new RangeError('The version is not known');
  if (version === 0) first = cursor.byte();
  const [readonlySigners, readonlyOthers] = [cursor.byte(), cursor.byte()];
  if (first === 0 || first !== signatures.length) throw new RangeError('The signatures do not fit the message');
  const keys = cursor.list(() => base58.encode(cursor.take(KEY_BYTES)));
  const blockhash = base58.encode(cursor.take(KEY_BYTES));
  const instructions = cursor.list(() => ({
    program: cursor.byte(),
    accounts: cursor.list(() => cursor.byte()),
    data: cursor.take(cursor.length()),
  }));
  if (version === 0)
    cursor.list(() => {
      cursor.take(KEY_BYTES);
      cursor.take(cursor.length());
      cursor.take(cursor.length());
    });
  if (cursor.at !== bytes.length || keys.length < first) throw new RangeError('The transaction does not end where it should');
  const opening = instructions[0];
  const durable = opening !== undefined && keys[opening.program] === SYSTEM_PROGRAM && opening.data[0] === ADVANCE_NONCE;
  const message = bytes.slice(start);
  return { version, signatures, message, keys, readonlySigners, readonlyOthers, blockhash, instructions, durable };
};

/**
 * Takes a serialised transaction apart, legacy or version 0; `null` for bytes that are none.
 * @see https://solana.com/docs/core/transactions
 */
export const readSolanaTransaction = (bytes: Uint8Array): SolanaTransaction | null => attempt(() => read(bytes)) ?? null;

/** Puts a signature into a serialised transaction; `null` where the signer is none of it. */
export const withSolanaSignature = (bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array | null => {
  const transaction = readSolanaTransaction(bytes);
  const place = transaction?.keys.slice(0, transaction.signatures.length).indexOf(signer) ?? -1;
  if (transaction === null || place < 0 || signature.length !== SIGNATURE_BYTES) return null;
  const signed = bytes.slice();
  const first = bytes.length - transaction.message.length - transaction.signatures.length * SIGNATURE_BYTES;
  signed.set(signature, first + place * SIGNATURE_BYTES);
  return signed;
};

/** The id of a transaction, its payer's signature in base58; `null` while the payer has not signed. */
export const solanaTransactionId = ({ signatures: [first] }: SolanaTransaction): string | null =>
  first?.some((byte) => byte !== 0) ? base58.encode(first) : null;
