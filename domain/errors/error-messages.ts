import type { ErrorCode, ErrorContexts } from './error-contexts.js';

/** A sentence, or how it is made of the context. */
type ErrorMessages = { readonly [Code in ErrorCode]: string | ((context: ErrorContexts[Code]) => string) };

/** Codes whose sentence the modal shows as it is. */
type PlainCode = 'balance/unavailable' | 'browser/clipboard-unavailable' | 'connection/disconnect-failed';

/** Names of chain families for people. */
const CHAIN_FAMILIES: Readonly<Record<string, string>> = {
  eip155: 'an EVM chain',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
};
const nameOf = (namespace: string): string => CHAIN_FAMILIES[namespace] ?? namespace;

/** The reason that the name service gave, else `text`. */
const reasonOr =
  (text: string) =>
  ({ reason }: { readonly reason: string | null }): string =>
    reason || text;

/** `text`, followed by the detail for the peer. */
const withDetail =
  (text: string) =>
  ({ detail }: { readonly detail: string }): string =>
    detail === '' ? text : `${text} ${detail}`;

/** The English sentence of each code. Texts that the specification quotes (section 8) are kept to the letter. */
export const ERROR_MESSAGES: ErrorMessages & Readonly<Record<PlainCode, string>> = {
  'caip/invalid-chain-id': ({ value }) => `"${value}" is no CAIP-2 chain id: write it as namespace:reference, e.g. eip155:1`,
  'caip/invalid-account-id': ({ value }) =>
    `"${value}" is no CAIP-10 account id: write it as namespace:reference:address, e.g. eip155:1:0x1111111111111111111111111111111111111111`,
  'caip/invalid-asset-id': ({ value }) =>
    `"${value}" is no CAIP-19 asset id: write it as chainId/namespace:reference, e.g. eip155:1/erc20:0x1111111111111111111111111111111111111111`,
  'address/invalid': ({ value }) => `"${value}" is no address that can be used here: compare it with its source`,
  'address/wrong-namespace': ({ value, namespace, expected }) =>
    `"${value}" is an address of ${nameOf(namespace)}: enter one of ${nameOf(expected)}`,
  'address/wrong-network': ({ value, chainId }) => `"${value}" belongs to another network than ${chainId}: enter an address of this one`,
  'address/checksum-failed': ({ value }) => `"${value}" has a mistyped character: compare it with its source`,
  'money/invalid-amount': ({ value, decimals }) => `"${value}" is no amount with at most ${decimals} decimals`,
  'config/invalid-option': ({ field, fix }) => `Option "${field}" is not valid: ${fix}`,
  'config/conflicting-sign-in': 'Cannot set both `siweConfig` and `siwx` options',
  'config/invalid-network': ({ network, field, fix }) => `Network "${network}" is not valid at "${field}": ${fix}`,
  'config/dependency-missing': ({ dependency }) => `"${dependency}" is not installed: run npm install ${dependency}`,
  'config/project-id-missing': ({ service }) =>
    `Project ID Not Configured: set "projectId", or an own address for "${service}" in "endpoints"`,
  'config/disposed': 'This Latchkey client was disposed of: create a new one',
  'config/already-bound': ({ token }) => `${token} is bound already: bind it once, or rebind it in the container`,
  'config/not-loaded': ({ token, feature }) => `${token} is not loaded yet: await latchkey.load('${feature}') first`,
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
  'wallet/wrong-signature': 'The wallet signed with another account, or something else: choose the account in the wallet and sign again',
  'wallet/request-failed': ({ method }) => `The wallet could not do ${method}`,
  'network/unrecognized-chain': ({ chainId }) => `The wallet does not know the network ${chainId}: add it there, or choose another one`,
  'network/not-supported': ({ chainId }) => `The wallet does not offer the network ${chainId}: choose another one`,
  'network/not-found': 'Network not found',
  'network/client-not-set': 'NetworkController client not set',
  'network/last-of-namespace': ({ namespace }) => `The last network of ${namespace} cannot be removed: add another one first`,
  'network/rpc-failed': ({ chainId }) => `The network ${chainId} cannot be reached: check the connection and try again`,
  'network/timeout': ({ chainId }) => `The network ${chainId} does not answer: try again in a moment`,
  'network/unknown-outcome': ({ hash }) =>
    `The transaction ${hash} was sent, and its outcome is not known yet: look it up before you send again`,
  'network/wrong-node': ({ chainId, nodeChainId }) => `The node for ${chainId} answers for ${nodeChainId}: check its address`,
  'network/transaction-dropped': ({ hash }) => `The transaction ${hash} came into no block and no longer can: send it again`,
  'network/transaction-reverted': ({ hash }) =>
    `The transaction ${hash} failed on the chain, and only its fee was paid: look it up before you send again`,
  'network/transaction-partly-reverted': ({ hash }) =>
    `Some calls of the batch ${hash} failed on the chain, others were carried out: look it up before you send again`,
  'network/wrong-chain': ({ chainId, walletChainId }) => `The wallet is on ${walletChainId}, not on ${chainId}: switch its network first`,
  'chain/required': ({ action }) => `Chain is required to ${action}`,
  'chain/unsupported': 'Unsupported chain',
  'balance/unavailable': 'Token Balance Unavailable',
  'storage/unavailable': 'Nothing can be kept here: the connection will not survive a reload',
  'browser/clipboard-unavailable': 'Failed to copy',
  'browser/load-failed': ({ part }) => `Could not load ${part}: check the connection and try again`,
  'swap/gas-price-unsupported': 'Network not supported for Gas Price',
  'swap/network-unsupported': 'Network not supported for Swaps',
  'send/invalid-amount': 'Enter an amount greater than zero',
  'send/above-balance': 'This is more than the account has: enter a smaller amount',
  'send/dust': ({ minimum }) => `This is less than the network accepts: send at least ${minimum} sat`,
  'send/insufficient-fee-funds': 'The account cannot pay the network fee: add some of the network’s own coin, or send less',
  'send/existential-deposit': ({ account }) =>
    account === 'sender'
      ? 'The account would keep less than the network lets exist: send less, or send everything'
      : 'The recipient would have less than the network lets exist: send more',
  'send/expired': 'The transaction was signed too late, and nothing was sent: try again',
  'send/nonce-too-low': 'Another transaction of this account came first, and nothing was sent: try again',
  'send/input-spent': 'The coins of this transaction were spent by another one, and nothing was sent: try again',
  'send/refused': ({ reason }) => `The network refused the transaction (${reason}), and nothing was sent: change it, then try again`,
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
  'secure-frame/error-reply': ({ reason }) => reason || 'An error occurred',
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
  'wallet-protocol/recently-deleted': ({ record }) => `Missing or invalid. Record was recently deleted - ${record}`,
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
  'wallet-protocol/non-conforming-namespaces': withDetail('Non conforming namespaces.'),
  'wallet-protocol/unsupported-accounts': withDetail('Unsupported accounts.'),
  'wallet-protocol/unsupported-methods': withDetail('Unsupported methods.'),
  'wallet-protocol/unsupported-events': withDetail('Unsupported events.'),
  'wallet-protocol/mismatched-topic': withDetail('Mismatched topic.'),
  'wallet-protocol/restore-will-override': withDetail('Restore will override.'),
  'wallet-protocol/unknown-type': withDetail('Unknown type.'),
  'wallet-protocol/invalid-parameter': ({ detail }) => detail,
  'wallet-protocol/chain-not-approved': ({ chainId, approved }) =>
    `Chain '${chainId}' not approved. Please use one of the following: ${approved.toString()}`,
  'wallet-protocol/nothing-to-disconnect': 'Please call connect() before enable()',
  'wallet-protocol/session-unknown': ({ topic }) => `The provided session: ${topic} doesn't exist in the Sign client`,
  'wallet-protocol/no-default-chain': 'ChainId not found',
  'wallet-protocol/pairing-aborted': 'The pairing was given up before a wallet approved it',
  'wallet-protocol/link-not-opened': 'The app that waits for the answer could not be opened by its link',
  'relay/unreachable': 'The relay that carries messages to the wallet cannot be reached',
  'relay/unauthorized': ({ reason }) => `The relay refused the connection: ${reason}`,
  'relay/publish-failed': 'The relay did not take the message',
  'pairing/expired': 'The pairing expired before a wallet approved it',
  'pairing/invalid-uri': ({ reason }) => `This is no pairing URI: ${reason}`,
  'pairing/already-exists': ({ topic }) => `Pairing already exists: ${topic}. Please try again with a new connection URI.`,
  'json-rpc/url-missing': ({ chainId }) => `No RPC url provided for chainId: ${chainId}`,
  // A chain of eip155 by its number alone, as the official provider says it.
  'json-rpc/provider-not-found': ({ chainId }) => `JSON-RPC provider for ${chainId.replace(/^eip155:/, '')} not found`,
  'json-rpc/already-closed': 'Connection already closed',
  'json-rpc/invalid-url': ({ url }) => `Provided URL is not compatible with HTTP connection: ${url}`,
  'json-rpc/unavailable': ({ url }) => `Unavailable HTTP RPC url at ${url}`,
  'directory/unreachable': 'The list of wallets cannot be reached: check the connection and try again',
  'directory/refused': ({ service, status }) =>
    `"${service}" refused the request (${status}): check "projectId" and the origins that it allows`,
  'directory/invalid-response': ({ service, reason }) => `"${service}" gave an answer that makes no sense: ${reason}`,
  'request/cancelled': 'The request was cancelled',
};

/** The sentence of an error. */
export const errorMessage = <Code extends ErrorCode>(code: Code, context: ErrorContexts[Code]): string => {
  // Indexing by a generic code yields the union of both members; the table pairs each code with its own context.
  const message = ERROR_MESSAGES[code] as string | ((context: ErrorContexts[Code]) => string);
  return typeof message === 'string' ? message : message(context);
};
