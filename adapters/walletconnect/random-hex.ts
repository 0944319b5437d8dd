import { bytesToHex } from '@noble/hashes/utils.js';

const BYTES = 32;

/** 32 random bytes in hex, suitable as a key. */
export const randomHex = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(BYTES)));
