import type { RpcErrorObject } from './json-rpc.js';
import { SDK_ERRORS } from './protocol-errors.js';

/** Errors that an app sends to its wallets. */
export const PEER_ERRORS = {
  invalidSettle: SDK_ERRORS.INVALID_SESSION_SETTLE_REQUEST,
  userDisconnected: SDK_ERRORS.USER_DISCONNECTED,
} as const satisfies Readonly<Record<string, RpcErrorObject>>;

/** Classifies a proposal's rejection: by the user, unsupported by the wallet, or any other failure. */
export const rejectionKindOf = (code: number): 'rejected' | 'unsupported' | 'failed' => {
  if (code >= SDK_ERRORS.USER_REJECTED.code && code <= SDK_ERRORS.USER_REJECTED_EVENTS.code) return 'rejected';
  return code >= SDK_ERRORS.UNSUPPORTED_CHAINS.code && code <= SDK_ERRORS.UNSUPPORTED_NAMESPACE_KEY.code ? 'unsupported' : 'failed';
};
