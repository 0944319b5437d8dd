import * as v from 'valibot';
import { parseOrNull } from '../wire.js';
import { type AuthRequest, authRequestSchema } from './authentication/auth-request.js';
import type { VerifyContext } from './origin/verify-context.js';
import type { MethodDeliveries } from './protocol-methods.js';
import type { TransportType } from './session.js';
import type { CallResponse } from './state/call-history.js';

/** A pending sign-in request, on the app's or the wallet's side. */
export interface PendingAuthRequest extends AuthRequest {
  readonly id: number;
  readonly pairingTopic: string;
  readonly transportType: TransportType;
  /** True if this client sent it. */
  readonly isOwn: boolean;
  /** Own request: universal link of the target wallet, if the app set one. */
  readonly walletLink?: string;
  /**
   * Received request: set if it came by link and the result may only be sent to the link of the app that it names, as its sender may be
   * another app.
   */
  readonly isForLinkOnly?: boolean;
  /** Received request: verification of its origin. */
  readonly verifyContext?: VerifyContext;
  /**
   * Request with a response: the public key that the response is sealed with, hex. Kept while the response may be requested again.
   */
  readonly answeredWith?: string;
  /** Request with a response: the response until the relay has accepted it. It is sent after a reload if the app is closed before. */
  readonly answer?: CallResponse;
  /** Delivery of {@link answer}. Default `response`, also for records of earlier versions. */
  readonly kind?: Exclude<keyof MethodDeliveries, 'request'>;
}

/** A request whose response is not published yet. */
export type RespondedAuthRequest = PendingAuthRequest & Required<Pick<PendingAuthRequest, 'answer' | 'answeredWith'>>;

const recordSchema = v.looseObject({
  id: v.number(),
  pairingTopic: v.string(),
  isOwn: v.boolean(),
  transportType: v.picklist(['relay', 'link_mode']),
});

/** Reads a stored sign-in request; `null` if it is invalid. Checks only completeness, because this engine wrote it. */
export const readStoredAuthRequest = (value: unknown): PendingAuthRequest | null =>
  parseOrNull(authRequestSchema, value) === null ? null : (parseOrNull(recordSchema, value) as PendingAuthRequest | null);
