import type { ErrorCode, ErrorContexts } from './error-contexts.js';

/** A sentence, or how it is made of the context. */
type ErrorMessage<Context> = string | ((context: Context) => string);

/** `text`, and what the peer needs to know behind it. */
const withDetail =
  (text: string) =>
  ({ detail }: { readonly detail: string }): string =>
    detail === '' ? text : `${text} ${detail}`;

/** What the name service said, else `text`. */
const reasonOr =
  (text: string) =>
  ({ reason }: { readonly reason: string | null }): string =>
    reason || text;

/** The English sentence of each error. Texts that the specification quotes (section 8) are kept to the letter. */
export const ERROR_MESSAGES: { readonly [Code in ErrorCode]: ErrorMessage<ErrorContexts[Code]> } = {
  'caip/invalid-chain-id': ({ value }) => `"${value}" is no CAIP-2 chain id: write it as namespace:reference, e.g. eip155:1`,
  'caip/invalid-account-id': ({ value }) =>
    `"${value}" is no CAIP-10 account id: write it as namespace:reference:address, e.g. eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`,
  'caip/invalid-asset-id': ({ value }) =>
    `"${value}" is no CAIP-19 asset id: write it as chainId/namespace:reference, e.g. eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f`,
  'address/invalid': ({ value, namespace }) => `"${value}" is no address of ${namespace}`,
  'money/invalid-amount': ({ value, decimals }) => `"${value}" is no amount with at most ${decimals} decimals`,
  'config/invalid-option': ({ field, fix }) => `Option "${field}" is not valid: ${fix}`,
  'config/conflicting-sign-in': 'Cannot set both `siweConfig` and `siwx` options',
  'config/invalid-network': ({ network, field, fix }) => `Network "${network}" is not valid at "${field}": ${fix}`,
  'config/dependency-missing': ({ dependency }) => `"${dependency}" is not installed: run npm install ${dependency}`,
  'config/project-id-missing': ({ service }) =>
    `Project ID Not Configured: set "projectId", or an own address for "${service}" in "endpoints"`,
  'config/disposed': 'This Latchkey client was disposed of: create a new one',
  'config/provider-missing': ({ hook }) => `Put <LatchkeyProvider> around the component that calls ${hook}`,
  'connection/adapter-not-found': 'Chain adapter not found',
  'connection/connector-not-found': ({ connectorId }) => `No wallet with the id "${connectorId}" is available`,
  'connection/not-connected': ({ namespace }) => `No ${namespace} wallet is connected`,
  'connection/client-not-set': 'ConnectionController client not set',
  'connection/no-accounts': 'The wallet shared no account',
  'connection/cancelled': 'The connection was cancelled',
  'connection/disconnect-failed': 'Failed to disconnect',
  'connection/revoke-failed': 'The wallet did not confirm that it forgot this site',
  'wallet/rejected': 'The request was declined in the wallet',
  'wallet/request-pending': 'The wallet already shows a request: open it and answer that one first',
  'wallet/unauthorized': 'The wallet does not allow this site to do that',
  'wallet/unsupported-method': ({ method }) => `The wallet does not support ${method}`,
  'wallet/disconnected': 'The wallet lost its connection to the network',
  'wallet/invalid-response': ({ method }) => `The wallet gave an answer to ${method} that makes no sense`,
  'wallet/request-failed': ({ method }) => `The wallet could not do ${method}`,
  'network/unrecognized-chain': ({ chainId }) => `The wallet does not know the network ${chainId}`,
  'network/not-supported': ({ chainId }) => `The wallet does not support the network ${chainId}`,
  'network/not-found': 'Network not found',
  'network/client-not-set': 'NetworkController client not set',
  'network/last-of-namespace': ({ namespace }) => `The last network of ${namespace} cannot be removed`,
  'network/rpc-failed': ({ chainId }) => `The network ${chainId} cannot be reached`,
  'network/timeout': ({ chainId }) => `The network ${chainId} does not answer`,
  'network/unknown-outcome': ({ hash }) => `The transaction ${hash} was sent; whether it was confirmed is not known yet`,
  'network/transaction-reverted': ({ hash }) => `The transaction ${hash} was confirmed but failed`,
  'network/wrong-chain': ({ chainId, walletChainId }) => `The wallet is on ${walletChainId}, not on ${chainId}: switch its network first`,
  'chain/required': ({ action }) => `Chain is required to ${action}`,
  'chain/unsupported': 'Unsupported chain',
  'balance/unavailable': 'Token Balance Unavailable',
  'storage/unavailable': 'The browser keeps nothing for this page: the connection will not survive a reload',
  'browser/clipboard-unavailable': 'Failed to copy',
  'browser/load-failed': ({ part }) => `Could not load ${part}: check the connection and try again`,
  'swap/gas-price-unsupported': 'Network not supported for Gas Price',
  'swap/network-unsupported': 'Network not supported for Swaps',
  'send/failed': ({ namespace }) => (namespace === 'solana' ? 'Failed to send transaction. Please try again.' : 'Something went wrong'),
  'activity/fetch-failed': 'Failed to fetch transactions',
  'activity/account-required': "Transactions can't be fetched without an accountAddress",
  'names/resolve-failed': reasonOr('Error resolving name'),
  'names/suggestions-failed': reasonOr('Error fetching name suggestions'),
  'names/lookup-failed': reasonOr('Error fetching names for address'),
  'names/registration-failed': ({ name, reason }) => reason || `Error registering name ${name}`,
  'embedded-wallet/email-cooldown': ({ seconds }) => `Please try again after ${seconds} seconds`,
  'embedded-wallet/connector-not-found': 'Address or auth connector not found',
  'secure-frame/load-failed': 'Unable to load email login dependency',
  'secure-frame/not-set': 'W3mFrame: iframe is not set',
  'secure-frame/request-aborted': 'Request was aborted',
  'secure-frame/aborted': 'Something went wrong',
  'secure-frame/error-reply': reasonOr('An error occurred'),
  'sign-in/not-enabled': 'SIWX is not enabled',
  'sign-in/address-missing': 'No ActiveCaipAddress found',
  'sign-in/network-missing': 'No ActiveCaipNetwork or client found',
  'sign-in/client-missing': 'No ConnectionController client found',
  'sign-in/initialization-failed': 'A problem occurred while trying initialize authentication',
  'sign-in/declined': 'Signature declined',
  'sign-in/smart-account-unsupported': 'This application might not support Smart Accounts',
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
  'json-rpc/url-missing': ({ chainId }) => `No RPC url provided for chainId: ${chainId}`,
  'json-rpc/provider-not-found': ({ chainId }) => `JSON-RPC provider for ${chainId} not found`,
  'json-rpc/already-closed': 'Connection already closed',
  'json-rpc/invalid-url': ({ url }) => `Provided URL is not compatible with HTTP connection: ${url}`,
  'request/cancelled': 'The request was cancelled',
};
