import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Identifies an envelope, to detect duplicates: SHA-256 in hex. */
export const envelopeId = (envelope: string): string => bytesToHex(sha256(utf8ToBytes(envelope)));
