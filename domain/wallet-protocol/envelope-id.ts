import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** By what an envelope is known again when it comes twice: its SHA-256, hex. */
export const envelopeId = (envelope: string): string => bytesToHex(sha256(utf8ToBytes(envelope)));
