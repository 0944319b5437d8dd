import type { NotReplaceableReason } from './not-replaceable.js';

/**
 * The registry of error codes, `area/slug`, each with the type of its context. Append-only: a code is never removed,
 * renamed or given another meaning. Its message is in `error-messages.ts`, its recovery in `error-recovery.ts`.
 * Secrets (pairing URIs, keys, seeds, one-time codes, signatures) never enter a context.
 */
export interface ErrorContexts {
  /** The value is not a CAIP-2 chain id. @see https://chainagnostic.org/CAIPs/caip-2 */
  'caip/invalid-chain-id': { readonly value: string };
  /** The value is not a CAIP-10 account id. @see https://chainagnostic.org/CAIPs/caip-10 */
  'caip/invalid-account-id': { readonly value: string };
  /** The value is not a CAIP-19 asset id. @see https://chainagnostic.org/CAIPs/caip-19 */
  'caip/invalid-asset-id': { readonly value: string };
  /** The address is not valid in its namespace. */
  'address/invalid': { readonly value: string; readonly namespace: string };
  /** The address belongs to another namespace than `expected`. */
  'address/wrong-namespace': { readonly value: string; readonly namespace: string; readonly expected: string };
  /** The address has the right namespace but belongs to another network, such as a testnet. */
  'address/wrong-network': { readonly value: string; readonly chainId: string };
  /** The address is well-formed but its checksum is wrong, which indicates a typo. @see EIP-55, BIP-173, SS58 */
  'address/checksum-failed': { readonly value: string; readonly namespace: string };
  /** The text is not a decimal amount, or has more decimals than the currency. */
  'money/invalid-amount': { readonly value: string; readonly decimals: number };

  /** An option is invalid. `field` is its path, `fix` the correction. */
  'config/invalid-option': { readonly field: string; readonly fix: string };
  /** Both sign-in options are set. */
  'config/conflicting-sign-in': Record<string, never>;
  /** A network definition is invalid. */
  'config/invalid-network': { readonly network: string; readonly field: string; readonly fix: string };
  /** An optional dependency is not installed. */
  'config/dependency-missing': { readonly dependency: string };
  /** A service at its default URL needs a project id. */
  'config/project-id-missing': { readonly service: string };
  /** The client is disposed. */
  'config/disposed': Record<string, never>;
  /** A module binds a token that is already bound. */
  'config/already-bound': { readonly token: string };
  /** A token is resolved before its feature is loaded. */
  'config/not-loaded': { readonly token: string; readonly feature: string };
  /** A React hook is used outside of `LatchkeyProvider`. */
  'config/provider-missing': { readonly hook: string };

  /** No chain adapter is configured for the namespace. */
  'connection/adapter-not-found': { readonly namespace: string };
  /** No connector has this id. */
  'connection/connector-not-found': { readonly connectorId: string };
  /** The namespace has no connection, but the call needs one. */
  'connection/not-connected': { readonly namespace: string };
  /** The connection layer is not initialized. */
  'connection/client-not-set': Record<string, never>;
  /** The wallet shared no accounts. */
  'connection/no-accounts': { readonly connectorId: string };
  /** The user or a newer attempt cancelled the connection. */
  'connection/cancelled': { readonly connectorId: string };
  /** At least one namespace could not be disconnected. */
  'connection/disconnect-failed': { readonly namespaces: readonly string[] };
  /** The wallet did not confirm that it revoked the site's permissions. */
  'connection/revoke-failed': { readonly connectorId: string };

  /** The user rejected the request. EIP-1193 4001. */
  'wallet/rejected': { readonly method: string };
  /** The wallet already has a pending request. EIP-1474 −32002. */
  'wallet/request-pending': { readonly method: string };
  /** The account or method is not authorized. EIP-1193 4100. */
  'wallet/unauthorized': { readonly method: string };
  /** The wallet does not support the method. EIP-1193 4200, JSON-RPC −32601. */
  'wallet/unsupported-method': { readonly method: string };
  /** The wallet is disconnected from its chains. EIP-1193 4900, 4901. */
  'wallet/disconnected': { readonly method: string };
  /** The wallet's response does not match the request. */
  'wallet/invalid-response': { readonly method: string };
  /** The signature was verified and is not the account's signature of the message. */
  'wallet/wrong-signature': { readonly method: string };
  /** The wallet returned any other error. */
  'wallet/request-failed': { readonly method: string; readonly rpcCode: number | null };

