import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bytesOf } from '../protocol/encoding.js';
import type { Hex } from './approval-request.js';

export const toHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`;

/** @param hex with `0x` @throws Error for anything but pairs of hex digits */
export const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> => bytesOf(hexToBytes(hex.slice(2)));
