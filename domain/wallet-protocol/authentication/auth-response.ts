import * as v from 'valibot';
import { exactObject, lenient, read } from '../../wire.js';
import { type Participant, participantSchema } from '../session.js';
import { type AuthPayload, type Cacao, signInEntries, signInMembers } from './cacao.js';

/** What a wallet answers to `wc_sessionAuthenticate`. */
export interface AuthResponse {
  readonly cacaos: readonly Cacao[];
  readonly responder: Participant;
}

/** Most sign-ins that one answer may hold. */
const MAX_CACAOS = 100;

/** A signed sign-in. Says nothing about its signature. */
export const cacaoSchema: v.GenericSchema<unknown, Cacao> = v.object({
  h: v.fallback(v.object({ t: v.string() }), { t: '' }),
  p: v.pipe(signInMembers, exactObject({ ...signInEntries, iss: v.string() })),
  s: exactObject({ t: v.string(), s: v.string(), m: lenient(v.string()) }),
});

const authResponseSchema: v.GenericSchema<unknown, AuthResponse> = v.object({
  cacaos: v.pipe(v.array(cacaoSchema), v.minLength(1), v.maxLength(MAX_CACAOS)),
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
