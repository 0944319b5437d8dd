import { base58 } from '@scure/base';

const KEY_BYTES = 32;
/** Set in the first byte of a versioned message. */
const VERSION_BIT = 0x80;

/** An instruction. `null` is an account of a lookup table, which only the chain knows. */
export interface SolanaInstruction {
  readonly program: string | null;
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** A transaction's message. */
export interface SolanaMessage {
  /** In the order of their signatures; the first pays the fee. */
  readonly signers: readonly string[];
  readonly instructions: readonly SolanaInstruction[];
  readonly hasLookupTables: boolean;
}

/** Reads the binary format of transactions. Its methods throw `RangeError` where the bytes end early. */
export class SolanaReader {
  readonly #bytes: Uint8Array;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.position === this.#bytes.length;
  }

  bytes(length: number): Uint8Array {
    if (this.position + length > this.#bytes.length) throw new RangeError('The transaction ends early');
    this.position += length;
    return this.#bytes.slice(this.position - length, this.position);
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0;
  }

  /** @see https://solana.com/docs/rpc/http#compact-u16 */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A length has more than three bytes');
  }

  list<Item>(item: () => Item): readonly Item[] {
    return Array.from({ length: this.length() }, item);
  }
}

/** Reads a message to its end, legacy or version 0. @throws RangeError if it is malformed */
export const readSolanaMessage = (reader: SolanaReader): SolanaMessage => {
  let first = reader.byte();
  const version = first < VERSION_BIT ? null : first & 0x7f;
  if (version !== null && version !== 0) throw new RangeError('Unknown version');
  if (version === 0) first = reader.byte();
  reader.bytes(2);
  const keys = reader.list(() => base58.encode(reader.bytes(KEY_BYTES)));
  reader.bytes(KEY_BYTES);
  if (first === 0 || first > keys.length) throw new RangeError('A signer has no key');
  const instructions = reader.list(() => ({
    program: keys[reader.byte()] ?? null,
    accounts: reader.list(() => keys[reader.byte()] ?? null),
    data: reader.bytes(reader.length()),
  }));
  const tables =
    version === null ? [] : reader.list(() => [reader.bytes(KEY_BYTES), reader.bytes(reader.length()), reader.bytes(reader.length())]);
  if (!reader.isAtEnd) throw new RangeError('The transaction has more bytes');
  return { signers: keys.slice(0, first), instructions, hasLookupTables: tables.length > 0 };
};

/** Parses the message of a transaction; `null` for other bytes. */
export const parseSolanaMessage = (bytes: Uint8Array): SolanaMessage | null => {
  try {
    return readSolanaMessage(new SolanaReader(bytes));
  } catch {
    return null;
  }
};
