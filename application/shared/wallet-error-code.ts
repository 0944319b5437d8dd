/** Codes that any request to a wallet can end with. */
export type WalletErrorCode =
  | 'wallet/rejected'
  | 'wallet/request-pending'
  | 'wallet/unauthorized'
  | 'wallet/unsupported-method'
  | 'wallet/disconnected'
  | 'wallet/invalid-response'
  | 'wallet/request-failed'
  | 'config/dependency-missing'
  | 'browser/load-failed';
