import { array, fallback, type GenericSchema, maxLength, minLength, object, pipe, string } from 'valibot';
import { exactObject, lenient, read } from '../../wire.js';
import { type Participant, participantSchema } from '../session.js';
import type { AuthPayload, Cacao } from './cacao.js';
import { signInFields } from './sign-in-fields.js';

/** What a wallet answers to `wc_sessionAuthenticate`. */
export interface AuthResponse {
  readonly cacaos: readonly Cacao[];
  readonly responder: Participant;
}

/** Most sign-ins that one answer may hold. */
const MAX_CACAOS = 100;

/** A signed sign-in. Says nothing about its signature. */
export const cacaoSchema: GenericSchema<unknown, Cacao> = object({
  h: fallback(object({ t: string() }), { t: '' }),
  p: signInFields({ iss: string() }),
  s: exactObject({ t: string(), s: string(), m: lenient(string()) }),
});

const authResponseSchema: GenericSchema<unknown, AuthResponse> = object({
  cacaos: pipe(array(cacaoSchema), minLength(1), maxLength(MAX_CACAOS)),
  responder: participantSchema,
});

/**
 * Reads what a wallet answered; `null` when it is no answer to a request to sign in, or holds no sign-in.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const readAuthResponse = (result: unknown): AuthResponse | null => read(authResponseSchema, result);

const BOUND = ['domain', 'aud', 'nonce'] as const;

/**
 * Whether a sign-in is one to this request. A wallet, or somebody between, could send one that was signed for another
 * site or another time: its signature would be right.
 * @see https://eips.ethereum.org/EIPS/eip-4361#verifying-a-signed-message
 */
export const answersRequest = ({ p }: Cacao, asked: AuthPayload): boolean => BOUND.every((name) => p[name] === asked[name]);
