import { bytesToHex } from '@noble/hashes/utils.js';

const BYTES = 32;

/** 32 random bytes, hex: fit for keys. */
export const randomHex = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(BYTES)));
