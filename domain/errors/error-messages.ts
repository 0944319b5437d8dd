import type { ErrorCode, ErrorContexts } from './error-contexts.js';
import { NOT_REPLACEABLE } from './not-replaceable.js';
import { isKnownSignInRefusal, SIGN_IN_REFUSALS, UNKNOWN_SIGN_IN_REFUSAL } from './sign-in-refusals.js';

/** A message, or a function that makes it from the context. */
type ErrorMessages = { readonly [Code in ErrorCode]: string | ((context: ErrorContexts[Code]) => string) };

/** Codes whose message is a constant that the modal shows. */
type PlainCode =
  | 'activity/fetch-failed'
  | 'balance/unavailable'
  | 'browser/clipboard-unavailable'
  | 'connection/disconnect-failed'
  | 'nfts/fetch-failed'
  | 'sign-in/declined'
  | 'sign-in/initialization-failed'
  | 'sign-in/smart-account-unsupported';

/** Chain families with their article, as in "an EVM address". */
const CHAIN_FAMILIES: Readonly<Record<string, string>> = {
  eip155: 'an EVM',
  solana: 'a Solana',
  bip122: 'a Bitcoin',
  polkadot: 'a Polkadot',
};
const chainFamilyName = (namespace: string): string => CHAIN_FAMILIES[namespace] ?? `a ${namespace}`;

/** Arguments of `npm install` that differ from the package's name: supported versions, and packages that are used together. */
const INSTALL_ARGUMENTS: Readonly<Record<string, string>> = {
  // Later versions have another licence.
  '@walletconnect/core': '@walletconnect/core@2.21.8',
  '@solana/web3.js': '@solana/web3.js@1',
  react: 'react react-dom',
  'react-dom': 'react react-dom',
};

/** The reason of the name service, or `text`. */
const reasonOr =
  (text: string) =>
  ({ reason }: { readonly reason: string | null }): string =>
    reason || text;

/** `text`, followed by the detail. */
const withDetail =
  (text: string) =>
  ({ detail }: { readonly detail: string }): string =>
    detail === '' ? text : `${text} ${detail}`;

/**
 * The English message of each code. Messages that the specification quotes (section 8), and messages of the official clients, are kept to
 * the letter.
 */
