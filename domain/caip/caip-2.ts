import { LatchkeyError } from '../errors/latchkey-error.js';
import { isNamespace, type Namespace } from './namespace.js';

declare const chainIdBrand: unique symbol;

/**
 * A valid CAIP-2 chain id such as `eip155:1`, of a registered namespace.
 * @see https://chainagnostic.org/CAIPs/caip-2
 */
export type ChainId<N extends Namespace = Namespace> = `${N}:${string}` & { readonly [chainIdBrand]: 'ChainId' };

/** Components of a chain id. */
export interface ChainIdComponents<N extends Namespace = Namespace> {
  readonly namespace: N;
  /** The chain's id in its namespace, e.g. `1` or the first 32 characters of a genesis hash. */
  readonly reference: string;
}

/** CAIP-2: reference is `[-_a-zA-Z0-9]{1,32}`. */
const REFERENCE = /^[-_a-zA-Z0-9]{1,32}$/;
/** An EIP-155 reference is a positive decimal without sign and leading zeros. */
const EIP155_REFERENCE = /^[1-9][0-9]*$/;

const isReference = (namespace: Namespace, reference: string): boolean =>
  REFERENCE.test(reference) && (namespace !== 'eip155' || EIP155_REFERENCE.test(reference));

/** Tests for a CAIP-2 chain id of a registered namespace. */
export const isChainId = (value: unknown): value is ChainId => {
  if (typeof value !== 'string') return false;
  const [namespace = '', reference = '', ...rest] = value.split(':');
  return rest.length === 0 && isNamespace(namespace) && isReference(namespace, reference);
};

/**
 * Parses a CAIP-2 chain id.
 * @throws LatchkeyError `caip/invalid-chain-id`
 * @example parseChainId('eip155:137') // { namespace: 'eip155', reference: '137' }
 */
export const parseChainId = (value: string): ChainIdComponents => {
  if (!isChainId(value)) throw new LatchkeyError('caip/invalid-chain-id', { value });
  const namespace = namespaceOf(value);
  return { namespace, reference: value.slice(namespace.length + 1) };
};

/**
 * Validates a string as `ChainId`.
 * @throws LatchkeyError `caip/invalid-chain-id`
 */
export const toChainId = (value: string): ChainId => {
  if (!isChainId(value)) throw new LatchkeyError('caip/invalid-chain-id', { value });
  return value;
};

/**
 * Builds a CAIP-2 chain id.
 * @throws LatchkeyError `caip/invalid-chain-id`
 */
export const formatChainId = <N extends Namespace>(namespace: N, reference: string | number): ChainId<N> =>
  // The string begins with this namespace.
  toChainId(`${namespace}:${reference}`) as ChainId<N>;

export const namespaceOf = <N extends Namespace>(chainId: ChainId<N>): N =>
  // The type of a chain id begins with its namespace.
  chainId.slice(0, chainId.indexOf(':')) as N;
