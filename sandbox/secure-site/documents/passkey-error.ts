/** Why a passkey is not created or used. */
export type PasskeyErrorCode =
  /** The user has cancelled, or has no passkey that fits. The browser does not say which. */
  | 'cancelled'
  /** The browser or the authenticator cannot make such a passkey. */
  | 'unsupported'
  /** The authenticator has a passkey of this wallet already. */
  | 'exists'
  /** The passkey has no PRF extension. */
  | 'no-prf'
  /** The passkey is of another account. */
  | 'other-account';

/** A passkey was not created or used. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly code: PasskeyErrorCode;

  constructor(code: PasskeyErrorCode, options?: ErrorOptions) {
    super(`The passkey was not used: ${code}`, options);
    this.code = code;
  }
}
