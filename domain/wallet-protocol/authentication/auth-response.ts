import * as v from 'valibot';
import { type AuthPayload, type Cacao, signInEntries, signInInputSchema } from '../../sign-in/cacao.js';
import { exactObject, lenient, parseOrNull } from '../../wire.js';
import { type Participant, participantSchema } from '../session.js';

/** A wallet's response to `wc_sessionAuthenticate`. */
export interface AuthResponse {
  readonly cacaos: readonly Cacao[];
  readonly responder: Participant;
}

/** Maximum number of CACAOs in a response. */
const MAX_CACAOS = 100;

/** A signed CACAO, with an unverified signature. */
export const cacaoSchema: v.GenericSchema<unknown, Cacao> = v.object({
  h: v.fallback(v.object({ t: v.string() }), { t: '' }),
  p: v.pipe(signInInputSchema, exactObject({ ...signInEntries, iss: v.string() })),
  s: exactObject({ t: v.string(), s: v.string(), m: lenient(v.string()) }),
});

const authResponseSchema: v.GenericSchema<unknown, AuthResponse> = v.object({
  cacaos: v.pipe(v.array(cacaoSchema), v.minLength(1), v.maxLength(MAX_CACAOS)),
  responder: participantSchema,
});

/**
 * Parses a response to a sign-in request; `null` if it is invalid or empty.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const readAuthResponse = (result: unknown): AuthResponse | null => parseOrNull(authResponseSchema, result);

const BOUND_FIELDS = ['domain', 'aud', 'nonce'] as const;

/**
 * Tests whether a CACAO was made for this request. A peer could replay one with a valid signature for another site or another time.
 * @see https://eips.ethereum.org/EIPS/eip-4361#verifying-a-signed-message
 */
export const isBoundToRequest = ({ p }: Cacao, request: AuthPayload): boolean => BOUND_FIELDS.every((name) => p[name] === request[name]);