  /** The wallet does not have the chain. 4902, 5000, 32603, −32603. */
  'network/unrecognized-chain': { readonly chainId: string };
  /** The wallet does not have the chain and did not add it. */
  'network/not-supported': { readonly chainId: string };
  /** The chain is not one of the configured networks. */
  'network/not-found': { readonly chainId: string };
  /** The network layer is not initialized. */
  'network/client-not-set': Record<string, never>;
  /** The last network of a namespace cannot be removed. */
  'network/last-of-namespace': { readonly namespace: string };
  /** A read failed on every RPC URL of the network. */
  'network/rpc-failed': { readonly chainId: string; readonly method: string };
  /** A read exceeded the RPC timeout. */
  'network/timeout': { readonly chainId: string; readonly method: string; readonly timeoutMs: number };
  /** The transaction was broadcast, but its outcome is unknown. */
  'network/unknown-outcome': { readonly chainId: string; readonly hash: string };
  /** The RPC endpoint serves another chain than the configured one. */
  'network/wrong-node': { readonly chainId: string; readonly nodeChainId: string };
  /** A broadcast transaction can no longer be included in a block: its blockhash, era or an input is gone, or the transaction `by` took its place. No funds moved. */
  'network/transaction-dropped': { readonly chainId: string; readonly hash: string; readonly by?: string };
  /** Another transaction of the account, `by`, took the place of this one in a block: this one moved no funds. */
  'network/transaction-replaced': { readonly chainId: string; readonly hash: string; readonly by: string };
  /** The transaction was included in a block and failed. */
  'network/transaction-reverted': { readonly chainId: string; readonly hash: string };
  /** The batch was included in a block and only some of its calls succeeded. */
  'network/transaction-partly-reverted': { readonly chainId: string; readonly hash: string };
  /** The wallet is on another chain than the transaction. Nothing was signed. */
  'network/wrong-chain': { readonly chainId: string; readonly walletChainId: string };

  /** A call for an account has no chain. */
  'chain/required': { readonly action: string };
  /** The chain does not support the action. */
  'chain/unsupported': { readonly chainId: string };

  /** The balance could not be read. */
  'balance/unavailable': { readonly chainId: string };

  /** The storage cannot be used. */
  'storage/unavailable': { readonly reason: string };
  /** The clipboard is not writable. */
  'browser/clipboard-unavailable': Record<string, never>;
  /** A lazily loaded module could not be fetched. */
  'browser/load-failed': { readonly module: string };

