import * as v from 'valibot';

/** Text in base64url with a fixed length. */
export const base64Url = (characters: number) => v.pipe(v.string(), v.length(characters), v.regex(/^[\w-]*$/));

/** Identifier with 128 random bits. */
export const identifier = base64Url(22);

/** Public key of P-256: an uncompressed point of 65 bytes. */
export const point = v.pipe(base64Url(87), v.startsWith('B'));

/** Signature of ECDSA P-256 or of Ed25519: 64 bytes. */
export const signature = base64Url(86);

/** Public key of Ed25519: 32 bytes. */
export const ed25519Key = base64Url(43);
