/** How long a URI is shown as valid. */
export const PAIRING_VALIDITY_MS = 240_000;
/** A URI counts as expired so long before it is: a scan takes its time. */
export const PAIRING_MARGIN_MS = 10_000;
/** A URI on display is replaced so long before it counts as expired. */
export const PAIRING_RENEWAL_LEAD_MS = 30_000;
/** How long the protocol itself lets a wallet answer. Longer than a URI is shown, so that the one just replaced still counts. */
export const PROPOSAL_EXPIRY_S = 300;

/** When a URI that is made now is no longer shown as valid, in milliseconds since 1970. */
export const pairingExpiry = (nowMs: number): number => nowMs + PAIRING_VALIDITY_MS;

/** Whether a URI counts as expired. One without an expiry does. */
export const isPairingExpired = (expiryMs: number | undefined, nowMs: number): boolean =>
  expiryMs === undefined || expiryMs - nowMs <= PAIRING_MARGIN_MS;

/** How long to wait before a URI on display is replaced. */
export const renewalDelay = (expiryMs: number, nowMs: number): number =>
  Math.max(0, expiryMs - PAIRING_MARGIN_MS - PAIRING_RENEWAL_LEAD_MS - nowMs);
