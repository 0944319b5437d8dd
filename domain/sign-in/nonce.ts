/** Bytes of a nonce: 128 bits. */
export const NONCE_BYTES = 16;

/** How long a nonce can be used, and with it a message, in milliseconds. */
export const NONCE_LIFETIME_MS = 300_000;

/** How far the clocks of the user's device and of the verifier may differ, in milliseconds. */
export const CLOCK_SKEW_MS = 60_000;
