/**
 * The registry of error codes, `area/slug`, each with the type of its context. Append-only: a code is never removed,
 * renamed or given another meaning. Its message is in `error-messages.ts`, its recovery in `error-recovery.ts`.
 * Secrets (pairing URIs, keys, seeds, one-time codes, signatures) never enter a context.
 */
export interface ErrorContexts {
  /** A value is no CAIP-2 chain id. @see https://chainagnostic.org/CAIPs/caip-2 */
  'caip/invalid-chain-id': { readonly value: string };
  /** A value is no CAIP-10 account id. @see https://chainagnostic.org/CAIPs/caip-10 */
  'caip/invalid-account-id': { readonly value: string };
  /** A value is no CAIP-19 asset id. @see https://chainagnostic.org/CAIPs/caip-19 */
  'caip/invalid-asset-id': { readonly value: string };
  /** An address does not fit its namespace. */
  'address/invalid': { readonly value: string; readonly namespace: string };
  /** An address of another namespace. `expected` is the one that is needed. */
  'address/wrong-namespace': { readonly value: string; readonly namespace: string; readonly expected: string };
  /** An address of the right namespace and of another network, such as a test one. */
  'address/wrong-network': { readonly value: string; readonly chainId: string };
  /** An address of the right form whose checksum is wrong: a character was mistyped. @see EIP-55, BIP-173, SS58 */
  'address/checksum-failed': { readonly value: string; readonly namespace: string };
  /** A decimal text is no amount, or has more decimals than the currency. */
  'money/invalid-amount': { readonly value: string; readonly decimals: number };

  /** An option has a wrong value. `field` is its path, `fix` what to write instead. */
  'config/invalid-option': { readonly field: string; readonly fix: string };
  /** Both sign-in variants are set. */
  'config/conflicting-sign-in': Record<string, never>;
  /** A network definition is unusable. */
  'config/invalid-network': { readonly network: string; readonly field: string; readonly fix: string };
  /** An optional dependency is not installed. */
  'config/dependency-missing': { readonly dependency: string };
  /** A service at its default address needs a project id. */
  'config/project-id-missing': { readonly service: string };
  /** The client was disposed of. */
  'config/disposed': Record<string, never>;
  /** A module binds a token that is bound already. */
  'config/already-bound': { readonly token: string };
  /** A token of a feature is resolved before the feature is loaded. */
  'config/not-loaded': { readonly token: string; readonly feature: string };
  /** A React hook is used outside of its provider. */
  'config/provider-missing': { readonly hook: string };

  /** No chain adapter serves the namespace. */
  'connection/adapter-not-found': { readonly namespace: string };
  /** No connector has this id. */
  'connection/connector-not-found': { readonly connectorId: string };
  /** Nothing is connected where a connection is needed. */
  'connection/not-connected': { readonly namespace: string };
  /** The connection layer is used before it exists. */
  'connection/client-not-set': Record<string, never>;
  /** The wallet gave no account. */
  'connection/no-accounts': { readonly connectorId: string };
  /** The connection was ended by the person or by a newer attempt. */
  'connection/cancelled': { readonly connectorId: string };
  /** At least one chain could not be disconnected. */
  'connection/disconnect-failed': { readonly namespaces: readonly string[] };
  /** The wallet did not confirm that it forgot the site. */
  'connection/revoke-failed': { readonly connectorId: string };

  /** The person said no in the wallet. EIP-1193 4001. */
  'wallet/rejected': { readonly method: string };
  /** The wallet already shows a request. EIP-1474 −32002. */
  'wallet/request-pending': { readonly method: string };
  /** The account or method is not authorised. EIP-1193 4100. */
  'wallet/unauthorized': { readonly method: string };
  /** The wallet has no such method. EIP-1193 4200, JSON-RPC −32601. */
  'wallet/unsupported-method': { readonly method: string };
  /** The wallet lost its chains. EIP-1193 4900, 4901. */
  'wallet/disconnected': { readonly method: string };
  /** The wallet answered something that is no answer to the request. */
  'wallet/invalid-response': { readonly method: string };
  /** The wallet gave a signature that is known not to be the account's over what it was asked to sign. */
  'wallet/wrong-signature': { readonly method: string };
  /** The wallet answered with an error of its own. */
  'wallet/request-failed': { readonly method: string; readonly rpcCode: number | null };

