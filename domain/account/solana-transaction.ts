import { base58 } from '@scure/base';
import { attempt } from '../wire.js';

/** Byte lengths of an ed25519 signature and a public key. @see https://solana.com/docs/core/transactions */
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Set in the first byte of a versioned message. */
const VERSION_BIT = 0x80;
/**
 * System program and its AdvanceNonceAccount instruction. @see
 * https://solana.com/developers/guides/advanced/introduction-to-durable-nonces
 */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const ADVANCE_NONCE = 4;

/** An instruction. Programs and accounts are indexes into the message's keys. */
export interface SolanaInstruction {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}

/** A decoded transaction. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0;
  /** One signature per signer, in the order of `keys`; all zeros if missing. */
  readonly signatures: readonly Uint8Array[];
  /** The signed bytes. */
  readonly message: Uint8Array;
  /** Signers first, starting with the fee payer. Excludes keys of lookup tables. */
  readonly keys: readonly string[];
  readonly readonlySigners: number;
  readonly readonlyOthers: number;
  readonly blockhash: string;
  readonly instructions: readonly SolanaInstruction[];
  /** The transaction stays valid until its nonce advances, instead of for about 150 blocks. */
  readonly hasDurableNonce: boolean;
}

/** Reads bytes sequentially. */
class Cursor {
  readonly #bytes: Uint8Array;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  readBytes(byteLength: number): Uint8Array {
    if (this.position + byteLength > this.#bytes.length) throw new RangeError('Unexpected end of the transaction');
    this.position += byteLength;
    return this.#bytes.slice(this.position - byteLength, this.position);
  }

  readByte(): number {
    return this.readBytes(1)[0] ?? 0;
  }

  /** A length of up to three bytes with seven bits each. @see https://solana.com/docs/rpc/http#compact-u16 */
  readLength(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.readByte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A length has more than three bytes');
  }

  readList<T>(readItem: () => T): readonly T[] {
    return Array.from({ length: this.readLength() }, readItem);
  }
}

const decodeTransaction = (bytes: Uint8Array): SolanaTransaction => {
  const cursor = new Cursor(bytes);
  const signatures = cursor.readList(() => cursor.readBytes(SIGNATURE_BYTES));
  const start = cursor.position;
  let first = cursor.readByte();
  const version = first < VERSION_BIT ? 'legacy' : first & 0x7f;
  if (version !== 'legacy' && version !== 0) throw new RangeError('Unknown transaction version');
  if (version === 0) first = cursor.readByte();
  const [readonlySigners, readonlyOthers] = [cursor.readByte(), cursor.readByte()];
  if (first === 0 || first !== signatures.length) throw new RangeError('The number of signatures does not match the message');
  const keys = cursor.readList(() => base58.encode(cursor.readBytes(KEY_BYTES)));
  const blockhash = base58.encode(cursor.readBytes(KEY_BYTES));
  const instructions = cursor.readList(() => ({
    programIndex: cursor.readByte(),
    accountIndexes: cursor.readList(() => cursor.readByte()),
    data: cursor.readBytes(cursor.readLength()),
  }));
  if (version === 0)
    cursor.readList(() => {
      cursor.readBytes(KEY_BYTES);
      cursor.readBytes(cursor.readLength());
      cursor.readBytes(cursor.readLength());
    });
  if (cursor.position !== bytes.length || keys.length < first) throw new RangeError('The length of the transaction is wrong');
  const firstInstruction = instructions[0];
  const durable =
    firstInstruction !== undefined && keys[firstInstruction.programIndex] === SYSTEM_PROGRAM && firstInstruction.data[0] === ADVANCE_NONCE;
  const message = bytes.slice(start);
  return { version, signatures, message, keys, readonlySigners, readonlyOthers, blockhash, instructions, hasDurableNonce: durable };
};

/**
 * Decodes a serialized transaction, legacy or version 0; `null` if it is invalid.
 * @see https://solana.com/docs/core/transactions
 */
export const readSolanaTransaction = (bytes: Uint8Array): SolanaTransaction | null => attempt(() => decodeTransaction(bytes)) ?? null;

/** Inserts a signature into a serialized transaction; `null` if `signer` does not sign it. */
export const withSolanaSignature = (bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array | null => {
  const transaction = readSolanaTransaction(bytes);
  const signerIndex = transaction?.keys.slice(0, transaction.signatures.length).indexOf(signer) ?? -1;
  if (transaction === null || signerIndex < 0 || signature.length !== SIGNATURE_BYTES) return null;
  const signed = bytes.slice();
  const signaturesStart = bytes.length - transaction.message.length - transaction.signatures.length * SIGNATURE_BYTES;
  signed.set(signature, signaturesStart + signerIndex * SIGNATURE_BYTES);
  return signed;
};

/** Transaction id, which is the fee payer's signature in base58; `null` until the fee payer has signed. */
export const solanaTransactionId = ({ signatures: [first] }: SolanaTransaction): string | null =>
  first?.some((byte) => byte !== 0) ? base58.encode(first) : null;

/**
 * The trace of a transaction that a wallet broadcasts, as the Solana adapter reads it; `null` if the bytes are invalid. The wallet may use a
 * newer blockhash, so that the block height at which it expires is unknown.
 * @param since when the wallet was requested to send it, in milliseconds since 1970
 */
export const solanaTrace = (bytes: Uint8Array, since: number): string | null => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null) return null;
  return transaction.hasDurableNonce ? 'nonce' : `recent@${since}ms`;
};
