import { PeerError } from '../../application/wallet-protocol/engine/calls.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf, ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { describeProtocolError, INTERNAL_ERRORS, SDK_ERRORS } from '../../domain/wallet-protocol/protocol-errors.js';
import { type FaultCode, isFaultCode, paramsFault, protocolFault } from '../../domain/wallet-protocol/protocol-fault.js';

/** The official clients' error for an expired proposal. */
const PROPOSAL_EXPIRED = { code: 0, message: 'Proposal expired' };

/** Codes of errors that are not faults of a rule. Their messages come from the registry. */
const CODES: Readonly<Record<string, number>> = {
  'wallet-protocol/user-disconnected': SDK_ERRORS.USER_DISCONNECTED.code,
  'wallet-protocol/invalid-update-request': SDK_ERRORS.INVALID_UPDATE_REQUEST.code,
  'wallet-protocol/auth-request-not-found': INTERNAL_ERRORS.NO_MATCHING_KEY.code,
  'wallet-protocol/request-expired': INTERNAL_ERRORS.EXPIRED.code,
  'pairing/invalid-uri': INTERNAL_ERRORS.MISSING_OR_INVALID.code,
};

/**
 * Converts an error of the engine for the app: faults of rules and errors of peers to a {@link ProtocolError} with the protocol's message and
 * code. Other errors without a protocol code, such as an unreachable relay, stay a `LatchkeyError`.
 */
export const toPublicError = (error: unknown): unknown => {
  if (error instanceof PeerError) return new ProtocolError(error);
  if (!isLatchkeyError(error)) return error;
  if (error.code === 'pairing/expired') return new ProtocolError(PROPOSAL_EXPIRED);
  if (isLatchkeyError(error, 'wallet-protocol/settlement-failed'))
    return new ProtocolError(describeProtocolError('SESSION_SETTLEMENT_FAILED', error.message));
  if (isFaultCode(error.code)) return new ProtocolError(faultOf(error as LatchkeyError<FaultCode>));
  const code = CODES[error.code];
  return code === undefined ? error : new ProtocolError({ code, message: error.message });
};

const faultOf = ({ code, context }: LatchkeyError<FaultCode>): { readonly code: number; readonly message: string } =>
  protocolFault(code, context);

/** Runs a call of the engine and converts its errors. */
export const withPublicErrors = async <Result>(call: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    throw toPublicError(error);
  }
};

/** Returns the params of a call. @throws LatchkeyError for a JavaScript app that passes none */
export const requireParams = <Params>(call: string, params: Params): Params => {
  const fault = paramsFault(`${call}()`, params);
  if (fault !== null) throw latchkeyErrorOf(fault);
  return params;
};
