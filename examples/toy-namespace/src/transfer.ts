import { toHex } from './keys.js';

/** An unsigned payment. */
export interface Transfer {
  /** Name of the chain. It is part of the signed bytes, so that a signature is invalid on other chains. */
  readonly network: string;
  readonly from: string;
  readonly to: string;
  /** Base units, in decimal. */
  readonly value: string;
  /** Number of transfers that the sender signed before. */
  readonly nonce: number;
}

/** A payment signed by its sender. */
export interface SignedTransfer extends Transfer {
  readonly signature: string;
}

/** Returns the bytes that the sender of a transfer signs. */
export const transferBytes = ({ network, from, to, value, nonce }: Transfer): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(['toychain transfer', network, from, to, value, nonce]));

/** Returns the bytes that are signed for a message. They can never be those of a transfer. */
export const messageBytes = (message: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(['toychain message', message]));

/** Returns the hash that identifies a transfer. */
export const transferHash = async (transfer: Transfer): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', transferBytes(transfer)));
