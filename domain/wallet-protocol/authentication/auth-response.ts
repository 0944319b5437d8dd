import { isObject } from '../is-object.js';
import type { Participant } from '../session.js';
import type { AuthPayload, Cacao } from './cacao.js';
import { readParticipant } from './read-participant.js';
import { readSignInFields } from './sign-in-fields.js';

/** What a wallet answers to `wc_sessionAuthenticate`. */
export interface AuthResponse {
  readonly cacaos: readonly Cacao[];
  readonly responder: Participant;
}

/** Most sign-ins that one answer may hold. */
const MAX_CACAOS = 100;

/** Reads a signed sign-in; `null` when it is none. Says nothing about its signature. */
export const readCacao = (value: unknown): Cacao | null => {
  const { h, p, s } = isObject(value) ? value : {};
  const fields = readSignInFields(p);
  if (fields === null || !isObject(p) || typeof p.iss !== 'string' || !isObject(s)) return null;
  if (typeof s.t !== 'string' || typeof s.s !== 'string') return null;
  return {
    h: { t: isObject(h) && typeof h.t === 'string' ? h.t : '' },
    p: { iss: p.iss, ...fields },
    s: { t: s.t, s: s.s, ...(typeof s.m === 'string' ? { m: s.m } : {}) },
  };
};

/**
 * Reads what a wallet answered; `null` when it is no answer to a request to sign in, or holds no sign-in.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const readAuthResponse = (result: unknown): AuthResponse | null => {
  const { cacaos: foreign, responder: party } = isObject(result) ? result : {};
  if (!Array.isArray(foreign) || foreign.length === 0 || foreign.length > MAX_CACAOS) return null;
  const cacaos = foreign.map(readCacao).filter((cacao) => cacao !== null);
  if (cacaos.length !== foreign.length) return null;
  const responder = readParticipant(party);
  return responder === null ? null : { cacaos, responder };
};

const BOUND = ['domain', 'aud', 'nonce'] as const;

/**
 * Whether a sign-in is one to this request. A wallet, or somebody between, could send one that was signed for another
 * site or another time: its signature would be right.
 * @see https://eips.ethereum.org/EIPS/eip-4361#verifying-a-signed-message
 */
export const answersRequest = ({ p }: Cacao, asked: AuthPayload): boolean => BOUND.every((name) => p[name] === asked[name]);
