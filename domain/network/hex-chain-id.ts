import { type ChainId, formatChainId, parseChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/**
 * The chain id as an EVM wallet writes it: hex with `0x` and without leading zeros.
 * @throws LatchkeyError `chain/unsupported` for a chain that is no `eip155` one
 * @see https://eips.ethereum.org/EIPS/eip-695
 */
export const toHexChainId = (chainId: ChainId): string => {
  const { namespace, reference } = parseChainId(chainId);
  if (namespace !== 'eip155') throw new LatchkeyError('chain/unsupported', { chainId });
  return `0x${BigInt(reference).toString(16)}`;
};

/**
 * Reads the chain id that an EVM wallet gave: hex as the standard says, or a number or decimal text as some wallets do.
 * Anything else, zero, and what no number can hold exactly is `null`.
 * @see https://eips.ethereum.org/EIPS/eip-695
 */
export const fromHexChainId = (value: unknown): ChainId<'eip155'> | null => {
  const id = typeof value === 'string' && /^(?:0x[0-9a-f]{1,16}|\d{1,16})$/i.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? formatChainId('eip155', id) : null;
};
