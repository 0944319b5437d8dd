import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { type BitcoinNetworkName, bitcoinNetworkOf } from '../network/bitcoin-network.js';
import { attempt } from '../wire.js';

/** How an address pays. `witness` is a version that has no meaning yet: such addresses can be paid all the same. @see BIP-350 */
export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness';

/** What an address says. */
export interface BitcoinAddress {
  /** As it is written in lower case where case means nothing. */
  readonly address: string;
  readonly type: BitcoinAddressType;
  /** The networks whose addresses look like this: all test networks share most of theirs. */
  readonly networks: readonly BitcoinNetworkName[];
  /** The script that pays it. */
  readonly script: Uint8Array;
}

const TESTS: readonly BitcoinNetworkName[] = ['test', 'test4', 'signet', 'regtest'];

/** Prefixes of segwit addresses. @see BIP-173, https://github.com/bitcoin/bitcoin/blob/master/src/kernel/chainparams.cpp */
const BECH32_NETWORKS: Readonly<Record<string, readonly BitcoinNetworkName[]>> = {
  bc: ['main'],
  tb: ['test', 'test4', 'signet'],
  bcrt: ['regtest'],
};

/** First bytes of base58check addresses. @see https://en.bitcoin.it/wiki/List_of_address_prefixes */
const BASE58_VERSIONS: ReadonlyMap<
  number | undefined,
  { readonly type: 'p2pkh' | 'p2sh'; readonly networks: readonly BitcoinNetworkName[] }
> = new Map([
  [0x00, { type: 'p2pkh', networks: ['main'] }],
  [0x05, { type: 'p2sh', networks: ['main'] }],
  [0x6f, { type: 'p2pkh', networks: TESTS }],
  [0xc4, { type: 'p2sh', networks: TESTS }],
]);

/** Length of an address in base58 with any version that is known. */
const BASE58 = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/;
/** One case only. @see BIP-173 */
const BECH32 = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{6,87})$/;

// Marked: a page that never reads an address does not load what reads one.
const base58check = /* @__PURE__ */ createBase58check(sha256);

const scriptOf = (...parts: readonly (number | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])));

/** @see BIP-141: programs of version 0 have 20 or 32 bytes, others 2 to 40 */
const segwitType = (version: number, { length }: Uint8Array): BitcoinAddressType | null => {
  if (version === 0) return length === 20 ? 'p2wpkh' : length === 32 ? 'p2wsh' : null;
  if (version > 16 || length < 2 || length > 40) return null;
  return version === 1 && length === 32 ? 'p2tr' : 'witness';
};

const readSegwit = (address: string): BitcoinAddress | 'mistyped' | null => {
  const text = address.toLowerCase() as `${string}1${string}`;
  const old = attempt(() => bech32.decode(text));
  const decoded = old ?? attempt(() => bech32m.decode(text));
  if (decoded === undefined) return 'mistyped';
  const [version, ...words] = decoded.words;
  const program = attempt(() => Uint8Array.from(bech32.fromWords(words)));
  // Version 0 has the older checksum and all others the newer one.
  if (version === undefined || program === undefined || (version === 0) !== (old !== undefined)) return null;
  const type = segwitType(version, program);
  const networks = BECH32_NETWORKS[decoded.prefix];
  if (type === null || networks === undefined) return null;
  return { address: text, type, networks, script: scriptOf(version === 0 ? 0 : 0x50 + version, program.length, program) };
};

const readBase58 = (address: string): BitcoinAddress | 'mistyped' | null => {
  const payload = attempt(() => base58check.decode(address));
  if (payload === undefined) return 'mistyped';
  const version = BASE58_VERSIONS.get(payload[0]);
  const hash = payload.subarray(1);
  if (version === undefined || hash.length !== 20) return null;
  const script = version.type === 'p2pkh' ? scriptOf(0x76, 0xa9, 0x14, hash, 0x88, 0xac) : scriptOf(0xa9, 0x14, hash, 0x87);
  return { address, ...version, script };
};

/**
 * Reads a Bitcoin address of any kind and network, checksum included.
 * @throws LatchkeyError `address/checksum-failed` for a mistyped one, `address/invalid` for what is none
 * @see BIP-13, BIP-173, BIP-350
 */
export const readBitcoinAddress = (value: string): BitcoinAddress => {
  const read = BECH32.test(value) ? readSegwit(value) : BASE58.test(value) ? readBase58(value) : null;
  if (read === 'mistyped') throw new LatchkeyError('address/checksum-failed', { value, namespace: 'bip122' });
  if (read === null) throw new LatchkeyError('address/invalid', { value, namespace: 'bip122' });
  return read;
};

/** Whether a text is a Bitcoin address of any network, checksum included. */
export const isBitcoinAddress = (value: unknown): value is string =>
  typeof value === 'string' && attempt(() => readBitcoinAddress(value)) !== undefined;

/**
 * Reads an address of one network.
 * @param chainId CAIP-2. Of a chain that is not known every network's addresses count.
 * @throws LatchkeyError `address/wrong-network`, and what {@link readBitcoinAddress} throws
 */
export const readBitcoinAddressOn = (value: string, chainId: string): BitcoinAddress => {
  const read = readBitcoinAddress(value);
  const network = bitcoinNetworkOf(chainId);
  if (network !== null && !read.networks.includes(network)) throw new LatchkeyError('address/wrong-network', { value, chainId });
  return read;
};
