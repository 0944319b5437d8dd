import type { CoreErrorCode, ErrorMessages } from './error-tables.js';

/** Codes whose sentence the modal shows as it is. */
type SpokenCode = 'balance/unavailable' | 'browser/clipboard-unavailable' | 'connection/disconnect-failed';

/** The English sentence of each error of the core. Texts that the specification quotes (section 8) are kept to the letter. */
export const ERROR_MESSAGES: ErrorMessages<CoreErrorCode> & Readonly<Record<SpokenCode, string>> = {
  'caip/invalid-chain-id': ({ value }) => `"${value}" is no CAIP-2 chain id: write it as namespace:reference, e.g. eip155:1`,
  'caip/invalid-account-id': ({ value }) =>
    `"${value}" is no CAIP-10 account id: write it as namespace:reference:address, e.g. eip155:1:0x1111111111111111111111111111111111111111`,
  'caip/invalid-asset-id': ({ value }) =>
    `"${value}" is no CAIP-19 asset id: write it as chainId/namespace:reference, e.g. eip155:1/erc20:0x1111111111111111111111111111111111111111`,
  'address/invalid': ({ value }) => `"${value}" is no address that can be used here: compare it with its source`,
  'address/checksum-failed': ({ value }) => `"${value}" has a mistyped character: compare it with its source`,
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
  'network/unrecognized-chain': ({ chainId }) => `The wallet does not know the network ${chainId}: add it there, or choose another one`,
  'network/not-supported': ({ chainId }) => `The wallet does not offer the network ${chainId}: choose another one`,
  'network/not-found': 'Network not found',
  'network/client-not-set': 'NetworkController client not set',
  'network/last-of-namespace': ({ namespace }) => `The last network of ${namespace} cannot be removed: add another one first`,
  'network/rpc-failed': ({ chainId }) => `The network ${chainId} cannot be reached: check the connection and try again`,
  'network/timeout': ({ chainId }) => `The network ${chainId} does not answer: try again in a moment`,
  'network/wrong-chain': ({ chainId, walletChainId }) => `The wallet is on ${walletChainId}, not on ${chainId}: switch its network first`,
  'chain/required': ({ action }) => `Chain is required to ${action}`,
  'chain/unsupported': 'Unsupported chain',
  'balance/unavailable': 'Token Balance Unavailable',
  'storage/unavailable': 'Nothing can be kept here: the connection will not survive a reload',
  'browser/clipboard-unavailable': 'Failed to copy',
  'browser/load-failed': ({ part }) => `Could not load ${part}: check the connection and try again`,
  'request/cancelled': 'The request was cancelled',
};
