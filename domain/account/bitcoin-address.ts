import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { type BitcoinNetworkName, bitcoinNetworkOf } from '../network/bitcoin-network.js';
import { attempt } from '../wire.js';

/** Script type of an address. `witness` is a future segwit version, which can be paid as well. @see BIP-350 */
export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness';

/** A parsed Bitcoin address. */
export interface BitcoinAddress {
  /** Lower case if case is not significant. */
  readonly address: string;
  readonly type: BitcoinAddressType;
  /** Networks with this address format: the test networks share most formats. */
  readonly networks: readonly BitcoinNetworkName[];
  /** The output script. */
  readonly script: Uint8Array;
}

const TEST_NETWORKS: readonly BitcoinNetworkName[] = ['test', 'test4', 'signet', 'regtest'];

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
  [0x6f, { type: 'p2pkh', networks: TEST_NETWORKS }],
  [0xc4, { type: 'p2sh', networks: TEST_NETWORKS }],
]);

/** Base58 addresses of the known versions. */
const BASE58 = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/;
/** Either lower or upper case, never mixed. @see BIP-173 */
const BECH32 = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{6,87})$/;

// Marked pure so that bundlers can drop it.
const base58check = /* @__PURE__ */ createBase58check(sha256);

const scriptOf = (...elements: readonly (number | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(elements.flatMap((element) => (typeof element === 'number' ? [element] : [...element])));

/** Witness programs of version 0 have 20 or 32 bytes, others 2 to 40. @see BIP-141 */
const segwitType = (version: number, { length }: Uint8Array): BitcoinAddressType | null => {
  if (version === 0) return length === 20 ? 'p2wpkh' : length === 32 ? 'p2wsh' : null;
  if (version > 16 || length < 2 || length > 40) return null;
  return version === 1 && length === 32 ? 'p2tr' : 'witness';
};

const readSegwit = (address: string): BitcoinAddress | 'mistyped' | null => {
  const text = address.toLowerCase() as `${string}1${string}`;
  const bech32Decoded = attempt(() => bech32.decode(text));
  const decoded = bech32Decoded ?? attempt(() => bech32m.decode(text));
  if (decoded === undefined) return 'mistyped';
  const [version, ...words] = decoded.words;
  const program = attempt(() => Uint8Array.from(bech32.fromWords(words)));
  // Version 0 uses bech32, all others bech32m.
  if (version === undefined || program === undefined || (version === 0) !== (bech32Decoded !== undefined)) return null;
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
 * Parses a Bitcoin address of any type and network and verifies its checksum.
 * @throws LatchkeyError `address/checksum-failed` or `address/invalid`
 * @see BIP-13, BIP-173, BIP-350
 */
export const parseBitcoinAddress = (value: string): BitcoinAddress => {
  const parsed = BECH32.test(value) ? readSegwit(value) : BASE58.test(value) ? readBase58(value) : null;
  if (parsed === 'mistyped') throw new LatchkeyError('address/checksum-failed', { value, namespace: 'bip122' });
  if (parsed === null) throw new LatchkeyError('address/invalid', { value, namespace: 'bip122' });
  return parsed;
};

/** Tests for a Bitcoin address of any network, including its checksum. */
export const isBitcoinAddress = (value: unknown): value is string =>
  typeof value === 'string' && attempt(() => parseBitcoinAddress(value)) !== undefined;

/**
 * Parses an address of one network.
 * @param chainId CAIP-2. An unknown chain accepts the addresses of all networks.
 * @throws LatchkeyError `address/wrong-network`, and the errors of {@link parseBitcoinAddress}
 */
export const parseBitcoinAddressOn = (value: string, chainId: string): BitcoinAddress => {
  const parsed = parseBitcoinAddress(value);
  const network = bitcoinNetworkOf(chainId);
  if (network !== null && !parsed.networks.includes(network)) throw new LatchkeyError('address/wrong-network', { value, chainId });
  return parsed;
};
