import { toHex } from './keys.js';

/** A payment. */
export interface Transfer {
  /** Name of the chain that it is for: a signature for one is worth nothing on another. */
  readonly network: string;
  readonly from: string;
  readonly to: string;
  /** Base units as decimals. */
  readonly value: string;
  /** How many transfers the sender signed before. */
  readonly nonce: number;
}

/** A payment that its sender agreed to. */
export interface SignedTransfer extends Transfer {
  readonly signature: string;
}

/** What the sender of a transfer signs. */
export const transferBytes = ({ network, from, to, value, nonce }: Transfer): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(['toychain transfer', network, from, to, value, nonce]));

/** What the signer of a text signs: never bytes that could be a transfer. */
export const messageBytes = (message: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(['toychain message', message]));

/** What a transfer goes by. */
export const transferHash = async (transfer: Transfer): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', transferBytes(transfer)));
