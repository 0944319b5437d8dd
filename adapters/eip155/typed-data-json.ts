import type { TypedData } from '../../application/ports/chain.port.js';

/** Fields of the domain in their order. @see https://eips.ethereum.org/EIPS/eip-712#definition-of-domainseparator */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Writes typed data as wallets take it: with the type of the domain, derived from its fields where it is missing, and
 * whole numbers as decimal texts.
 */
export const typedDataJson = ({ domain, types, primaryType, message }: TypedData): string =>
  JSON.stringify(
    {
      types: { EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined), ...types },
      domain,
      primaryType,
      message,
    },
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
