import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '../approval/approval-request.js';

/** Salt of the accounts: each owner has one. */
export const ACCOUNT_SALT = '00'.repeat(32);

const bytes = (hex: string): Uint8Array => hexToBytes(hex.replace(/^0x/, ''));
const lastTwenty = (hash: Uint8Array): Uint8Array => hash.subarray(12);

/** The first contract that a contract creates. @see https://eips.ethereum.org/EIPS/eip-161 */
const firstContractOf = (creator: Uint8Array): Uint8Array => lastTwenty(keccak_256(concatBytes(bytes('d694'), creator, bytes('01'))));

/** An address with its checksum. @see https://eips.ethereum.org/EIPS/eip-55 */
export const checksummed = (address: Uint8Array): Hex => {
  const digits = bytesToHex(address);
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)));
  return `0x${[...digits].map((digit, index) => (Number.parseInt(hash.charAt(index), 16) > 7 ? digit.toUpperCase() : digit)).join('')}`;
};

/**
 * The address of an owner's smart account, before and after its deployment. It is computed here, since a node could name another one, to which
 * the user's funds would be sent.
 * @param factory address of the `SmartAccountFactory`, whose accounts are clones with the owner in their code
 * @see https://eips.ethereum.org/EIPS/eip-1014
 * @see https://eips.ethereum.org/EIPS/eip-1167
 */
export const smartAccountAddress = (owner: string, factory: string): Hex => {
  const creator = bytes(factory);
  const code = concatBytes(
    bytes('61004d3d81600a3d39f3363d3d373d3d3d363d73'),
    firstContractOf(creator),
    bytes('5af43d82803e903d91602b57fd5bf3'),
    bytes('00'.repeat(12)),
    bytes(owner),
  );
  return checksummed(lastTwenty(keccak_256(concatBytes(bytes('ff'), creator, bytes(ACCOUNT_SALT), keccak_256(code)))));
};
