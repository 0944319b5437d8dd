/** Addresses in base58 have up to 35 characters, those of the segwit versions that are in use exactly so many behind their prefix. */
const FORM =
  /^(?:[123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc|tb|bcrt)1(?:q[02-9ac-hj-np-z]{38}|[pq][02-9ac-hj-np-z]{58})|(?:BC|TB|BCRT)1(?:Q[02-9AC-HJ-NP-Z]{38}|[PQ][02-9AC-HJ-NP-Z]{58}))$/;

/**
 * Whether a text has the form of a Bitcoin address. Says nothing about its checksum, so that a page need not load what
 * reads one: `readBitcoinAddress` does.
 * @see BIP-13, BIP-173, BIP-350
 */
export const hasBitcoinAddressForm = (value: unknown): value is string => typeof value === 'string' && FORM.test(value);
