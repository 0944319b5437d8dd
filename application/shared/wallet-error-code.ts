/** Error codes of any request to a wallet. */
export type WalletErrorCode =
  | 'wallet/rejected'
  | 'wallet/request-pending'
  | 'wallet/unauthorized'
  | 'wallet/unsupported-method'
  | 'wallet/disconnected'
  | 'wallet/invalid-response'
  | 'wallet/request-failed'
  // A remote wallet may not respond in time, disconnect, or be unreachable.
  | 'wallet-protocol/request-expired'
  | 'wallet-protocol/user-disconnected'
  | 'relay/unreachable'
  | 'relay/unauthorized'
  | 'relay/publish-failed'
  // The embedded wallet.
  | 'secure-frame/bundle-not-found'
  | 'secure-frame/load-failed'
  | 'secure-frame/not-set'
  | 'secure-frame/aborted'
  | 'secure-frame/error-reply'
  | 'secure-frame/request-aborted'
  | 'secure-frame/invalid-payload'
  | 'config/dependency-missing'
  | 'config/disposed'
  | 'browser/load-failed';
