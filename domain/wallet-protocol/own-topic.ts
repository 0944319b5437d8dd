import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/**
 * The topic on which a party takes answers that are sealed for its key: the SHA-256 of that key, hex.
 * @param publicKey X25519, hex
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const ownTopicOf = (publicKey: string): string => bytesToHex(sha256(hexToBytes(publicKey)));
