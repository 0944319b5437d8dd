import type { RpcErrorObject } from './json-rpc.js';

/** Errors that are sent to a peer, with the protocol's own codes and words. @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
export const PEER_ERRORS = {
  invalidUpdate: { code: 1003, message: 'Invalid update request.' },
  invalidSettle: { code: 1005, message: 'Invalid session settle request.' },
  unauthorizedUpdate: { code: 3003, message: 'Unauthorized update request.' },
  unauthorizedExtend: { code: 3004, message: 'Unauthorized extend request.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  unsupportedMethod: { code: 10_001, message: 'Unsupported wc_ method.' },
} as const satisfies Readonly<Record<string, RpcErrorObject>>;

/** What a wallet's refusal of a proposal means: the person's own no, something that the wallet cannot do, or anything else. */
export const refusalOf = (code: number): 'rejected' | 'unsupported' | 'failed' => {
  if (code >= 5000 && code <= 5003) return 'rejected';
  return code >= 5100 && code <= 5104 ? 'unsupported' : 'failed';
};
