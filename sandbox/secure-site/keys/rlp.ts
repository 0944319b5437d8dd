/** A decoded item: bytes, or a list. */
export type RlpItem = Uint8Array | readonly RlpItem[];

const SHORT = 55;

class RlpReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  item(): RlpItem {
    const first = this.#take(1)[0] ?? 0;
    if (first < 0x80) return Uint8Array.of(first);
    const isList = first >= 0xc0;
    const content = this.#take(this.#length(first - (isList ? 0xc0 : 0x80)));
    if (!isList) {
      if (content.length === 1 && (content[0] ?? 0) < 0x80) throw new RangeError('A byte has a prefix');
      return content;
    }
    const reader = new RlpReader(content);
    const items: RlpItem[] = [];
    while (!reader.isAtEnd) items.push(reader.item());
    return items;
  }

  #length(code: number): number {
    if (code <= SHORT) return code;
    const digits = this.#take(code - SHORT);
    const length = digits.reduce((value, byte) => value * 256 + byte, 0);
    if (digits[0] === 0 || length <= SHORT || !Number.isSafeInteger(length)) throw new RangeError('A length is not canonical');
    return length;
  }

  #take(length: number): Uint8Array {
    if (this.#position + length > this.#bytes.length) throw new RangeError('An item ends early');
    this.#position += length;
    return this.#bytes.slice(this.#position - length, this.#position);
  }
}

/**
 * Decodes bytes in the canonical form only, so that no two encodings have one meaning.
 * @throws RangeError for other bytes
 * @see https://ethereum.org/developers/docs/data-structures-and-encoding/rlp/
 */
export const decodeRlp = (bytes: Uint8Array): RlpItem => {
  const reader = new RlpReader(bytes);
  const item = reader.item();
  if (!reader.isAtEnd) throw new RangeError('There are more bytes');
  return item;
};
