import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressKey } from '../account/same-address.js';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** Transfer as the user reviews it before it is sent. */
export interface ReviewedTransfer {
  readonly chainId: ChainId;
  readonly to: string;
  /** Contract or mint of the token; `null` for the coin. */
  readonly token: string | null;
  /** Base units; `null` for everything after the fee. */
  readonly value: bigint | null;
  /** Call data, hex. Default: none. */
  readonly data?: string | undefined;
}

/** Returns the SHA-256 digest of a transfer, hex. Transfers have the same one if they do the same. */
export const transferDigest = ({ chainId, to, token, value, data = '0x' }: ReviewedTransfer): string => {
  const key = (address: string): string => addressKey(namespaceOf(chainId), address);
  const fields = [chainId, key(to), token === null ? '' : key(token), value === null ? 'all' : String(value), data.toLowerCase()];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(fields))));
};

/**
 * Compares what is passed to a wallet with what the user has reviewed. A defense against scripts that replace addresses in any page; a script that
 * is written against this library can replace both.
 * @param reviewed digest of the reviewed transfer; `undefined`: none was reviewed
 * @throws LatchkeyError `send/request-tampered`
 */
export const checkReviewed = (reviewed: string | undefined, passed: ReviewedTransfer): void => {
  if (reviewed !== undefined && transferDigest(passed) !== reviewed)
    throw new LatchkeyError('send/request-tampered', { chainId: passed.chainId });
};
