import { formatJson, withoutSecrets } from '../../format-value.js';
import { asRecord, isObject } from '../../wire.js';
import { isChainIdString, isNonEmptyString } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';

const parameterFault = (detail: string): ProtocolFault => protocolFault('wallet-protocol/invalid-parameter', { detail });

/**
 * Rule of `authenticate()`. Checks chains, uri, domain, nonce, a single namespace, and that it is eip155.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export const authenticateFault = (params: unknown): ProtocolFault | null => {
  const members = asRecord(params);
  const { chains } = members;
  const chainIds: readonly unknown[] = Array.isArray(chains) ? Array.from(chains) : [];
  if (chainIds.length === 0 || !chainIds.every(isChainIdString)) return parameterFault('chains is required and must be a non-empty array');
  const absent = ['uri', 'domain', 'nonce'].find((name) => !isNonEmptyString(members[name]));
  if (absent !== undefined) return parameterFault(`${absent} is required parameter`);
  const namespaces = new Set(chainIds.map((chain) => chain.split(':')[0]));
  if (namespaces.size > 1) return protocolFault('wallet-protocol/multiple-namespaces', {});
  return namespaces.has('eip155') ? null : protocolFault('wallet-protocol/authenticate-unsupported', {});
};

/** Rule of `formatAuthMessage()`. Checks parameters and the fields whose type the message depends on. `iss` and the ReCap are checked later. */
export const formatAuthMessageFault = (params: unknown): ProtocolFault | null => {
  const missing = paramsFault('formatAuthMessage()', params);
  if (missing !== null) return missing;
  const { request } = asRecord(params);
  const { resources, statement } = asRecord(request);
  const isValid =
    isObject(request) &&
    (resources === undefined || (Array.isArray(resources) && Array.from(resources).every((resource) => typeof resource === 'string'))) &&
    (statement === undefined || statement === null || typeof statement === 'string');
  return isValid ? null : invalid(`formatAuthMessage() request: ${withoutSecrets(formatJson(request), 'signature')}`);
};
