import { bytesOf, encodeFields } from './encoding.js';

/** The challenge by which a passkey signs a frame of the site in. @param nonce of the server @param frame thumbprint of its key */
export const loginChallenge = async (nonce: string, frame: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(encodeFields('latchkey/passkey-login/1', nonce, frame))));
