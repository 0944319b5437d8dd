import { LatchkeyError } from '../errors/latchkey-error.js';
import { decodeBase58 } from './base58.js';
import { isEvmAddress } from './evm-address.js';
import { isSolanaAddress } from './solana-address.js';

/** A bech32 or bech32m address. @see BIP-173, BIP-350 */
const BECH32 = /^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/i;
/** Version byte, 20 bytes of hash and 4 of checksum. @see https://en.bitcoin.it/wiki/Base58Check_encoding */
const BASE58CHECK_BYTES = 25;
/** Prefix of one or two bytes, 32 bytes of key and 2 of checksum. @see https://docs.substrate.io/reference/address-formats */
const SS58_BYTES: readonly number[] = [35, 36];

/** Detects the namespace of a non-Solana address by its format. */
const otherNamespace = (value: string): string | null => {
  if (value.startsWith('0x') && isEvmAddress(value)) return 'eip155';
  const bytes = decodeBase58(value)?.length ?? 0;
  if (BECH32.test(value) || bytes === BASE58CHECK_BYTES) return 'bip122';
  return SS58_BYTES.includes(bytes) ? 'polkadot' : null;
};

/**
 * Checks the recipient of a transfer.
 * @throws LatchkeyError `address/wrong-namespace` for an EVM, Bitcoin or Polkadot address, otherwise `address/invalid`
 */
export const checkSolanaRecipient = (value: string): void => {
  if (isSolanaAddress(value)) return;
  const namespace = otherNamespace(value);
  throw namespace === null
    ? new LatchkeyError('address/invalid', { value, namespace: 'solana' })
    : new LatchkeyError('address/wrong-namespace', { value, namespace, expected: 'solana' });
};