  /** The chain is not in the wallet. 4902, 5000, 32603, −32603. */
  'network/unrecognized-chain': { readonly chainId: string };
  /** The wallet refuses the chain also after it was offered. */
  'network/not-supported': { readonly chainId: string };
  /** The chain is not among the configured networks. */
  'network/not-found': { readonly chainId: string };
  /** The network layer is used before it exists. */
  'network/client-not-set': Record<string, never>;
  /** The last network of a namespace cannot be removed. */
  'network/last-of-namespace': { readonly namespace: string };
  /** A read failed on every RPC URL of a network. */
  'network/rpc-failed': { readonly chainId: string; readonly method: string };
  /** A read took longer than the RPC time-out. */
  'network/timeout': { readonly chainId: string; readonly method: string; readonly timeoutMs: number };
  /** A transaction was broadcast and its fate is not known yet. */
  'network/unknown-outcome': { readonly chainId: string; readonly hash: string };
  /** A node answers for another chain than the one it is configured for. */
  'network/wrong-node': { readonly chainId: string; readonly nodeChainId: string };
  /** A broadcast transaction cannot come into a block any more: its blockhash, its era or an input of it is gone. Nothing was moved. */
  'network/transaction-dropped': { readonly chainId: string; readonly hash: string };
  /** A transaction was mined and failed. */
  'network/transaction-reverted': { readonly chainId: string; readonly hash: string };
  /** A batch of calls was mined, and some of them failed: others moved what they were to move. */
  'network/transaction-partly-reverted': { readonly chainId: string; readonly hash: string };
  /** The wallet is on another chain than the one that a transaction is meant for: nothing was signed. */
  'network/wrong-chain': { readonly chainId: string; readonly walletChainId: string };

  /** An account-scoped call names no chain. */
  'chain/required': { readonly action: string };
  /** The chain cannot do this. */
  'chain/unsupported': { readonly chainId: string };

  /** The balance could not be read. */
  'balance/unavailable': { readonly chainId: string };

  /** Something was asked that no port supports. */
  'storage/unavailable': { readonly reason: string };
  /** The clipboard cannot be written. */
  'browser/clipboard-unavailable': Record<string, never>;
  /** A part of Latchkey that is fetched when it is needed did not arrive. */
  'browser/load-failed': { readonly part: string };

  /** A service call needs a network that the service does not know, e.g. for gas prices. */
  'swap/gas-price-unsupported': { readonly chainId: string };
  /** Swaps are not offered on this network. */
  'swap/network-unsupported': { readonly chainId: string };
  /** Nothing, or less than nothing, is to be sent. `value` is in base units. */
  'send/invalid-amount': { readonly value: string };
  /** More is to be sent than there is. Base units of what is sent; `asset` is a CAIP-19 asset type. */
  'send/above-balance': { readonly chainId: string; readonly asset: string | null; readonly value: string; readonly balance: string };
  /** Less is to be sent than the network relays. Satoshi. */
  'send/dust': { readonly chainId: string; readonly value: string; readonly minimum: string };
  /** The chain's own coin does not pay for the fee. Base units of it. */
  'send/insufficient-fee-funds': { readonly chainId: string; readonly fee: string; readonly balance: string };
  /** An account would be left with, or begin with, less than the chain lets exist. Base units. */
  'send/existential-deposit': { readonly chainId: string; readonly account: 'sender' | 'recipient'; readonly minimum: string };
  /** The transaction was signed too late: its blockhash or era has passed. Nothing was sent. */
  'send/expired': { readonly chainId: string };
  /** Another transaction with this nonce is in a block or ahead. Nothing was sent. */
  'send/nonce-too-low': { readonly chainId: string };
  /** An output that the transaction spends was spent by another one. Nothing was sent. */
  'send/input-spent': { readonly chainId: string };
  /** The node refused the transaction; `reason` is its own word. Nothing was sent. */
  'send/refused': { readonly chainId: string; readonly reason: string };
  /** A token could not be sent. The sentence depends on the namespace. */
  'send/failed': { readonly namespace: string };
  /** The activity of an account could not be read. */
  'activity/fetch-failed': { readonly chainId: string };
  /** The activity is asked for without an account. */
  'activity/account-required': Record<string, never>;

