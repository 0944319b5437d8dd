import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/**
 * Topic for responses that are sealed for a public key: SHA-256 of the key, hex.
 * @param publicKey X25519, hex
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const responseTopicOf = (publicKey: string): string => bytesToHex(sha256(hexToBytes(publicKey)));