export const ERROR_MESSAGES: ErrorMessages & Readonly<Record<PlainCode, string>> = {
  'caip/invalid-chain-id': ({ value }) => `"${value}" is not a CAIP-2 chain id: use the form namespace:reference, e.g. eip155:1`,
  'caip/invalid-account-id': ({ value }) =>
    `"${value}" is not a CAIP-10 account id: use the form namespace:reference:address, e.g. eip155:1:0x1111111111111111111111111111111111111111`,
  'caip/invalid-asset-id': ({ value }) =>
    `"${value}" is not a CAIP-19 asset id: use the form chainId/namespace:reference, e.g. eip155:1/erc20:0x1111111111111111111111111111111111111111`,
  'address/invalid': ({ value }) => `"${value}" is not a valid address: check it against the original`,
  'address/wrong-namespace': ({ value, namespace, expected }) =>
    `"${value}" is ${chainFamilyName(namespace)} address: enter ${chainFamilyName(expected)} address`,
  'address/wrong-network': ({ value, chainId }) => `"${value}" belongs to another network: enter an address of ${chainId}`,
  'address/checksum-failed': ({ value }) => `"${value}" has a typo: check it against the original`,
  'money/invalid-amount': ({ value, decimals }) => `"${value}" is not a valid amount: enter a number with at most ${decimals} decimals`,
  'config/invalid-option': ({ field, fix }) => `Option "${field}" is not valid: ${fix}`,
  'config/conflicting-sign-in': 'Cannot set both `siweConfig` and `siwx` options',
  'config/invalid-network': ({ network, field, fix }) => `Network "${network}" is not valid at "${field}": ${fix}`,
  'config/dependency-missing': ({ dependency }) =>
    `"${dependency}" is not installed: run npm install ${INSTALL_ARGUMENTS[dependency] ?? dependency}`,
  'config/project-id-missing': ({ service }) =>
    `Project ID Not Configured: set "projectId", or your own URL for "${service}" in "endpoints"`,
  'config/disposed': 'This Latchkey client is disposed: create a new one',
  'config/already-bound': ({ token }) => `${token} is already bound: bind it once, or rebind it in the container`,
  'config/not-loaded': ({ token, feature }) => `${token} is not loaded yet: await latchkey.load('${feature}') first`,
  'config/provider-missing': ({ hook }) => `${hook} must be used inside <LatchkeyProvider>`,
  'connection/adapter-not-found': 'Chain adapter not found',
  'connection/connector-not-found': ({ connectorId }) => `No wallet with the id "${connectorId}" is available`,
  'connection/not-connected': ({ namespace }) => `No ${namespace} wallet is connected`,
  'connection/client-not-set': 'ConnectionController client not set',
  'connection/no-accounts': 'The wallet shared no accounts',
  'connection/cancelled': 'The connection was cancelled',
  'connection/disconnect-failed': 'Failed to disconnect',
  'connection/revoke-failed': 'The wallet did not confirm that it revoked access for this site',
  'wallet/rejected': 'The request was rejected in the wallet',
  'wallet/request-pending': 'The wallet already has a pending request: open the wallet and respond to it first',
  'wallet/unauthorized': 'The wallet has not authorized this site for this request',
  'wallet/unsupported-method': ({ method }) => `The wallet does not support ${method}`,
  'wallet/disconnected': 'The wallet lost its connection to the network',
  'wallet/invalid-response': ({ method }) => `The wallet returned an invalid response to ${method}`,
  'wallet/wrong-signature':
    'The wallet signed with another account or signed another message: choose the right account in the wallet and sign again',
  'wallet/request-failed': ({ method }) => `The wallet failed to handle ${method}`,
  'network/unrecognized-chain': ({ chainId }) =>
    `The wallet does not have the network ${chainId}: add it in the wallet, or choose another network`,
  'network/not-supported': ({ chainId }) => `The wallet does not support the network ${chainId}: choose another network`,
  'network/not-found': 'Network not found',
  'network/client-not-set': 'NetworkController client not set',
  'network/last-of-namespace': ({ namespace }) => `The last ${namespace} network cannot be removed: add another one first`,
  'network/rpc-failed': ({ chainId }) => `The network ${chainId} cannot be reached: check your connection and try again`,
  'network/timeout': ({ chainId }) => `The network ${chainId} does not respond: try again in a moment`,
  'network/unknown-outcome': ({ hash }) => `The transaction ${hash} was sent, but its outcome is unknown: look it up before you send again`,
  'network/wrong-node': ({ chainId, nodeChainId }) => `The RPC endpoint for ${chainId} serves ${nodeChainId}: check its URL`,
  'network/transaction-dropped': ({ hash }) =>
    `The transaction ${hash} was dropped and can no longer be included in a block: send it again`,
  'network/transaction-replaced': ({ hash }) =>
    `The transaction ${hash} was replaced by another one and moved no funds: look that one up before you send again`,
  'network/transaction-reverted': ({ hash }) =>
    `The transaction ${hash} failed on chain and only its fee was paid: look it up before you send again`,
  'network/transaction-partly-reverted': ({ hash }) =>
    `Some calls of the batch ${hash} failed on chain, the others succeeded: look it up before you send again`,
  'network/wrong-chain': ({ chainId, walletChainId }) => `The wallet is on ${walletChainId}, not on ${chainId}: switch its network first`,
  'chain/required': ({ action }) => `Chain is required to ${action}`,
  'chain/unsupported': 'Unsupported chain',
  'balance/unavailable': 'Token Balance Unavailable',
  'storage/unavailable': 'Storage is unavailable: the connection will not survive a reload',
  'browser/clipboard-unavailable': 'Failed to copy',
  'browser/load-failed': ({ module }) => `Could not load ${module}: check your connection and try again`,
  'swap/gas-price-unsupported': 'Network not supported for Gas Price',
  'swap/network-unsupported': 'Network not supported for Swaps',
  'swap/incomplete': 'Please enter a valid amount',
  'swap/no-quote': 'No exchange offers this swap now: enter a smaller amount or choose another token',
  'swap/price-moved': 'The price has moved, so nothing was swapped: review the new amounts',
  'swap/allowance-failed': 'Failed to check allowance',
  'swap/allowance-too-low': 'The approved amount is below the amount of the swap: approve the whole amount',
  'swap/approval-build-failed': 'Failed to create approval transaction',
  'swap/build-failed': 'Failed to create transaction',
  'swap/unexpected-transaction': ({ reason }) => `The swap service built an unexpected transaction (${reason}), so nothing was sent`,
  'send/incomplete': 'Please enter a valid amount and receiver address',
  'send/not-compared': 'The receiver looks like an address that you know: compare the two before you send',
  'send/changed': 'The transfer has changed since you checked it, so nothing was sent: check it again',
  'send/request-tampered':
    'Another script on this page has changed the transfer, so nothing was sent: check the page and your browser extensions before you try again',
  'send/invalid-amount': ({ value }) =>
    /^[1-9]/.test(value) ? 'The amount is larger than the network allows: enter a smaller amount' : 'Enter an amount greater than zero',
  'send/above-balance': 'The amount exceeds the balance: enter a smaller amount',
  'send/dust': ({ minimum }) => `The amount is below the network minimum: send at least ${minimum} sat`,
  'send/insufficient-fee-funds': 'The account cannot pay the network fee: add some of the network’s native coin, or send less',
  'send/existential-deposit': ({ account }) =>
    account === 'sender'
      ? 'The account would drop below the minimum balance: send less, or send everything'
      : 'The recipient would be below the minimum balance: send more',
  'send/expired': 'The transaction expired before it was sent: try again',
  'send/nonce-too-low': 'Another transaction from this account was sent first, so this one was not sent: try again',
  'send/input-spent': 'The coins of this transaction are already spent, so it was not sent: try again',
  'send/fee-too-high': 'The network fee is unusually high, so nothing was sent: check the fee before you accept it',
  'send/coins-in-use': 'Your other coins are part of a payment that is not confirmed yet: try again later, or send less',
  'send/other-payment-pending':
    'Another payment from this address waits for your wallet, maybe in another tab, so this one was not sent: check your wallet and try again',
  'send/not-replaceable': ({ reason }) => NOT_REPLACEABLE[reason],
  'send/not-replaced': ({ sent }) =>
    `The wallet sent another transaction, ${sent}, instead of replacing the first one: look both up before you send again`,
  'send/refused': ({ reason }) => `The network rejected the transaction (${reason}), so it was not sent: change it and try again`,
  'send/failed': ({ namespace }) => (namespace === 'solana' ? 'Failed to send transaction. Please try again.' : 'Something went wrong'),
  'onramp/provider-unavailable': ({ provider }) => `${provider} does not sell here: choose another provider or network`,
  'onramp/incomplete': 'Enter an amount within the limits',
  'onramp/price-unknown': 'The price could not be read, so nothing can be bought at it: try again',
  'onramp/no-purchase': 'No purchase has arrived yet: check the page of the provider before you pay again',
  'activity/fetch-failed': 'Failed to fetch transactions',
  'activity/account-required': "Transactions can't be fetched without an accountAddress",
  'nfts/fetch-failed': 'Failed to fetch NFTs',
  'names/resolve-failed': reasonOr('Error resolving name'),
  'names/suggestions-failed': reasonOr('Error fetching name suggestions'),
  'names/lookup-failed': reasonOr('Error fetching names for address'),
  'names/registration-failed': ({ name, reason }) => reason || `Error registering name ${name}`,
  'embedded-wallet/email-cooldown': ({ seconds }) => `Please try again after ${seconds} seconds`,
  'embedded-wallet/connector-not-found': 'Address or auth connector not found',
  'embedded-wallet/popup-closed': 'The login window was closed before the login was complete',
  'embedded-wallet/popup-blocked': 'The browser blocked the login window: allow pop-ups for this site, and try again',
  'embedded-wallet/untrusted-origin': 'Untrusted Origin',
  'secure-frame/load-failed': 'Unable to load email login dependency',
  'secure-frame/bundle-not-found': ({ digest }) => `The secure site does not have the bundle /f/${digest}/ that endpoints.secureSite names`,
  'secure-frame/not-set': 'W3mFrame: iframe is not set',
  'secure-frame/request-aborted': 'Request was aborted',
  'secure-frame/aborted': 'Something went wrong',
  'secure-frame/error-reply': ({ reason }) => reason || 'An error occurred',
  'secure-frame/invalid-payload': ({ reason }) => reason,
  'sign-in/not-enabled': 'SIWX is not enabled',
  'sign-in/address-missing': 'No ActiveCaipAddress found',
  'sign-in/network-missing': 'No ActiveCaipNetwork or client found',
  'sign-in/client-missing': 'No ConnectionController client found',
  'sign-in/initialization-failed': 'A problem occurred while trying initialize authentication',
  'sign-in/declined': 'Signature declined',
  'sign-in/smart-account-unsupported': 'This application might not support Smart Accounts',
  'sign-in/invalid-message': ({ field }) => `The sign-in message is invalid: correct its field "${field}"`,
  // Shown to users. The reason is in the context.
  'sign-in/refused': ({ reason }) => (isKnownSignInRefusal(reason) ? SIGN_IN_REFUSALS[reason] : UNKNOWN_SIGN_IN_REFUSAL),
  'sign-in/unavailable': 'The sign-in service did not respond: try again',
  'sign-in/misconfigured': ({ url, status, origin }) =>
    origin === null
      ? `There are no sign-in endpoints at ${url}, which returned ${status}: mount createSignInHandler of latchkey/server there`
      : `The sign-in endpoints refuse this page: add "${origin}" to "origins" of createSignInHandler`,
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
  'wallet-protocol/pairing-aborted': 'The pairing was cancelled before a wallet approved it',
  'wallet-protocol/link-not-opened': 'The app that sent the request could not be opened by its link',
  'wallet-protocol/unauthorized-update': 'Unauthorized update request.',
  'wallet-protocol/unauthorized-extend': 'Unauthorized extend request.',
  'relay/unreachable': 'The relay cannot be reached',
  'relay/unauthorized': ({ reason }) => `The relay rejected the connection: ${reason}`,
  'relay/publish-failed': 'The relay did not accept the message',
  'pairing/expired': 'The pairing expired before a wallet approved it',
  'pairing/invalid-uri': ({ reason }) => `Not a valid pairing URI: ${reason}`,
  'pairing/already-exists': ({ topic }) => `Pairing already exists: ${topic}. Please try again with a new connection URI.`,
  'json-rpc/url-missing': ({ chainId }) => `No RPC url provided for chainId: ${chainId}`,
  // Without the `eip155:` prefix, as in the message of the official provider.
  'json-rpc/provider-not-found': ({ chainId }) => `JSON-RPC provider for ${chainId.replace(/^eip155:/, '')} not found`,
  'json-rpc/already-closed': 'Connection already closed',
  'json-rpc/invalid-url': ({ url }) => `Provided URL is not compatible with HTTP connection: ${url}`,
  'json-rpc/unavailable': ({ url }) => `Unavailable HTTP RPC url at ${url}`,
  'directory/unreachable': 'The wallet list cannot be loaded: check your connection and try again',
  'directory/refused': ({ service, status }) => `"${service}" rejected the request (${status}): check "projectId" and its allowed origins`,
  'directory/invalid-response': ({ service, reason }) => `"${service}" returned an invalid response: ${reason}`,
  'service/unreachable': ({ service }) => `"${service}" cannot be reached: check your connection and try again`,
  'service/refused': ({ service, status }) => `"${service}" rejected the request (${status}): check "projectId" and its allowed origins`,
  'service/invalid-response': ({ service, reason }) => `"${service}" returned an invalid response: ${reason}`,
  'request/cancelled': 'The request was cancelled',
};

export const errorMessage = <Code extends ErrorCode>(code: Code, context: ErrorContexts[Code]): string => {
  // Indexing by a generic code yields the union of both members; the table pairs each code with its own context.
  const message = ERROR_MESSAGES[code] as string | ((context: ErrorContexts[Code]) => string);
  return typeof message === 'string' ? message : message(context);
};
