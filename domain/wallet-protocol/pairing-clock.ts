/** How long a pairing URI is displayed as valid. */
export const PAIRING_VALIDITY_MS = 240_000;
/** A pairing URI counts as expired this long before its expiry, because scanning takes time. */
export const PAIRING_MARGIN_MS = 10_000;
/** A displayed pairing URI is renewed this long before it counts as expired. */
export const PAIRING_RENEWAL_LEAD_MS = 30_000;
/** Expiry of a proposal. Longer than a URI is displayed, so that a URI that was just renewed still works. */
export const PROPOSAL_EXPIRY_S = 300;

/** Time until which a new pairing URI is displayed as valid, in milliseconds since 1970. */
export const pairingExpiry = (nowMs: number): number => nowMs + PAIRING_VALIDITY_MS;

/** Tests whether a pairing URI counts as expired. True without an expiry. */
export const isPairingExpired = (expiryMs: number | undefined, nowMs: number): boolean =>
  expiryMs === undefined || expiryMs - nowMs <= PAIRING_MARGIN_MS;

/** Time until a displayed pairing URI is renewed. */
export const renewalDelay = (expiryMs: number, nowMs: number): number =>
  Math.max(0, expiryMs - PAIRING_MARGIN_MS - PAIRING_RENEWAL_LEAD_MS - nowMs);