  /** The gas price service does not support the network. */
  'swap/gas-price-unsupported': { readonly chainId: string };
  /** The swap service does not support the network. */
  'swap/network-unsupported': { readonly chainId: string };
  /** Something is missing in the swap, or it is above the balance. */
  'swap/incomplete': Record<string, never>;
  /** The service offers no exchange for the swap now, as without liquidity. */
  'swap/no-quote': Record<string, never>;
  /** The swap would give less than the minimum that the user has reviewed. Base units. */
  'swap/price-moved': { readonly expected: string; readonly received: string };
  /** The allowance of the exchange could not be read. */
  'swap/allowance-failed': { readonly chainId: string };
  /** The exchange may take less than the swap needs after the approval, as if the user lowered it in the wallet. Base units. */
  'swap/allowance-too-low': { readonly allowance: string; readonly needed: string };
  /** The service could not build the approval. */
  'swap/approval-build-failed': { readonly chainId: string };
  /** The service could not build the swap. */
  'swap/build-failed': { readonly chainId: string };
  /** The service built another transaction than the one that was requested. */
  'swap/unexpected-transaction': { readonly reason: string };
  /** Amount or recipient are missing or invalid. */
  'send/incomplete': Record<string, never>;
  /** The recipient looks like an address that the user knows, and has not been compared with it. Both are addresses. */
  'send/not-compared': { readonly recipient: string; readonly resembles: string };
  /** The transfer is another one than the user has reviewed, as after its price or balance has changed. Nothing was sent. */
  'send/changed': Record<string, never>;
  /**
   * What would have been passed to the wallet is not what the user has reviewed, or another script has replaced the function of the wallet that it is passed
   * to. Nothing was sent.
   */
  'send/request-tampered': { readonly chainId: string };
  /** The amount is zero or negative. `value` is in base units. */
  'send/invalid-amount': { readonly value: string };
  /** The amount exceeds the balance. Both in base units; `asset` is a CAIP-19 asset type. */
  'send/above-balance': { readonly chainId: string; readonly asset: string | null; readonly value: string; readonly balance: string };
  /** The amount is below the dust limit. Satoshi. */
  'send/dust': { readonly chainId: string; readonly value: string; readonly minimum: string };
  /** The native balance does not cover the fee. Base units. */
  'send/insufficient-fee-funds': { readonly chainId: string; readonly fee: string; readonly balance: string };
  /** The transfer would leave an account below the existential deposit. Base units. */
  'send/existential-deposit': { readonly chainId: string; readonly account: 'sender' | 'recipient'; readonly minimum: string };
  /** The transaction was signed too late: its blockhash or era has expired. Nothing was sent. */
  'send/expired': { readonly chainId: string };
  /** The nonce is already used by another transaction. Nothing was sent. */
  'send/nonce-too-low': { readonly chainId: string };
  /** An input is already spent by another transaction. Nothing was sent. */
  'send/input-spent': { readonly chainId: string };
  /** The fee exceeds `limit`, which the app sets with `maxFee`. Base units; `amount` is `null` if another asset is sent. Nothing was sent. */
  'send/fee-too-high': { readonly chainId: string; readonly fee: string; readonly limit: string; readonly amount: string | null };
  /** The rest of the coins is spent by payments that are not confirmed yet. Nothing was sent. */
  'send/coins-in-use': { readonly chainId: string };
  /** Another payment of the address waited too long for its wallet, in this tab or another. Nothing was sent. */
  'send/other-payment-pending': { readonly chainId: string };
  /** The transaction cannot be replaced, see `NotReplaceableReason`. Nothing was sent. */
  'send/not-replaceable': { readonly chainId: string; readonly hash: string; readonly reason: NotReplaceableReason };
  /** The wallet sent a second transaction, `sent`, instead of replacing the first one. */
  'send/not-replaced': { readonly chainId: string; readonly hash: string; readonly sent: string };
  /** The node rejected the transaction; `reason` is its message. Nothing was sent. */
  'send/refused': { readonly chainId: string; readonly reason: string };
  /** A token could not be sent. The message depends on the namespace. */
  'send/failed': { readonly namespace: string };
  /** The activity of an account could not be read. */
  'activity/fetch-failed': { readonly chainId: string };
  /** Activity was requested without an account. */
  'activity/account-required': Record<string, never>;
  /** The NFTs of an account could not be read. */
  'nfts/fetch-failed': { readonly chainId: string };

  /** A name could not be resolved. `reason` is the message of the name service. */
  'names/resolve-failed': { readonly name: string; readonly reason: string | null };
  /** Suggestions for a name could not be read. */
  'names/suggestions-failed': { readonly name: string; readonly reason: string | null };
  /** The names of an address could not be read. */
  'names/lookup-failed': { readonly address: string; readonly reason: string | null };
  /** A name could not be registered. */
  'names/registration-failed': { readonly name: string; readonly reason: string | null };

  /** Email login was requested again too early. `seconds` is the remaining time, rounded up. */
  'embedded-wallet/email-cooldown': { readonly seconds: number };
  /** The account's address or the embedded wallet's connector is missing. */
  'embedded-wallet/connector-not-found': Record<string, never>;
  /** The user has closed the window of a social login before its end. */
  'embedded-wallet/popup-closed': { readonly provider: string };
  /** The browser has blocked the window of a social login, and the login cannot continue in this tab: the page is in a frame. */
  'embedded-wallet/popup-blocked': { readonly provider: string };
  /** The result of a social login came from a page that is not of the secure site. */
  'embedded-wallet/untrusted-origin': { readonly origin: string };
  /** The secure frame did not load. */
  'secure-frame/load-failed': Record<string, never>;
  /** `endpoints.secureSite` names a bundle that the secure site does not have any more, or never had. */
  'secure-frame/bundle-not-found': { readonly digest: string };
  /** A message was posted before the secure frame was added to the page. */
  'secure-frame/not-set': Record<string, never>;
  /**
   * A request to the embedded wallet was aborted. `reason`: the user has closed the modal; or no reply came, within the time limit or because the
   * frame was reloaded, and the user may have approved it.
   */
  'secure-frame/request-aborted': { readonly method: string; readonly reason: 'modal-closed' | 'no-reply' };
  /** Another action in the secure frame was aborted. */
  'secure-frame/aborted': { readonly action: string };
  /** The secure frame returned an error; `reason` is its message. */
  'secure-frame/error-reply': { readonly action: string; readonly reason: string | null };
  /** What would be sent to the secure frame is malformed; `reason` names the first fault. */
  'secure-frame/invalid-payload': { readonly action: string; readonly reason: string };

