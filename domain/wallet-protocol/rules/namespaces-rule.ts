import { membersOf } from '../../wire.js';
import { hasData, isAccountText, isChainText, isTextList } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';

/** The first fault of a list's items. */
const firstFault = <Item>(items: readonly Item[], faultOf: (item: Item) => ProtocolFault | null): ProtocolFault | null => {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== null) return fault;
  }
  return null;
};

const chainsFault = (key: string, entry: unknown, context: string): ProtocolFault | null => {
  const named = membersOf(entry).chains;
  const chains: readonly unknown[] = key.includes(':') ? [key] : Array.isArray(named) ? Array.from(named) : [];
  const unsupported = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/unsupported-chains', { detail: `${context}, ${detail}` });
  if (chains.length === 0)
    return unsupported(
      'chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }',
    );
  return firstFault(chains, (chain) =>
    isChainText(chain) ? null : unsupported(`chain ${shown(chain)} should be a string and conform to "namespace:chainId" format`),
  );
};

const accountsFault = (entry: unknown, context: string): ProtocolFault | null => {
  const { accounts } = membersOf(entry);
  const unsupported = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/unsupported-accounts', { detail: `${context}, ${detail}` });
  if (!Array.isArray(accounts))
    return unsupported('accounts should be an array of strings conforming to "namespace:chainId:address" format');
  return firstFault(Array.from<unknown>(accounts), (account) =>
    isAccountText(account)
      ? null
      : unsupported(`account ${shown(account)} should be a string and conform to "namespace:chainId:address" format`),
  );
};

const actionsFault = (entry: unknown, context: string): ProtocolFault | null => {
  const { methods, events } = membersOf(entry);
  const kindless = (kind: string): string => `${context}, ${kind} should be an array of strings or empty array for no ${kind}`;
  if (!isTextList(methods)) return protocolFault('wallet-protocol/unsupported-methods', { detail: kindless('methods') });
  return isTextList(events) ? null : protocolFault('wallet-protocol/unsupported-events', { detail: kindless('events') });
};

/**
 * Rule of what an app asks for: an object with data, whose entries name chains in their key or in a list, and list methods and events. A
 * fault of the chains of any entry goes before one of the methods and events.
 * @param call e.g. `connect()`
 * @param member `requiredNamespaces` or `optionalNamespaces`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const requestedNamespacesFault = (value: unknown, call: string, member: string): ProtocolFault | null =>
  hasData(value)
    ? (firstFault(Object.entries(value), ([key, entry]) => chainsFault(key, entry, `${call} ${member}`)) ??
      firstFault(Object.values(value), (entry) => actionsFault(entry, `${call}, namespace`)))
    : invalid(`${call}, ${member} should be an object with data`);

/**
 * Rule of what a wallet allows: an object with data, whose entries list accounts, methods and events. A fault of the accounts of any entry
 * goes before one of the methods and events.
 * @param call e.g. `approve()`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const approvedNamespacesFault = (value: unknown, call: string): ProtocolFault | null =>
  hasData(value)
    ? (firstFault(Object.values(value), (entry) => accountsFault(entry, `${call} namespace`)) ??
      firstFault(Object.values(value), (entry) => actionsFault(entry, `${call}, namespace`)))
    : invalid(`${call}, namespaces should be an object with data`);
