import { blake2b } from '@noble/hashes/blake2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** Prefix of the hashed bytes. @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#address-formats */
const CHECKSUM_CONTEXT = utf8ToBytes('SS58PRE');
/** Checksum length for account ids of 32 bytes. @see https://github.com/paritytech/ss58-registry */
const CHECKSUM_BYTES = 2;
const ACCOUNT_ID_BYTES = 32;
/** Prefixes have 14 bits; those up to 63 use one byte. */
const MAX_PREFIX = 16_383;
const MAX_SHORT_PREFIX = 63;
/** Reserved prefixes, which no address may use. */
const RESERVED_PREFIXES: readonly number[] = [46, 47];

/** A decoded address. */
export interface DecodedSs58 {
  /** Network prefix. */
  readonly prefix: number;
  /** The public key or account id, the same on every network. 32 bytes. */
  readonly accountId: Uint8Array;
}

const checksumOf = (body: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.of(...CHECKSUM_CONTEXT, ...body), { dkLen: 64 }).slice(0, CHECKSUM_BYTES);

const invalid = (value: string): LatchkeyError => new LatchkeyError('address/invalid', { value, namespace: 'polkadot' });

const decode = (address: string): Uint8Array => {
  try {
    return base58.decode(address);
  } catch {
    throw invalid(address);
  }
};

/**
 * Decodes an SS58 account address.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#address-formats
 */
export const decodeSs58 = (address: string): DecodedSs58 => {
  const bytes = decode(address);
  const [first = 0, second = 0] = bytes;
  // The two upper bits give the prefix length; 2 and 3 are not in use.
  const prefixLength = first < 64 ? 1 : 2;
  if (first > 127 || bytes.length !== prefixLength + ACCOUNT_ID_BYTES + CHECKSUM_BYTES) throw invalid(address);
  const prefix = prefixLength === 1 ? first : ((first & 0b0011_1111) << 2) | (second >> 6) | ((second & 0b0011_1111) << 8);
  const body = bytes.slice(0, -CHECKSUM_BYTES);
  const [a, b] = checksumOf(body);
  if (a !== bytes.at(-2) || b !== bytes.at(-1))
    throw new LatchkeyError('address/checksum-failed', { value: address, namespace: 'polkadot' });
  // Rejects short prefixes in the long form, and reserved prefixes.
  if ((prefixLength === 2 && prefix <= MAX_SHORT_PREFIX) || RESERVED_PREFIXES.includes(prefix)) throw invalid(address);
  return { prefix, accountId: body.slice(prefixLength) };
};

/**
 * Encodes an account address for a network.
 * @param prefix 0 to 16383, except the reserved 46 and 47
 * @throws LatchkeyError `address/invalid` for an invalid prefix or account id
 */
export const encodeSs58 = ({ prefix, accountId }: DecodedSs58): string => {
  const isValidPrefix = Number.isInteger(prefix) && prefix >= 0 && prefix <= MAX_PREFIX && !RESERVED_PREFIXES.includes(prefix);
  if (!isValidPrefix || accountId.length !== ACCOUNT_ID_BYTES) throw invalid(`prefix ${prefix}, ${accountId.length} bytes`);
  const prefixBytes =
    prefix <= MAX_SHORT_PREFIX ? [prefix] : [((prefix & 0b1111_1100) >> 2) | 0b0100_0000, (prefix >> 8) | ((prefix & 0b0000_0011) << 6)];
  const body = Uint8Array.of(...prefixBytes, ...accountId);
  return base58.encode(Uint8Array.of(...body, ...checksumOf(body)));
};
