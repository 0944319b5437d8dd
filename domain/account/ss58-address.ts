import { blake2b } from '@noble/hashes/blake2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** What is hashed before the address. @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#address-formats */
const CONTEXT = utf8ToBytes('SS58PRE');
/** Of an account id of 32 bytes. @see https://github.com/paritytech/ss58-registry */
const CHECKSUM_BYTES = 2;
const ACCOUNT_ID_BYTES = 32;
/** Prefixes have 14 bits; those up to 63 take one byte. */
const MAX_PREFIX = 16_383;
const MAX_SHORT_PREFIX = 63;
/** 46 and 47 are reserved: of them no address is made. */
const RESERVED: readonly number[] = [46, 47];

/** What an address says. */
export interface Ss58Parts {
  /** The network that the address is written for. */
  readonly prefix: number;
  /** The account: the same on every network. 32 bytes. */
  readonly accountId: Uint8Array;
}

const checksumOf = (body: Uint8Array): Uint8Array => blake2b(Uint8Array.of(...CONTEXT, ...body), { dkLen: 64 }).slice(0, CHECKSUM_BYTES);

const invalid = (value: string): LatchkeyError => new LatchkeyError('address/invalid', { value, namespace: 'polkadot' });

const decode = (address: string): Uint8Array => {
  try {
    return base58.decode(address);
  } catch {
    throw invalid(address);
  }
};

/**
 * Reads an address of an account.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#address-formats
 */
export const decodeSs58 = (address: string): Ss58Parts => {
  const bytes = decode(address);
  const [first = 0, second = 0] = bytes;
  // The two upper bits say how long the prefix is; 2 and 3 are not in use.
  const prefixBytes = first < 64 ? 1 : 2;
  if (first > 127 || bytes.length !== prefixBytes + ACCOUNT_ID_BYTES + CHECKSUM_BYTES) throw invalid(address);
  const prefix = prefixBytes === 1 ? first : ((first & 0b0011_1111) << 2) | (second >> 6) | ((second & 0b0011_1111) << 8);
  const body = bytes.slice(0, -CHECKSUM_BYTES);
  const [a, b] = checksumOf(body);
  if (a !== bytes.at(-2) || b !== bytes.at(-1))
    throw new LatchkeyError('address/checksum-failed', { value: address, namespace: 'polkadot' });
  // A small prefix in the long form, and the reserved ones, belong to nobody.
  if ((prefixBytes === 2 && prefix <= MAX_SHORT_PREFIX) || RESERVED.includes(prefix)) throw invalid(address);
  return { prefix, accountId: body.slice(prefixBytes) };
};

/**
 * Writes an account's address for a network.
 * @param prefix 0 to 16383, without the reserved 46 and 47
 * @throws LatchkeyError `address/invalid` for an account id or a prefix that is none
 */
export const encodeSs58 = ({ prefix, accountId }: Ss58Parts): string => {
  const isPrefix = Number.isInteger(prefix) && prefix >= 0 && prefix <= MAX_PREFIX && !RESERVED.includes(prefix);
  if (!isPrefix || accountId.length !== ACCOUNT_ID_BYTES) throw invalid(`prefix ${prefix}, ${accountId.length} bytes`);
  const head =
    prefix <= MAX_SHORT_PREFIX ? [prefix] : [((prefix & 0b1111_1100) >> 2) | 0b0100_0000, (prefix >> 8) | ((prefix & 0b0000_0011) << 6)];
  const body = Uint8Array.of(...head, ...accountId);
  return base58.encode(Uint8Array.of(...body, ...checksumOf(body)));
};
