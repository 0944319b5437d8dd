import type { ProtocolFault } from '../../../../../domain/wallet-protocol/protocol-fault.js';

/** The time of every call in these tests. */
export const NOW = 1_700_000_000_000;
/** An expiry that lies ahead, in seconds. */
export const SOON = NOW / 1_000 + 300;
/** An expiry that is reached, in seconds. */
export const OVER = NOW / 1_000;

export const NAMESPACES = {
  eip155: { accounts: ['eip155:1:0xab', 'eip155:137:0xab'], methods: ['personal_sign'], events: ['accountsChanged'] },
  'solana:main': { accounts: ['solana:main:Ab'], methods: ['solana_signMessage'], events: [] },
};

/** A session that can be used. */
export const KNOWN = {
  deleted: null,
  session: { expiry: SOON, namespaces: NAMESPACES, requiredNamespaces: {} },
  pairing: null,
  hasKey: true,
  nowMs: NOW,
} as const;

/** Nothing of the topic is known. */
export const UNKNOWN = { deleted: null, session: null, pairing: null, hasKey: false, nowMs: NOW } as const;

/** The sentence of a fault, and what is stale by it. */
export const verdict = (fault: ProtocolFault | null): string | readonly [message: string, ...stale: readonly string[]] | null =>
  fault === null ? null : fault.stale.length === 0 ? fault.message : [fault.message, ...fault.stale];

/** What is said of methods or events that are no list of texts. */
export const noList = (call: string, list: string): string =>
  `Unsupported ${list}. ${call}, namespace, ${list} should be an array of strings or empty array for no ${list}`;

/** What is said of an account that is none. */
export const noAccount = (call: string, account: unknown): string =>
  `Unsupported accounts. ${call} namespace, account ${account} should be a string and conform to "namespace:chainId:address" format`;

/** What is said of a property without a value. */
export const noValue = (properties: string, key: string, value: unknown): string =>
  `Missing or invalid. ${properties} must contain an existing value for each key. Received: ${value} for key ${key}`;
