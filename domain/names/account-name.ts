import { LatchkeyError } from '../errors/latchkey-error.js';

/** Zone of the names that the service registers. */
export const NAME_ZONE = 'reown.id';
/** Names end with it. */
export const NAME_SUFFIX = `.${NAME_ZONE}`;
/** The second one is of names that were registered formerly. */
const SUFFIXES = [NAME_SUFFIX, '.wcn.id'];

/** Tests for a name of a zone of the service, in any letter case. */
export const isServiceName = (name: string): boolean => SUFFIXES.some((suffix) => name.toLowerCase().endsWith(suffix));

/** Letters that every other service of names also accepts. */
const ALLOWED = /^[a-zA-Z0-9-]*$/;
const MIN_LENGTH = 4;

/** Fault of a name that was typed. */
export type AccountNameFault = 'too-short' | 'invalid-characters';

/** Returns the fault of a name without its zone; `null` without one. */
export const accountNameFault = (name: string): AccountNameFault | null => {
  if (!ALLOWED.test(name)) return 'invalid-characters';
  return name.length < MIN_LENGTH ? 'too-short' : null;
};

/** The text that the owner of a name signs: JSON with the keys in this order. @param timestampMs milliseconds since 1970 */
export const registrationMessage = (name: string, timestampMs: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(timestampMs / 1_000) });

/** EVM chain ids above have no coin type. */
const MAX_CHAIN_ID = 0x7fff_ffff;

/**
 * Coin type of an EVM chain: its id with the highest of 32 bits set, also on Ethereum, as the service expects it.
 * @see https://docs.ens.domains/ensip/11
 * @throws LatchkeyError `chain/unsupported`
 */
export const coinTypeOf = (chainId: number): number => {
  if (!Number.isSafeInteger(chainId) || chainId < 1 || chainId > MAX_CHAIN_ID)
    throw new LatchkeyError('chain/unsupported', { chainId: `eip155:${chainId}` });
  return chainId + MAX_CHAIN_ID + 1;
};
