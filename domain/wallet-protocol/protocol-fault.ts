import type { ErrorCode, ErrorContexts } from '../errors/error-contexts.js';
import { errorMessage } from '../errors/error-messages.js';
import { formatValue } from '../format-value.js';
import { type ProtocolErrorName, protocolErrorCode } from './protocol-errors.js';

/** Error codes that protocol rules return, with the protocol's error names. */
const FAULT_NAMES = {
  'wallet-protocol/missing-or-invalid': 'MISSING_OR_INVALID',
  'wallet-protocol/recently-deleted': 'MISSING_OR_INVALID',
  'wallet-protocol/invalid-parameter': 'MISSING_OR_INVALID',
  'wallet-protocol/no-matching-key': 'NO_MATCHING_KEY',
  'wallet-protocol/expired': 'EXPIRED',
  'wallet-protocol/not-initialized': 'NOT_INITIALIZED',
  'wallet-protocol/mismatched-topic': 'MISMATCHED_TOPIC',
  'wallet-protocol/restore-will-override': 'RESTORE_WILL_OVERRIDE',
  'wallet-protocol/unknown-type': 'UNKNOWN_TYPE',
  'wallet-protocol/non-conforming-namespaces': 'NON_CONFORMING_NAMESPACES',
  'wallet-protocol/unsupported-chains': 'UNSUPPORTED_CHAINS',
  'wallet-protocol/unsupported-accounts': 'UNSUPPORTED_ACCOUNTS',
  'wallet-protocol/unsupported-methods': 'UNSUPPORTED_METHODS',
  'wallet-protocol/unsupported-events': 'UNSUPPORTED_EVENTS',
  'wallet-protocol/multiple-namespaces': 'UNSUPPORTED_NAMESPACE_KEY',
  'wallet-protocol/authenticate-unsupported': 'UNSUPPORTED_NAMESPACE_KEY',
  'wallet-protocol/namespace-not-configured': 'UNSUPPORTED_NAMESPACE_KEY',
  'wallet-protocol/chain-not-approved': 'UNSUPPORTED_CHAINS',
  'wallet-protocol/switch-failed': 'UNSUPPORTED_CHAINS',
  'wallet-protocol/unauthorized-update': 'UNAUTHORIZED_UPDATE_REQUEST',
  'wallet-protocol/unauthorized-extend': 'UNAUTHORIZED_EXTEND_REQUEST',
  'pairing/already-exists': 'MISSING_OR_INVALID',
  'json-rpc/invalid-url': 'MISSING_OR_INVALID',
} as const satisfies Partial<Record<ErrorCode, ProtocolErrorName>>;

/** An error code that protocol rules return. */
export type FaultCode = keyof typeof FAULT_NAMES;

export const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(FAULT_NAMES, code);

/** A record that a rule found to be stale. The caller must delete it. */
export type StaleRecord = 'session' | 'proposal' | 'pairing' | 'request';

/**
 * A violation of a protocol rule by a call, a response or a message. A plain value with the data of the Latchkey error and of the
 * official clients' error.
 */
export interface ProtocolFault<Code extends FaultCode = FaultCode> {
  /** Latchkey error code. */
  readonly kind: Code;
  readonly context: ErrorContexts[Code];
  /** Error name of the protocol. */
  readonly name: ProtocolErrorName;
  /** Error code of the protocol. */
  readonly code: number;
  /** The full message, to the letter as in the official clients. */
  readonly message: string;
  readonly stale: readonly StaleRecord[];
}

/** Builds a protocol fault. */
export const protocolFault = <Code extends FaultCode>(
  kind: Code,
  context: ErrorContexts[Code],
  stale: readonly StaleRecord[] = [],
): ProtocolFault<Code> => {
  const name = FAULT_NAMES[kind];
  return {
    kind,
    context,
    name,
    code: protocolErrorCode(name),
    message: errorMessage(kind, context),
    stale,
  };
};

export const invalid = (detail: string): ProtocolFault => protocolFault('wallet-protocol/missing-or-invalid', { detail });

/** Returns a fault if the parameters are missing. @param call e.g. `approve()` */
export const paramsFault = (call: string, params: unknown, format: (value: unknown) => string = formatValue): ProtocolFault | null =>
  params === undefined || params === null ? invalid(`${call} params: ${format(params)}`) : null;