  /** The provider does not sell here: it is not configured, or does not serve the network, or the app does not offer to buy in this time zone. */
  'onramp/provider-unavailable': { readonly provider: string };
  /** The entered amount is not within the limits, or nothing is chosen to buy. */
  'onramp/incomplete': Record<string, never>;
  /** The price could not be read: what is shown is an estimate. */
  'onramp/price-unknown': Record<string, never>;
  /** No purchase has appeared within three minutes. It may still do. */
  'onramp/no-purchase': { readonly provider: string };

  /** Sign-in is not configured. */
  'sign-in/not-enabled': Record<string, never>;
  /** Sign-in needs an account. */
  'sign-in/address-missing': Record<string, never>;
  /** Sign-in needs a network and its chain client. */
  'sign-in/network-missing': Record<string, never>;
  /** Sign-in needs the connection layer. */
  'sign-in/client-missing': Record<string, never>;
  /** Stored sign-in sessions could not be read. */
  'sign-in/initialization-failed': Record<string, never>;
  /** The user did not sign the message. */
  'sign-in/declined': Record<string, never>;
  /** The signature of a smart account was not accepted. */
  'sign-in/smart-account-unsupported': Record<string, never>;
  /** A sign-in message has an invalid field, or its text is not that of a sign-in message. */
  'sign-in/invalid-message': { readonly field: string };
  /** The sign-in service refused a signed message. `reason` is its code, such as `wrong-domain`. */
  'sign-in/refused': { readonly reason: string };
  /** The sign-in service did not respond. No session has changed. */
  'sign-in/unavailable': { readonly url?: string; readonly status?: number };
  /**
   * The server does not sign in visitors of this page. With `origin`, its endpoints refuse the page's origin; else `url` returned something
   * that is not of the endpoints.
   */
  'sign-in/misconfigured': { readonly url: string; readonly status: number; readonly origin: string | null };

  /** MISSING_OR_INVALID. `detail` never holds a URI, a key or a signature. */
  'wallet-protocol/missing-or-invalid': { readonly detail: string };
  /** NO_MATCHING_KEY. */
  'wallet-protocol/no-matching-key': { readonly detail: string };
  /** EXPIRED. */
  'wallet-protocol/expired': { readonly detail: string };
  /** NOT_INITIALIZED. */
  'wallet-protocol/not-initialized': { readonly detail: string };
  /** UNSUPPORTED_CHAINS. */
  'wallet-protocol/unsupported-chains': { readonly detail: string };
  /** USER_DISCONNECTED. */
  'wallet-protocol/user-disconnected': { readonly detail: string };
  /** INVALID_UPDATE_REQUEST. */
  'wallet-protocol/invalid-update-request': { readonly detail: string };
  /** SESSION_SETTLEMENT_FAILED: the signature of an authenticated session is invalid. */
  'wallet-protocol/settlement-failed': { readonly detail: string };
  /** The response does not belong to a pending sign-in request. */
  'wallet-protocol/auth-request-not-found': { readonly id: number };
  /** A session, proposal or pairing is used after it was deleted. */
  'wallet-protocol/recently-deleted': { readonly record: string };
  /** A request was made before `connect()`. */
  'wallet-protocol/not-connected': Record<string, never>;
  /** The provider is used before its client is initialized. */
  'wallet-protocol/client-not-initialized': Record<string, never>;
  /** The namespace of the request was not part of `connect()`. */
  'wallet-protocol/namespace-not-configured': { readonly namespace: string };
  /** A request names chains of several namespaces. */
  'wallet-protocol/multiple-namespaces': Record<string, never>;
  /** Sign-in over WalletConnect supports eip155 only. */
  'wallet-protocol/authenticate-unsupported': Record<string, never>;
  /** The session does not approve the chain and the wallet cannot switch to it. */
  'wallet-protocol/switch-failed': { readonly chainId: string };
  /** The session does not approve `wallet_getCallsStatus`. */
  'wallet-protocol/call-status-not-approved': Record<string, never>;
  /** The bundler did not return the receipt of a user operation. `status` is the HTTP status. */
  'wallet-protocol/receipt-failed': { readonly status: number };
  /** A request expired without a response. */
  'wallet-protocol/request-expired': { readonly method: string };
  /** NON_CONFORMING_NAMESPACES: the approved namespaces do not satisfy the required ones. */
  'wallet-protocol/non-conforming-namespaces': { readonly detail: string };
  /** UNSUPPORTED_ACCOUNTS. */
  'wallet-protocol/unsupported-accounts': { readonly detail: string };
  /** UNSUPPORTED_METHODS. */
  'wallet-protocol/unsupported-methods': { readonly detail: string };
  /** UNSUPPORTED_EVENTS. */
  'wallet-protocol/unsupported-events': { readonly detail: string };
  /** MISMATCHED_TOPIC. */
  'wallet-protocol/mismatched-topic': { readonly detail: string };
  /** RESTORE_WILL_OVERRIDE: records are restored into a store that is not empty. */
  'wallet-protocol/restore-will-override': { readonly detail: string };
  /** UNKNOWN_TYPE: an expiry target is neither a topic nor an id. */
  'wallet-protocol/unknown-type': { readonly detail: string };
  /** A parameter is invalid. `detail` is the whole message, without an error kind before it. */
  'wallet-protocol/invalid-parameter': { readonly detail: string };
  /** The session does not approve the chain that the provider should use. */
  'wallet-protocol/chain-not-approved': { readonly chainId: string; readonly approved: readonly string[] };
  /** `disconnect()` was called without a session. */
  'wallet-protocol/nothing-to-disconnect': Record<string, never>;
  /** The provider was created with a session that its client does not have. */
  'wallet-protocol/session-unknown': { readonly topic: string };
  /** The namespace has no default chain. */
  'wallet-protocol/no-default-chain': { readonly namespace: string };
  /** The app cancelled the pairing before a wallet approved it. */
  'wallet-protocol/pairing-aborted': Record<string, never>;
  /** The app could not be opened by its link, and a link-mode response has no other way to it. */
  'wallet-protocol/link-not-opened': Record<string, never>;
  /** UNAUTHORIZED_UPDATE_REQUEST: only the wallet may update the namespaces of a session. */
  'wallet-protocol/unauthorized-update': Record<string, never>;
  /** UNAUTHORIZED_EXTEND_REQUEST: only the wallet may extend a session. */
  'wallet-protocol/unauthorized-extend': Record<string, never>;

