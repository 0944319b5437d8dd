import { digestOf, encodeFields } from './encoding.js';

/** Headers of a signed request. */
export const REQUEST_HEADERS = {
  /** Thumbprint of the frame's key. */
  frame: 'latchkey-frame',
  /** Milliseconds since 1970. */
  time: 'latchkey-time',
  /** 128 random bits in base64url. */
  id: 'latchkey-request',
  /** ECDSA P-256 in base64url over {@link requestBytes}. */
  signature: 'latchkey-signature',
} as const;

/** The signed fields of a request. */
export interface SignedFields {
  /** Origin of the API, so that no other deployment can use the request. */
  readonly audience: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly time: number;
  readonly id: string;
}

/** Returns the bytes that a frame signs for a request. */
export const requestBytes = async ({ audience, method, path, body, time, id }: SignedFields): Promise<Uint8Array<ArrayBuffer>> =>
  encodeFields('latchkey/request/1', audience, method, path, await digestOf(body), String(time), id);
