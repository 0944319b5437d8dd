/**
 * The registry of error codes, `area/slug`, each with the type of its context. Append-only: a code is never removed,
 * renamed or given another meaning. Its sentence stands in `error-messages.ts`, its way out in `error-recovery.ts`.
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
  /** A transaction was mined and failed. */
  'network/transaction-reverted': { readonly chainId: string; readonly hash: string };

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
}

/** A code of the registry. */
export type ErrorCode = keyof ErrorContexts;
