import type { ProtocolFault } from '../../../../../domain/wallet-protocol/protocol-fault.js';

/** Current time of the tests. */
export const NOW = 1_700_000_000_000;
/** An expiry in the future, in seconds. */
export const SOON = NOW / 1_000 + 300;
/** The current time in seconds. An expiry at this time has passed. */
export const NOW_S = NOW / 1_000;

export const NAMESPACES = {
  eip155: { accounts: ['eip155:1:0xab', 'eip155:137:0xab'], methods: ['personal_sign'], events: ['accountsChanged'] },
  'solana:main': { accounts: ['solana:main:Ab'], methods: ['solana_signMessage'], events: [] },
};

/** A context with a valid session. */
export const VALID_CONTEXT = {
  deleted: null,
  session: { expiry: SOON, namespaces: NAMESPACES, requiredNamespaces: {} },
  pairing: null,
  hasKey: true,
  nowMs: NOW,
} as const;

/** A context without records. */
export const EMPTY_CONTEXT = { deleted: null, session: null, pairing: null, hasKey: false, nowMs: NOW } as const;

/** The message of a fault, and the records that it makes stale. */
export const describeFault = (fault: ProtocolFault | null): string | readonly [message: string, ...stale: readonly string[]] | null =>
  fault === null ? null : fault.stale.length === 0 ? fault.message : [fault.message, ...fault.stale];

/** Message for methods or events that are not a list of strings. */
export const invalidListMessage = (call: string, list: string): string =>
  `Unsupported ${list}. ${call}, namespace, ${list} should be an array of strings or empty array for no ${list}`;

/** Message for an invalid account. */
export const invalidAccountMessage = (call: string, account: unknown): string =>
  `Unsupported accounts. ${call} namespace, account ${account} should be a string and conform to "namespace:chainId:address" format`;

/** Message for a property without a value. */
export const missingValueMessage = (properties: string, key: string, value: unknown): string =>
  `Missing or invalid. ${properties} must contain an existing value for each key. Received: ${value} for key ${key}`;
