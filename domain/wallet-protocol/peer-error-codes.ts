import type { RpcErrorObject } from './json-rpc.js';
import { SDK_ERRORS } from './protocol-errors.js';

/** The errors of the protocol that Latchkey's own engine sends to a peer. */
export const PEER_ERRORS = {
  invalidUpdate: SDK_ERRORS.INVALID_UPDATE_REQUEST,
  invalidSettle: SDK_ERRORS.INVALID_SESSION_SETTLE_REQUEST,
  unauthorizedUpdate: SDK_ERRORS.UNAUTHORIZED_UPDATE_REQUEST,
  unauthorizedExtend: SDK_ERRORS.UNAUTHORIZED_EXTEND_REQUEST,
  userDisconnected: SDK_ERRORS.USER_DISCONNECTED,
  unsupportedMethod: SDK_ERRORS.WC_METHOD_UNSUPPORTED,
} as const satisfies Readonly<Record<string, RpcErrorObject>>;

/** What a wallet's refusal of a proposal means: the person's own no, something that the wallet cannot do, or anything else. */
export const refusalOf = (code: number): 'rejected' | 'unsupported' | 'failed' => {
  if (code >= SDK_ERRORS.USER_REJECTED.code && code <= SDK_ERRORS.USER_REJECTED_EVENTS.code) return 'rejected';
  return code >= SDK_ERRORS.UNSUPPORTED_CHAINS.code && code <= SDK_ERRORS.UNSUPPORTED_NAMESPACE_KEY.code ? 'unsupported' : 'failed';
};
