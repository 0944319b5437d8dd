import { membersOf } from '../../wire.js';
import { isChainText, isText } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';

const parameterFault = (detail: string): ProtocolFault => protocolFault('wallet-protocol/invalid-parameter', { detail });

/**
 * Rule of `authenticate()`. In this order: chains, uri, domain, nonce, one namespace only, and that one eip155.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export const authenticateFault = (params: unknown): ProtocolFault | null => {
  const members = membersOf(params);
  const { chains } = members;
  const named: readonly unknown[] = Array.isArray(chains) ? Array.from(chains) : [];
  if (named.length === 0 || !named.every(isChainText)) return parameterFault('chains is required and must be a non-empty array');
  const absent = ['uri', 'domain', 'nonce'].find((name) => !isText(members[name]));
  if (absent !== undefined) return parameterFault(`${absent} is required parameter`);
  const namespaces = new Set(named.map((chain) => chain.split(':')[0]));
  if (namespaces.size > 1) return protocolFault('wallet-protocol/multiple-namespaces', {});
  return namespaces.has('eip155') ? null : protocolFault('wallet-protocol/authenticate-unsupported', {});
};
