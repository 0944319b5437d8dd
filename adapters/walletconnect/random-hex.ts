const BYTES = 32;

/** 32 random bytes, hex: fit for keys. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
