import { describe, expect, it } from 'vitest';
import type { ErrorCode, ErrorContexts } from '../../../../domain/errors/error-contexts.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { NOTICES } from '../../../../domain/modal/snackbar-machine.js';

type Row = { readonly [Code in ErrorCode]: readonly [text: string, code: Code, context: ErrorContexts[Code]] }[ErrorCode];

/** The texts of the specification's error catalogue that errors use, in its order. */
const QUOTED: readonly Row[] = [
  ['Token Balance Unavailable', 'balance/unavailable', { chainId: 'eip155:1' }],
  ['Network not supported for Gas Price', 'swap/gas-price-unsupported', { chainId: 'eip155:1' }],
  ['Network not supported for Swaps', 'swap/network-unsupported', { chainId: 'eip155:1' }],
  ['Please enter a valid amount', 'swap/incomplete', {}],
  ['Failed to check allowance', 'swap/allowance-failed', { chainId: 'eip155:1' }],
  ['Failed to create approval transaction', 'swap/approval-build-failed', { chainId: 'eip155:1' }],
  ['Failed to create transaction', 'swap/build-failed', { chainId: 'eip155:1' }],
  ['Failed to disconnect', 'connection/disconnect-failed', { namespaces: ['eip155'] }],
  ['Please try again after 12 seconds', 'embedded-wallet/email-cooldown', { seconds: 12 }],
  ['Unable to load email login dependency', 'secure-frame/load-failed', {}],
  ['W3mFrame: iframe is not set', 'secure-frame/not-set', {}],
  ['Request was aborted', 'secure-frame/request-aborted', { method: 'personal_sign', reason: 'modal-closed' }],
  ['Something went wrong', 'secure-frame/aborted', { action: 'connect email' }],
  ['An error occurred', 'secure-frame/error-reply', { action: 'connect email', reason: null }],
  ['SIWX is not enabled', 'sign-in/not-enabled', {}],
  ['No ActiveCaipAddress found', 'sign-in/address-missing', {}],
  ['No ActiveCaipNetwork or client found', 'sign-in/network-missing', {}],
  ['No ConnectionController client found', 'sign-in/client-missing', {}],
  ['A problem occurred while trying initialize authentication', 'sign-in/initialization-failed', {}],
  ['Signature declined', 'sign-in/declined', {}],
  ['This application might not support Smart Accounts', 'sign-in/smart-account-unsupported', {}],
  ['Failed to fetch transactions', 'activity/fetch-failed', { chainId: 'eip155:1' }],
  ['Please enter a valid amount and receiver address', 'send/incomplete', {}],
  ['Something went wrong', 'send/failed', { namespace: 'eip155' }],
  ['Failed to send transaction. Please try again.', 'send/failed', { namespace: 'solana' }],
  ['Network not found', 'network/not-found', { chainId: 'eip155:1' }],
  ['Address or auth connector not found', 'embedded-wallet/connector-not-found', {}],
  ['Chain adapter not found', 'connection/adapter-not-found', { namespace: 'eip155' }],
  ['NetworkController client not set', 'network/client-not-set', {}],
  ['ConnectionController client not set', 'connection/client-not-set', {}],
  ['Chain is required to update chain account data', 'chain/required', { action: 'update chain account data' }],
  ["Transactions can't be fetched without an accountAddress", 'activity/account-required', {}],
  ['Error resolving name', 'names/resolve-failed', { name: 'a', reason: null }],
  ['Error fetching name suggestions', 'names/suggestions-failed', { name: 'a', reason: null }],
  ['Error fetching names for address', 'names/lookup-failed', { address: '0x', reason: null }],
  ['Error registering name alice', 'names/registration-failed', { name: 'alice', reason: null }],
  ['Signature verification failed', 'wallet-protocol/settlement-failed', { detail: '' }],
  ['Could not find pending auth request with id 7', 'wallet-protocol/auth-request-not-found', { id: 7 }],
  ['Missing or invalid. Record was recently deleted - session: abc', 'wallet-protocol/recently-deleted', { record: 'session: abc' }],
  ['Please call connect() before request()', 'wallet-protocol/not-connected', {}],
  ['Sign Client not initialized', 'wallet-protocol/client-not-initialized', {}],
  [
    "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    'wallet-protocol/namespace-not-configured',
    { namespace: 'cosmos' },
  ],
  ['Multi-namespace requests are not supported. Please request single namespace only.', 'wallet-protocol/multiple-namespaces', {}],
  [
    'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    'wallet-protocol/authenticate-unsupported',
    {},
  ],
  [
    "Failed to switch to chain 'eip155:5'. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.",
    'wallet-protocol/switch-failed',
    { chainId: 'eip155:5' },
  ],
  ['Fetching call status not approved by the wallet.', 'wallet-protocol/call-status-not-approved', {}],
  ['No RPC url provided for chainId: eip155:5', 'json-rpc/url-missing', { chainId: 'eip155:5' }],
  ['JSON-RPC provider for 5 not found', 'json-rpc/provider-not-found', { chainId: 'eip155:5' }],
  ['JSON-RPC provider for solana:a not found', 'json-rpc/provider-not-found', { chainId: 'solana:a' }],
  ['Connection already closed', 'json-rpc/already-closed', {}],
  ['Provided URL is not compatible with HTTP connection: ftp://a', 'json-rpc/invalid-url', { url: 'ftp://a' }],
  // Quoted in other sections.
  ['Cannot set both `siweConfig` and `siwx` options', 'config/conflicting-sign-in', {}],
  ['Unsupported chain', 'chain/unsupported', { chainId: 'eip155:1' }],
  ['Failed to fetch user operation receipt - 500', 'wallet-protocol/receipt-failed', { status: 500 }],
  // Messages of the official clients beyond the catalogue.
  [
    "Chain 'eip155:5' not approved. Please use one of the following: eip155:1,eip155:10",
    'wallet-protocol/chain-not-approved',
    { chainId: 'eip155:5', approved: ['eip155:1', 'eip155:10'] },
  ],
  ['Please call connect() before enable()', 'wallet-protocol/nothing-to-disconnect', {}],
  ["The provided session: abc doesn't exist in the Sign client", 'wallet-protocol/session-unknown', { topic: 'abc' }],
  ['ChainId not found', 'wallet-protocol/no-default-chain', { namespace: 'eip155' }],
  ['Unavailable HTTP RPC url at http://a', 'json-rpc/unavailable', { url: 'http://a' }],
  ['nonce is required parameter', 'wallet-protocol/invalid-parameter', { detail: 'nonce is required parameter' }],
  ['Pairing already exists: abc. Please try again with a new connection URI.', 'pairing/already-exists', { topic: 'abc' }],
];

