/** Base58 addresses have up to 35 characters. Segwit addresses of the versions in use have a fixed length after their prefix. */
const ADDRESS_FORMAT =
  /^(?:[123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc|tb|bcrt)1(?:q[02-9ac-hj-np-z]{38}|[pq][02-9ac-hj-np-z]{58})|(?:BC|TB|BCRT)1(?:Q[02-9AC-HJ-NP-Z]{38}|[PQ][02-9AC-HJ-NP-Z]{58}))$/;

/**
 * Tests the format of a Bitcoin address, not its checksum, so that the checksum code is not bundled: `parseBitcoinAddress` checks it.
 * @see BIP-13, BIP-173, BIP-350
 */
export const hasBitcoinAddressFormat = (value: unknown): value is string => typeof value === 'string' && ADDRESS_FORMAT.test(value);
