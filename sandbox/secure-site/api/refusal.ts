/** HTTP status of each refusal. */
const STATUS = {
  'invalid-request': 400,
  'not-found': 404,
  'wrong-origin': 403,
  'unknown-origin': 403,
  'unknown-frame': 401,
  'frame-exists': 409,
  'wrong-signature': 401,
  'wrong-time': 401,
  'replayed-request': 401,
  'invalid-email': 422,
  'too-many-codes': 429,
  'too-many-tries': 429,
  'mail-failed': 503,
  'no-code': 422,
  'same-email': 422,
  'email-taken': 409,
  'old-email-unconfirmed': 422,
  'no-email-login': 409,
  'no-login': 422,
  'login-failed': 422,
  'unknown-provider': 404,
  'provider-unreachable': 503,
  'wrong-code': 422,
  'no-session': 401,
  'session-too-old': 401,
  'session-locked': 401,
  'invalid-nonce': 422,
  'wrong-statement': 401,
  'wallet-exists': 409,
  'no-wallet': 404,
  'no-device': 404,
  'last-device': 409,
  'no-recovery-words': 404,
  'too-many-requests': 429,
  'wrong-epoch': 409,
  'no-request': 404,
  'request-taken': 409,
  'no-passkey': 404,
  'other-account': 403,
  'wrong-passkey': 401,
  'passkey-exists': 409,
  'policy-changed': 409,
  unavailable: 503,
} as const;

/** Reason why the API refuses a request. */
export type RefusalCode = keyof typeof STATUS;

/** Thrown to refuse a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
