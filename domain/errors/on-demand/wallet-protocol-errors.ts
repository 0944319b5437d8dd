import type { ErrorTables } from '../error-tables.js';

/** `text`, and what the peer needs to know behind it. */
const withDetail =
  (text: string) =>
  ({ detail }: { readonly detail: string }): string =>
    detail === '' ? text : `${text} ${detail}`;

/** Errors of the wallet protocol, of its relay and pairings, and of the JSON-RPC connections beside it. */
export const WALLET_PROTOCOL_ERRORS: ErrorTables<'wallet-protocol' | 'relay' | 'pairing' | 'json-rpc'> = {
  messages: {
    'wallet-protocol/missing-or-invalid': withDetail('Missing or invalid.'),
    'wallet-protocol/no-matching-key': withDetail('No matching key.'),
    'wallet-protocol/expired': withDetail('Expired.'),
    'wallet-protocol/not-initialized': withDetail('Not initialized.'),
    'wallet-protocol/unsupported-chains': withDetail('Unsupported chains.'),
    'wallet-protocol/user-disconnected': withDetail('User disconnected.'),
    'wallet-protocol/invalid-update-request': withDetail('Invalid update request.'),
    'wallet-protocol/settlement-failed': ({ detail }) => detail || 'Signature verification failed',
    'wallet-protocol/auth-request-not-found': ({ id }) => `Could not find pending auth request with id ${id}`,
    'wallet-protocol/recently-deleted': ({ record }) => `Record was recently deleted - ${record}`,
    'wallet-protocol/not-connected': 'Please call connect() before request()',
    'wallet-protocol/client-not-initialized': 'Sign Client not initialized',
    'wallet-protocol/namespace-not-configured': ({ namespace }) =>
      `Namespace '${namespace}' is not configured. Please call connect() first with namespace config.`,
    'wallet-protocol/multiple-namespaces': 'Multi-namespace requests are not supported. Please request single namespace only.',
    'wallet-protocol/authenticate-unsupported':
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    'wallet-protocol/switch-failed': ({ chainId }) =>
      `Failed to switch to chain '${chainId}'. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`,
    'wallet-protocol/call-status-not-approved': 'Fetching call status not approved by the wallet.',
    'wallet-protocol/receipt-failed': ({ status }) => `Failed to fetch user operation receipt - ${status}`,
    'wallet-protocol/request-expired': 'Request expired. Please try again.',
    'relay/unreachable': 'The relay that carries messages to the wallet cannot be reached',
    'relay/unauthorized': ({ reason }) => `The relay refused the connection: ${reason}`,
    'relay/publish-failed': 'The relay did not take the message',
    'pairing/expired': 'The pairing expired before a wallet approved it',
    'pairing/invalid-uri': ({ reason }) => `This is no pairing URI: ${reason}`,
    'json-rpc/url-missing': ({ chainId }) => `No RPC url provided for chainId: ${chainId}`,
    'json-rpc/provider-not-found': ({ chainId }) => `JSON-RPC provider for ${chainId} not found`,
    'json-rpc/already-closed': 'Connection already closed',
    'json-rpc/invalid-url': ({ url }) => `Provided URL is not compatible with HTTP connection: ${url}`,
  },
  recovery: {
    'wallet-protocol/missing-or-invalid': 'reconfigure',
    'wallet-protocol/no-matching-key': 'none',
    'wallet-protocol/expired': 'retry',
    'wallet-protocol/not-initialized': 'reconfigure',
    'wallet-protocol/unsupported-chains': 'ask-user',
    'wallet-protocol/user-disconnected': 'ask-user',
    'wallet-protocol/invalid-update-request': 'none',
    'wallet-protocol/settlement-failed': 'retry',
    'wallet-protocol/auth-request-not-found': 'none',
    'wallet-protocol/recently-deleted': 'ask-user',
    'wallet-protocol/not-connected': 'reconfigure',
    'wallet-protocol/client-not-initialized': 'reconfigure',
    'wallet-protocol/namespace-not-configured': 'reconfigure',
    'wallet-protocol/multiple-namespaces': 'reconfigure',
    'wallet-protocol/authenticate-unsupported': 'reconfigure',
    'wallet-protocol/switch-failed': 'ask-user',
    'wallet-protocol/call-status-not-approved': 'none',
    'wallet-protocol/receipt-failed': 'retry',
    'wallet-protocol/request-expired': 'retry',
    'relay/unreachable': 'retry',
    'relay/unauthorized': 'reconfigure',
    'relay/publish-failed': 'retry',
    'pairing/expired': 'retry',
    'pairing/invalid-uri': 'ask-user',
    'json-rpc/url-missing': 'reconfigure',
    'json-rpc/provider-not-found': 'reconfigure',
    'json-rpc/already-closed': 'none',
    'json-rpc/invalid-url': 'reconfigure',
  },
};