  /** No configured relay could be reached. */
  'relay/unreachable': { readonly relays: readonly string[] };
  /** The relay rejected the project id or the client's token. `reason` is its message. */
  'relay/unauthorized': { readonly reason: string };
  /** The relay did not accept a published message. */
  'relay/publish-failed': { readonly tag: number };
  /** The pairing expired before a wallet approved it. */
  'pairing/expired': Record<string, never>;
  /** The text is not a pairing URI. `reason` never holds the URI. */
  'pairing/invalid-uri': { readonly reason: string };
  /** The URI of an existing pairing was scanned again. The topic is not secret. */
  'pairing/already-exists': { readonly topic: string };

  /** The chain has no RPC URL. */
  'json-rpc/url-missing': { readonly chainId: string };
  /** The chain has no provider. */
  'json-rpc/provider-not-found': { readonly chainId: string };
  /** The connection is already closed. */
  'json-rpc/already-closed': Record<string, never>;
  /** The URL is neither http nor https. */
  'json-rpc/invalid-url': { readonly url: string };
  /** The RPC endpoint is unreachable, timed out or did not return JSON-RPC. */
  'json-rpc/unavailable': { readonly url: string };

  /**
   * The wallet directory or the image service did not respond, or is temporarily unavailable. `status` is the HTTP status, `null` without
   * a response.
   */
  'directory/unreachable': { readonly service: string; readonly status: number | null };
  /** The service rejected the request: unknown project id, origin not allowed, or image not found. */
  'directory/refused': { readonly service: string; readonly status: number };
  /** The response is not a valid wallet list or image. `reason` describes the problem. */
  'directory/invalid-response': { readonly service: string; readonly reason: string };

  /** A service did not respond, or is temporarily unavailable. `status` is the HTTP status, `null` without a response. */
  'service/unreachable': { readonly service: string; readonly status: number | null };
  /** The service rejected the request, such as for its project id or origin. `reason` is the first one that it gives, cleaned as text. */
  'service/refused': { readonly service: string; readonly status: number; readonly reason: string | null };
  /** The service's response is not what its documentation says. `reason` describes the problem. */
  'service/invalid-response': { readonly service: string; readonly reason: string };

  /** The request was cancelled, replaced by a newer one, or its view was closed. */
  'request/cancelled': Record<string, never>;
}

export type ErrorCode = keyof ErrorContexts;
