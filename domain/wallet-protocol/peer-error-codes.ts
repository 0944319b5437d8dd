import type { RpcErrorObject } from './json-rpc.js';
import { SDK_ERRORS } from './protocol-errors.js';

/** Errors that an app sends to its wallets. */
export const PEER_ERRORS = {
  invalidSettle: SDK_ERRORS.INVALID_SESSION_SETTLE_REQUEST,
  userDisconnected: SDK_ERRORS.USER_DISCONNECTED,
} as const satisfies Readonly<Record<string, RpcErrorObject>>;

/** Code of an unknown method. @see https://www.jsonrpc.org/specification#error_object */
const METHOD_NOT_FOUND = -32_601;

/** Tests whether a peer does not know the method of a request. */
export const isMethodUnsupported = ({ code }: Pick<RpcErrorObject, 'code'>): boolean =>
  code === SDK_ERRORS.WC_METHOD_UNSUPPORTED.code || code === METHOD_NOT_FOUND;

/** Classifies a proposal's rejection: by the user, unsupported by the wallet, or any other failure. */
export const rejectionKindOf = (code: number): 'rejected' | 'unsupported' | 'failed' => {
  if (code >= SDK_ERRORS.USER_REJECTED.code && code <= SDK_ERRORS.USER_REJECTED_EVENTS.code) return 'rejected';
  return code >= SDK_ERRORS.UNSUPPORTED_CHAINS.code && code <= SDK_ERRORS.UNSUPPORTED_NAMESPACE_KEY.code ? 'unsupported' : 'failed';
};