  /** A name could not be resolved. `reason` is what the name service said. */
  'names/resolve-failed': { readonly name: string; readonly reason: string | null };
  /** Suggestions for a name could not be read. */
  'names/suggestions-failed': { readonly name: string; readonly reason: string | null };
  /** The names of an address could not be read. */
  'names/lookup-failed': { readonly address: string; readonly reason: string | null };
  /** A name could not be registered. */
  'names/registration-failed': { readonly name: string; readonly reason: string | null };

  /** E-mail login was asked for again too early. `seconds` is how long to wait, rounded up. */
  'embedded-wallet/email-cooldown': { readonly seconds: number };
  /** The account's address or the embedded wallet's connector is missing. */
  'embedded-wallet/connector-not-found': Record<string, never>;
  /** The secure frame did not load. */
  'secure-frame/load-failed': Record<string, never>;
  /** Something is posted before the secure frame is on the page. */
  'secure-frame/not-set': Record<string, never>;
  /** A request to the embedded wallet was aborted. */
  'secure-frame/request-aborted': { readonly method: string };
  /** Something else in the secure frame was aborted. */
  'secure-frame/aborted': { readonly action: string };
  /** The secure frame answered with an error; `reason` is its message. */
  'secure-frame/error-reply': { readonly action: string; readonly reason: string | null };

  /** Sign-in is used but not configured. */
  'sign-in/not-enabled': Record<string, never>;
  /** Sign-in needs an account. */
  'sign-in/address-missing': Record<string, never>;
  /** Sign-in needs a network and its client. */
  'sign-in/network-missing': Record<string, never>;
  /** Sign-in needs the connection layer. */
  'sign-in/client-missing': Record<string, never>;
  /** Stored sign-in sessions could not be read. */
  'sign-in/initialization-failed': Record<string, never>;
  /** The person did not sign the message. */
  'sign-in/declined': Record<string, never>;
  /** The signature of a smart account was not accepted. */
  'sign-in/smart-account-unsupported': Record<string, never>;

