/** Reads a witness of one key: a count, then each item with its length. `null` when there is more or less. @see BIP-144 */
export const readWitness = (bytes: Uint8Array): readonly Uint8Array[] | null => {
  const [count = 0] = bytes;
  const items: Uint8Array[] = [];
  let at = 1;
  for (let index = 0; index < count; index += 1) {
    const length = bytes[at] ?? 0xfd;
    // Neither a key nor a signature is that long.
    if (length >= 0xfd || at + 1 + length > bytes.length) return null;
    items.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? items : null;
};