const [value, chainId, hash, fee] = ['abc', 'solana:a', '0x1', '5'] as const;

type Advised = Exclude<
  Extract<ErrorCode, `${'address' | 'send' | 'onramp' | 'network'}/${string}`>,
  'network/not-found' | 'network/client-not-set' | 'send/failed' | 'send/incomplete'
>;

/** The errors of addresses, sending, buying and networks that the specification does not quote. */
const ADVISED: { readonly [Code in Advised]: ErrorContexts[Code] } = {
  'address/invalid': { value, namespace: 'solana' },
  'address/checksum-failed': { value, namespace: 'solana' },
  'address/wrong-namespace': { value, namespace: 'bip122', expected: 'eip155' },
  'address/wrong-network': { value, chainId },
  'send/changed': {},
  'send/request-tampered': { chainId },
  'send/not-compared': { recipient: value, resembles: 'abd' },
  'send/invalid-amount': { value },
  'send/above-balance': { chainId, asset: null, value, balance: fee },
  'send/dust': { chainId, value, minimum: '294' },
  'send/insufficient-fee-funds': { chainId, fee, balance: '1' },
  'send/existential-deposit': { chainId, account: 'sender', minimum: fee },
  'send/expired': { chainId },
  'send/nonce-too-low': { chainId },
  'send/input-spent': { chainId },
  'send/fee-too-high': { chainId, fee, limit: '1', amount: null },
  'send/coins-in-use': { chainId },
  'send/other-payment-pending': { chainId },
  'send/not-replaceable': { chainId, hash, reason: 'final' },
  'send/not-replaced': { chainId, hash, sent: '0x2' },
  'send/refused': { chainId, reason: 'execution reverted' },
  'onramp/provider-unavailable': { provider: 'Meld.io' },
  'onramp/incomplete': {},
  'onramp/price-unknown': {},
  'onramp/no-purchase': { provider: 'coinbase' },
  'network/unrecognized-chain': { chainId },
  'network/not-supported': { chainId },
  'network/last-of-namespace': { namespace: 'solana' },
  'network/rpc-failed': { chainId, method: 'getBalance' },
  'network/timeout': { chainId, method: 'getBalance', timeoutMs: 10_000 },
  'network/wrong-chain': { chainId, walletChainId: 'solana:b' },
  'network/wrong-node': { chainId, nodeChainId: 'solana:b' },
  'network/unknown-outcome': { chainId, hash },
  'network/transaction-dropped': { chainId, hash },
  'network/transaction-replaced': { chainId, hash, by: '0x2' },
  'network/transaction-reverted': { chainId, hash },
  'network/transaction-partly-reverted': { chainId, hash },
};

