/** The two ends of an address, for places where the whole one stands beside it or does not matter. */
export const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
