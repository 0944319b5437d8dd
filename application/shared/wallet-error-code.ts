/** Codes that any request to a wallet can end with. */
export type WalletErrorCode =
  | 'wallet/rejected'
  | 'wallet/request-pending'
  | 'wallet/unauthorized'
  | 'wallet/unsupported-method'
  | 'wallet/disconnected'
  | 'wallet/invalid-response'
  | 'wallet/request-failed'
  // A wallet elsewhere may not answer in time, leave meanwhile, or be out of reach.
  | 'wallet-protocol/request-expired'
  | 'wallet-protocol/user-disconnected'
  | 'relay/unreachable'
  | 'relay/unauthorized'
  | 'relay/publish-failed'
  | 'config/dependency-missing'
  | 'config/disposed'
  | 'browser/load-failed';
