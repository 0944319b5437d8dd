import { type ChainId, formatChainId, parseChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/**
 * Formats an EVM chain id as hex with `0x`, without leading zeros.
 * @throws LatchkeyError `chain/unsupported` outside of `eip155`
 * @see https://eips.ethereum.org/EIPS/eip-695
 */
export const toHexChainId = (chainId: ChainId): string => {
  const { namespace, reference } = parseChainId(chainId);
  if (namespace !== 'eip155') throw new LatchkeyError('chain/unsupported', { chainId });
  return `0x${BigInt(reference).toString(16)}`;
};

/**
 * Parses the chain id of an EVM wallet: hex as in the standard, or a number or decimal string as some wallets return it. `null` for
 * anything else, zero and unsafe integers.
 * @see https://eips.ethereum.org/EIPS/eip-695
 */
export const fromHexChainId = (value: unknown): ChainId<'eip155'> | null => {
  const id = typeof value === 'string' && /^(?:0x[0-9a-f]{1,16}|\d{1,16})$/i.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? formatChainId('eip155', id) : null;
};
