import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { RandomBytes } from '../../../../../sandbox/secure-site/keys/seal.js';
import type { Secrets } from '../../../../../sandbox/secure-site/keys/vault.js';

export const fill = (value: number, length = 32): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(value);

export const fromHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex));

/** The secrets of the tests: 32 equal bytes each. */
export const SECRETS: Required<Secrets> = { device: fill(0xd1), server: fill(0x5e), recovery: fill(0x4e), kit: fill(0xc1) };

/**
 * A source of bytes that can be computed from its seed: SHA-256 of the seed and a counter of 4 bytes. Each call starts with the next block.
 * `drawn` has a copy of what it returned.
 */
export const fixedRandom = (seed: string): { readonly random: RandomBytes; readonly drawn: Uint8Array<ArrayBuffer>[] } => {
  let counter = 0;
  const drawn: Uint8Array<ArrayBuffer>[] = [];
  const block = (): Uint8Array => {
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, counter);
    counter += 1;
    return sha256(concatBytes(new TextEncoder().encode(seed), index));
  };
  const random: RandomBytes = (length) => {
    const bytes = Uint8Array.from(concatBytes(...Array.from({ length: Math.ceil(length / 32) }, block)).subarray(0, length));
    drawn.push(bytes.slice());
    return bytes;
  };
  return { random, drawn };
};

/** All bytes and texts in a value, at any depth. */
export const leavesOf = (value: unknown): readonly (string | Uint8Array)[] => {
  if (value instanceof Uint8Array) return [value];
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, member]) => [name, ...leavesOf(member)]);
  return [String(value)];
};
