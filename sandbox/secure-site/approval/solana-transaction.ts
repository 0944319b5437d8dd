import { parseSolanaMessage, readSolanaMessage, type SolanaMessage, SolanaReader } from '../keys/solana-message.js';

const SIGNATURE_BYTES = 64;

/** A transaction. */
export interface SolanaTransaction extends SolanaMessage {
  /** The signed bytes. */
  readonly message: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a transaction, legacy or version 0; `null` if it is malformed.
 * @see https://solana.com/docs/core/transactions
 */
export const readSolanaTransaction = (bytes: Uint8Array): SolanaTransaction | null => {
  try {
    const reader = new SolanaReader(bytes);
    const signatures = reader.list(() => reader.bytes(SIGNATURE_BYTES));
    const message = new Uint8Array(bytes.slice(reader.position));
    const read = readSolanaMessage(reader);
    return read.signers.length === signatures.length ? { ...read, message } : null;
  } catch {
    return null;
  }
};

/** Tests whether bytes are the message of a transaction, whose signature would be valid for it. */
export const isSolanaTransactionMessage = (bytes: Uint8Array): boolean => parseSolanaMessage(bytes) !== null;

/** Inserts the signature of a signer into a transaction. */
export const withSolanaSignature = (
  bytes: Uint8Array,
  { message, signers }: SolanaTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const signed = new Uint8Array(bytes);
  const start = bytes.length - message.length - signers.length * SIGNATURE_BYTES;
  signed.set(signature, start + signers.indexOf(signer) * SIGNATURE_BYTES);
  return signed;
};