/** Error kinds of the wallet protocol: a compatible client uses these texts, followed by the detail. */
const KINDS = [
  ['Missing or invalid.', 'wallet-protocol/missing-or-invalid'],
  ['No matching key.', 'wallet-protocol/no-matching-key'],
  ['Expired.', 'wallet-protocol/expired'],
  ['Not initialized.', 'wallet-protocol/not-initialized'],
  ['Unsupported chains.', 'wallet-protocol/unsupported-chains'],
  ['User disconnected.', 'wallet-protocol/user-disconnected'],
  ['Invalid update request.', 'wallet-protocol/invalid-update-request'],
  ['Non conforming namespaces.', 'wallet-protocol/non-conforming-namespaces'],
  ['Unsupported accounts.', 'wallet-protocol/unsupported-accounts'],
  ['Unsupported methods.', 'wallet-protocol/unsupported-methods'],
  ['Unsupported events.', 'wallet-protocol/unsupported-events'],
  ['Mismatched topic.', 'wallet-protocol/mismatched-topic'],
  ['Restore will override.', 'wallet-protocol/restore-will-override'],
  ['Unknown type.', 'wallet-protocol/unknown-type'],
] as const;

describe('error messages', () => {
  it.each(QUOTED)('quote "%s" to the letter', (text, code, context) => {
    // The row is one member of the union by construction.
    expect(new LatchkeyError(code, context as ErrorContexts[typeof code]).message).toBe(text);
  });

  it.each(KINDS)('use "%s", with and without a detail', (text, code) => {
    expect(new LatchkeyError(code, { detail: '' }).message).toBe(text);
    expect(new LatchkeyError(code, { detail: 'session topic' }).message).toBe(`${text} session topic`);
  });

  it.each(Object.entries(ADVISED))('say what to do next for %s', (code, context) => {
    // An entry of the table above has the context of its code.
    const { message } = new LatchkeyError(code as Advised, context as never);
    expect(message).toMatch(/(^|: )(add|change|check|choose|compare|enter|look|send|switch|try) /i);
  });

  it('use readable names of chain families', () => {
    const { message } = new LatchkeyError('address/wrong-namespace', { value, namespace: 'bip122', expected: 'eip155' });
    expect(message).toBe('"abc" is a Bitcoin address: enter an EVM address');
  });

  it('prefer the reason of a service or the secure frame', () => {
    expect(new LatchkeyError('names/registration-failed', { name: 'a', reason: 'Name is taken' }).message).toBe('Name is taken');
    expect(new LatchkeyError('secure-frame/error-reply', { action: 'a', reason: 'Invalid OTP' }).message).toBe('Invalid OTP');
  });

  it('include the toasts that are not errors', () => {
    expect(NOTICES.authenticating).toEqual({ message: 'Authenticating...', variant: 'loading', autoClose: false });
    expect(NOTICES.transactionStarted).toEqual({ message: 'Transaction started', variant: 'success' });
  });
});
