import * as v from 'valibot';
import { read } from '../wire.js';
import { type AuthRequest, authRequestSchema } from './authentication/auth-request.js';
import type { VerifyContext } from './origin/verify-context.js';
import type { MethodDeliveries } from './protocol-methods.js';
import type { TransportType } from './session.js';
import type { CallAnswer } from './state/call-history.js';

/** A request to sign in that waits: at the app for the wallet, at the wallet for its owner. */
export interface PendingAuthRequest extends AuthRequest {
  readonly id: number;
  readonly pairingTopic: string;
  readonly transportType: TransportType;
  /** Whether this party made it. */
  readonly isOwn: boolean;
  /** Own: the universal link of the wallet that it is for, where the app named one. */
  readonly walletLink?: string;
  /** Sent to us: where it came from. */
  readonly verifyContext?: VerifyContext;
  /** Sent to us and answered: the own key that the answer is sealed with, hex. It is kept for as long as the answer may be asked for once more. */
  readonly answeredWith?: string;
  /** Sent to us and answered: the answer, until the relay has it. A page that is killed before lets the next one send it. */
  readonly answer?: CallAnswer;
  /** Beside {@link answer}: by which row of the delivery table it travels. Default `response`, as in what earlier versions have stored. */
  readonly kind?: Exclude<keyof MethodDeliveries, 'request'>;
}

/** A request whose answer the relay has not yet. */
export type AnsweredAuthRequest = PendingAuthRequest & Required<Pick<PendingAuthRequest, 'answer' | 'answeredWith'>>;

const recordSchema = v.looseObject({
  id: v.number(),
  pairingTopic: v.string(),
  isOwn: v.boolean(),
  transportType: v.picklist(['relay', 'link_mode']),
});

/** Reads the record of a request to sign in, `null` for what is none. It is this engine's own writing: what is checked is that it is whole. */
export const readStoredAuthRequest = (value: unknown): PendingAuthRequest | null =>
  read(authRequestSchema, value) === null ? null : (read(recordSchema, value) as PendingAuthRequest | null);
