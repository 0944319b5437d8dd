import { formatValue } from '../../format-value.js';
import { asRecord } from '../../wire.js';
import { isChainIdString, isHttpUrl, isNonEmptyString } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { grantedChains, isKeyOfNamespace, type SessionGrants } from './grants.js';

/**
 * Rule of a provider's default chain: its namespace was part of `connect()`, and a full chain id is approved. A bare namespace means its
 * default chain.
 */
export const providerChainFault = (chainId: string, configured: readonly string[], approved: readonly string[]): ProtocolFault | null => {
  const namespace = chainId.split(':')[0] ?? chainId;
  if (!configured.some((key) => isKeyOfNamespace(key, namespace)))
    return protocolFault('wallet-protocol/namespace-not-configured', { namespace });
  return isChainIdString(chainId) && !approved.includes(chainId)
    ? protocolFault('wallet-protocol/chain-not-approved', { chainId, approved })
    : null;
};

const SWITCH = 'wallet_switchEthereumChain';

/**
 * Returns the chain of a `wallet_switchEthereumChain` request, e.g. `eip155:137`; `null` if it is invalid. The chain id is hex, with or
 * without 0x.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export const requestedChainSwitch = (params: unknown): string | null => {
  const { chainId } = asRecord(Array.isArray(params) ? params[0] : undefined);
  const digits = isNonEmptyString(chainId) ? /^(?:0x)?0*([0-9a-f]{1,13})$/i.exec(chainId.trim())?.[1] : undefined;
  const number = Number.parseInt(digits ?? '', 16);
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : null;
};

/** Tests whether a session has an account on a chain, so that switching needs no request to the wallet. */
export const isChainApproved = (chainId: string, grants: SessionGrants): boolean => grantedChains(grants).includes(chainId);

/** Rule of a chain switch: the chain is approved, or the wallet supports `wallet_switchEthereumChain`. */
export const chainSwitchFault = (params: unknown, grants: SessionGrants): ProtocolFault | null => {
  const chainId = requestedChainSwitch(params);
  const canRequestSwitch = Object.entries(grants).some(([key, { methods }]) => isKeyOfNamespace(key, 'eip155') && methods.includes(SWITCH));
  if (chainId !== null && (canRequestSwitch || isChainApproved(chainId, grants))) return null;
  const requested = asRecord(Array.isArray(params) ? params[0] : undefined).chainId;
  return protocolFault('wallet-protocol/switch-failed', { chainId: chainId ?? `eip155:${formatValue(requested)}` });
};

/** An EVM address. @see https://eips.ethereum.org/EIPS/eip-55 */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Rule of `wallet_getCapabilities`: the first parameter is an address. @see https://eips.ethereum.org/EIPS/eip-5792 */
export const capabilitiesFault = (params: unknown): ProtocolFault | null => {
  const address: unknown = Array.isArray(params) ? params[0] : undefined;
  return typeof address === 'string' && ADDRESS.test(address)
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', { detail: 'Missing address parameter in `wallet_getCapabilities` request' });
};

/** Rule of an RPC URL: it uses http or https. */
export const httpUrlFault = (url: unknown): ProtocolFault | null =>
  isHttpUrl(url) ? null : protocolFault('json-rpc/invalid-url', { url: formatValue(url) });
