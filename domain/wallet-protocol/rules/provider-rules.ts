import { membersOf } from '../../wire.js';
import { isChainText, isHttpUrl, isText } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import { grantedChains, isOfFamily, type SessionGrants } from './grants.js';

/**
 * Rule of a chain that a provider is told to use by itself: of a namespace that `connect()` was asked for and, in full, one that the session
 * allows. A bare namespace stands for its default chain.
 */
export const providerChainFault = (chainId: string, configured: readonly string[], approved: readonly string[]): ProtocolFault | null => {
  const namespace = chainId.split(':')[0] ?? chainId;
  if (!configured.some((key) => isOfFamily(key, namespace)))
    return protocolFault('wallet-protocol/namespace-not-configured', { namespace });
  return isChainText(chainId) && !approved.includes(chainId)
    ? protocolFault('wallet-protocol/chain-not-approved', { chainId, approved })
    : null;
};

const SWITCH = 'wallet_switchEthereumChain';

/**
 * The chain that a `wallet_switchEthereumChain` asks for, e.g. `eip155:137`; `null` when it names none. Its id is hex, with or without 0x.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export const switchedChain = (params: unknown): string | null => {
  const { chainId } = membersOf(Array.isArray(params) ? params[0] : undefined);
  const digits = isText(chainId) ? /^(?:0x)?0*([0-9a-f]{1,13})$/i.exec(chainId.trim())?.[1] : undefined;
  const number = Number.parseInt(digits ?? '', 16);
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : null;
};

/** Whether a session shares an account on a chain, so that a switch needs no wallet. */
export const isChainApproved = (chainId: string, grants: SessionGrants): boolean => grantedChains(grants).includes(chainId);

/** Rule of a chain switch: the session allows the chain, or lets the wallet be asked to switch. */
export const chainSwitchFault = (params: unknown, grants: SessionGrants): ProtocolFault | null => {
  const chainId = switchedChain(params);
  const canAsk = Object.entries(grants).some(([key, { methods }]) => isOfFamily(key, 'eip155') && methods.includes(SWITCH));
  if (chainId !== null && (canAsk || isChainApproved(chainId, grants))) return null;
  const named = membersOf(Array.isArray(params) ? params[0] : undefined).chainId;
  return protocolFault('wallet-protocol/switch-failed', { chainId: chainId ?? `eip155:${shown(named)}` });
};

/** An address of an EVM chain. @see https://eips.ethereum.org/EIPS/eip-55 */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Rule of `wallet_getCapabilities`: the first parameter is the address whose capabilities are asked for. @see https://eips.ethereum.org/EIPS/eip-5792 */
export const capabilitiesFault = (params: unknown): ProtocolFault | null => {
  const address: unknown = Array.isArray(params) ? params[0] : undefined;
  return typeof address === 'string' && ADDRESS.test(address)
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', { detail: 'Missing address parameter in `wallet_getCapabilities` request' });
};

/** Rule of an RPC URL that HTTP is to be spoken with: it is one of http or https. */
export const httpUrlFault = (url: unknown): ProtocolFault | null =>
  isHttpUrl(url) ? null : protocolFault('json-rpc/invalid-url', { url: shown(url) });
