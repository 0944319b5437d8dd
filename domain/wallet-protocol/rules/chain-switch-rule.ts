import { membersOf } from '../../wire.js';
import { isText } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import { grantedChains, isOfFamily, type SessionGrants } from './grants.js';

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
