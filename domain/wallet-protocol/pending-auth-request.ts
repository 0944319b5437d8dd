import type { AuthRequest } from './authentication/auth-request.js';
import type { VerifyContext } from './origin/verify-context.js';
import type { TransportType } from './session.js';

/** A request to sign in that waits: at the app for the wallet, at the wallet for its owner. */
export interface PendingAuthRequest extends AuthRequest {
  readonly id: number;
  readonly pairingTopic: string;
  readonly transportType: TransportType;
  /** Whether this party made it. */
  readonly isOwn: boolean;
  /** Sent to us: where it came from. */
  readonly verifyContext?: VerifyContext;
}
