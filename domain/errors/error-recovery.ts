import type { ErrorCode } from './error-contexts.js';

/**
 * The way out of an error: `retry` the same thing; `ask-user` to do something in the wallet or the page; `reconfigure`
 * the host app; `none` where nothing helps.
 */
export type Recovery = 'retry' | 'ask-user' | 'reconfigure' | 'none';

/** The way out of each error. */
export const ERROR_RECOVERY: Readonly<Record<ErrorCode, Recovery>> = {
  'caip/invalid-chain-id': 'reconfigure',
  'caip/invalid-account-id': 'reconfigure',
  'caip/invalid-asset-id': 'reconfigure',
  'address/invalid': 'ask-user',
  'money/invalid-amount': 'ask-user',
  'config/invalid-option': 'reconfigure',
  'config/conflicting-sign-in': 'reconfigure',
  'config/invalid-network': 'reconfigure',
  'config/dependency-missing': 'reconfigure',
  'config/project-id-missing': 'reconfigure',
  'config/disposed': 'none',
  'config/provider-missing': 'reconfigure',
  'connection/adapter-not-found': 'reconfigure',
  'connection/connector-not-found': 'ask-user',
  'connection/not-connected': 'ask-user',
  'connection/client-not-set': 'reconfigure',
  'connection/no-accounts': 'ask-user',
  'connection/cancelled': 'retry',
  'connection/disconnect-failed': 'retry',
  'connection/revoke-failed': 'none',
  'wallet/rejected': 'retry',
  'wallet/request-pending': 'ask-user',
  'wallet/unauthorized': 'ask-user',
  'wallet/unsupported-method': 'none',
  'wallet/disconnected': 'retry',
  'wallet/invalid-response': 'retry',
  'wallet/request-failed': 'retry',
  'network/unrecognized-chain': 'ask-user',
  'network/not-supported': 'ask-user',
  'network/not-found': 'reconfigure',
  'network/client-not-set': 'reconfigure',
  'network/last-of-namespace': 'reconfigure',
  'network/rpc-failed': 'retry',
  'network/timeout': 'retry',
  'network/unknown-outcome': 'none',
  'network/transaction-reverted': 'none',
  'chain/required': 'reconfigure',
  'chain/unsupported': 'none',
  'balance/unavailable': 'retry',
  'storage/unavailable': 'none',
  'browser/clipboard-unavailable': 'none',
};
