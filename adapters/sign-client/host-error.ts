import { PeerError } from '../../application/wallet-protocol/engine/calls.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { ProtocolError } from '../../domain/wallet-protocol/fault-errors.js';
import { describeProtocolError, INTERNAL_ERRORS, SDK_ERRORS } from '../../domain/wallet-protocol/protocol-errors.js';
import { type FaultCode, isFaultCode, protocolFault } from '../../domain/wallet-protocol/protocol-fault.js';

/** What the official clients say of a proposal that nobody has answered in time. */
const PROPOSAL_EXPIRED = { code: 0, message: 'Proposal expired' };

/** Numbers of errors that are no faults of a rule; their sentences are those of the registry. */
const NUMBERS: Readonly<Record<string, number>> = {
  'wallet-protocol/user-disconnected': SDK_ERRORS.USER_DISCONNECTED.code,
  'wallet-protocol/invalid-update-request': SDK_ERRORS.INVALID_UPDATE_REQUEST.code,
  'wallet-protocol/auth-request-not-found': INTERNAL_ERRORS.NO_MATCHING_KEY.code,
  'wallet-protocol/request-expired': INTERNAL_ERRORS.EXPIRED.code,
  'pairing/invalid-uri': INTERNAL_ERRORS.MISSING_OR_INVALID.code,
};

/**
 * The error that a host sees of one of the engine: of a rule and of a peer a {@link ProtocolError} with the protocol's own words and number.
 * What the protocol has no number for, such as a relay that cannot be reached, stays the `LatchkeyError` that it is.
 */
export const hostErrorOf = (error: unknown): unknown => {
  if (error instanceof PeerError) return new ProtocolError(error);
  if (!isLatchkeyError(error)) return error;
  if (error.code === 'pairing/expired') return new ProtocolError(PROPOSAL_EXPIRED);
  if (isLatchkeyError(error, 'wallet-protocol/settlement-failed'))
    return new ProtocolError(describeProtocolError('SESSION_SETTLEMENT_FAILED', error.message));
  if (isFaultCode(error.code)) return new ProtocolError(faultOf(error as LatchkeyError<FaultCode>));
  const code = NUMBERS[error.code];
  return code === undefined ? error : new ProtocolError({ code, message: error.message });
};

const faultOf = ({ code, context }: LatchkeyError<FaultCode>): { readonly code: number; readonly message: string } =>
  protocolFault(code, context);

/** What a call of the engine comes to, with the errors that hosts know. */
export const forHost = async <Result>(call: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    throw hostErrorOf(error);
  }
};
