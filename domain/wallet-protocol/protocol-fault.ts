import type { ErrorCode, ErrorContexts } from '../errors/error-contexts.js';
import { errorMessage } from '../errors/error-messages.js';
import { type ProtocolErrorName, protocolErrorCode } from './protocol-errors.js';
import { shown } from './shown.js';

/** Every code of the registry that a rule can end in, and the protocol's own name for its kind. */
const NAMES = {
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
  'pairing/already-exists': 'MISSING_OR_INVALID',
  'json-rpc/invalid-url': 'MISSING_OR_INVALID',
} as const satisfies Partial<Record<ErrorCode, ProtocolErrorName>>;

/** A code of the registry that a rule can end in. */
export type FaultCode = keyof typeof NAMES;

/** Whether a code of the registry is one that a rule can end in. */
export const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(NAMES, code);

/** What has no use any more once a rule has found out about it, and is to be deleted by whoever asked. */
export type StaleRecord = 'session' | 'proposal' | 'pairing' | 'request';

/**
 * What a rule of the protocol has against a call, an answer or a message. A plain value: it holds what the error of the registry needs, and
 * what the error of an official client says.
 */
export interface ProtocolFault<Code extends FaultCode = FaultCode> {
  /** Code of the registry. */
  readonly kind: Code;
  readonly context: ErrorContexts[Code];
  /** The protocol's name of the kind. */
  readonly name: ProtocolErrorName;
  /** The protocol's number of the kind. */
  readonly code: number;
  /** The whole sentence, as a client of the protocol has to say it. */
  readonly message: string;
  readonly stale: readonly StaleRecord[];
}

/** What a rule of the protocol has against something. */
export const protocolFault = <Code extends FaultCode>(
  kind: Code,
  context: ErrorContexts[Code],
  stale: readonly StaleRecord[] = [],
): ProtocolFault<Code> => {
  const name = NAMES[kind];
  return {
    kind,
    context,
    name,
    code: protocolErrorCode(name),
    message: errorMessage(kind, context),
    stale,
  };
};

/** MISSING_OR_INVALID, the most frequent of them. */
export const invalid = (detail: string): ProtocolFault => protocolFault('wallet-protocol/missing-or-invalid', { detail });

/** Fault of parameters that are not there. @param call e.g. `approve()` */
export const paramsFault = (call: string, params: unknown, show: (value: unknown) => string = shown): ProtocolFault | null =>
  params === undefined || params === null ? invalid(`${call} params: ${show(params)}`) : null;