  /** MISSING_OR_INVALID. `detail` says what; it never holds a URI, a key or a signature. */
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
  /** SESSION_SETTLEMENT_FAILED: the signature of an authenticated session is wrong. */
  'wallet-protocol/settlement-failed': { readonly detail: string };
  /** An answer belongs to no sign-in request that waits. */
  'wallet-protocol/auth-request-not-found': { readonly id: number };
  /** A session, proposal or pairing is used after it was deleted. */
  'wallet-protocol/recently-deleted': { readonly record: string };
  /** A request before `connect()`. */
  'wallet-protocol/not-connected': Record<string, never>;
  /** The provider is used before its client exists. */
  'wallet-protocol/client-not-initialized': Record<string, never>;
  /** A request to a namespace that `connect()` did not name. */
  'wallet-protocol/namespace-not-configured': { readonly namespace: string };
  /** One request names chains of several namespaces. */
  'wallet-protocol/multiple-namespaces': Record<string, never>;
  /** Sign-in over the protocol works for eip155 only. */
  'wallet-protocol/authenticate-unsupported': Record<string, never>;
  /** The session does not allow the chain and the wallet cannot switch. */
  'wallet-protocol/switch-failed': { readonly chainId: string };
  /** The session does not allow to ask for the status of calls. */
  'wallet-protocol/call-status-not-approved': Record<string, never>;
  /** The bundler did not give the receipt of a user operation. `status` is the HTTP status. */
  'wallet-protocol/receipt-failed': { readonly status: number };
  /** Nobody answered a request before it expired. */
  'wallet-protocol/request-expired': { readonly method: string };
  /** NON_CONFORMING_NAMESPACES: what a wallet allows does not hold all that was required. */
  'wallet-protocol/non-conforming-namespaces': { readonly detail: string };
  /** UNSUPPORTED_ACCOUNTS. */
  'wallet-protocol/unsupported-accounts': { readonly detail: string };
  /** UNSUPPORTED_METHODS. */
  'wallet-protocol/unsupported-methods': { readonly detail: string };
  /** UNSUPPORTED_EVENTS. */
  'wallet-protocol/unsupported-events': { readonly detail: string };
  /** MISMATCHED_TOPIC. */
  'wallet-protocol/mismatched-topic': { readonly detail: string };
  /** RESTORE_WILL_OVERRIDE: records are read into a store that already holds some. */
  'wallet-protocol/restore-will-override': { readonly detail: string };
  /** UNKNOWN_TYPE: an expiry is set for something that is neither a topic nor an id. */
  'wallet-protocol/unknown-type': { readonly detail: string };
  /** A parameter breaks a rule whose sentence has no kind in front. `detail` is the sentence. */
  'wallet-protocol/invalid-parameter': { readonly detail: string };
  /** A provider is to use a chain that the session does not allow. */
  'wallet-protocol/chain-not-approved': { readonly chainId: string; readonly approved: readonly string[] };
  /** A provider is to disconnect and has no session. */
  'wallet-protocol/nothing-to-disconnect': Record<string, never>;
  /** A provider is started with a session that its client does not have. */
  'wallet-protocol/session-unknown': { readonly topic: string };
  /** A namespace has no chain to use by itself. */
  'wallet-protocol/no-default-chain': { readonly namespace: string };
  /** The host gave up a pairing that no wallet had answered. */
  'wallet-protocol/pairing-aborted': Record<string, never>;
  /** The app that is to be answered by its link could not be opened, and the answer is for nobody else. */
  'wallet-protocol/link-not-opened': Record<string, never>;

  /** No configured relay could be reached. */
  'relay/unreachable': { readonly relays: readonly string[] };
  /** The relay does not accept the project id or the client's token. `reason` is what it said. */
  'relay/unauthorized': { readonly reason: string };
  /** The relay did not take a message. */
  'relay/publish-failed': { readonly tag: number };
  /** No wallet approved a pairing while it was valid. */
  'pairing/expired': Record<string, never>;
  /** A text is no pairing URI. `reason` says what is wrong and never holds the URI. */
  'pairing/invalid-uri': { readonly reason: string };
  /** A URI is scanned again after its pairing served. The topic is no secret. */
  'pairing/already-exists': { readonly topic: string };

  /** A chain has no RPC URL. */
  'json-rpc/url-missing': { readonly chainId: string };
  /** A chain has no provider. */
  'json-rpc/provider-not-found': { readonly chainId: string };
  /** A connection is closed twice. */
  'json-rpc/already-closed': Record<string, never>;
  /** A URL is neither http nor https. */
  'json-rpc/invalid-url': { readonly url: string };
  /** A node cannot be reached, does not answer in time, or answers something that is no JSON-RPC. */
  'json-rpc/unavailable': { readonly url: string };

  /** The wallet directory or the image service gave no answer, or one that says that it cannot answer now. `status` is the HTTP status, `null` without an answer. */
  'directory/unreachable': { readonly service: string; readonly status: number | null };
  /** The service refuses the request: an unknown project id, an origin that is not allowed, a picture that it does not have. */
  'directory/refused': { readonly service: string; readonly status: number };
  /** The service answered something that is no list of wallets, or no picture. `reason` says what is wrong with it. */
  'directory/invalid-response': { readonly service: string; readonly reason: string };

  /** The page stopped waiting for an answer: cancelled, replaced by a newer call, or gone from the screen. */
  'request/cancelled': Record<string, never>;
}

/** A code of the registry. */
export type ErrorCode = keyof ErrorContexts;
