import { membersOf } from '../../wire.js';
import { isOver, isRelay, isText } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { approvedNamespacesFault } from './namespaces-rule.js';
import { paramsFault } from './params.js';

const CALL = 'onSessionSettleRequest()';

/**
 * Rule of a settlement that an app receives. In this order: parameters, the relay's protocol, the controller's key, namespaces, an expiry
 * that lies ahead.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionsettle
 */
export const settleFault = (params: unknown, { nowMs }: { readonly nowMs: number }): ProtocolFault | null => {
  const { relay, controller, namespaces, expiry } = membersOf(params);
  return (
    paramsFault(CALL, params) ??
    (isRelay(relay) ? null : invalid(`${CALL} relay protocol should be a string`)) ??
    (isText(membersOf(controller).publicKey) ? null : invalid(`${CALL} controller public key should be a string`)) ??
    approvedNamespacesFault(namespaces, CALL) ??
    (isOver(expiry, nowMs) ? protocolFault('wallet-protocol/expired', { detail: CALL }) : null)
  );
};
