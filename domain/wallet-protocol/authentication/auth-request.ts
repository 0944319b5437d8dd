import * as v from 'valibot';
import { exactObject, read } from '../../wire.js';
import { type Participant, participantSchema } from '../session.js';
import { textsSchema } from '../session-grants.js';
import { type AuthPayload, signInEntries, signInMembers } from './cacao.js';
import { AUTH_NAMESPACE, encodeRecap, makeRecap, mergeRecaps, REQUEST_ABILITY, recapOf } from './recap.js';

/** What an app asks for with `authenticate()`. */
export interface AuthenticateParams {
  /** CAIP-2 ids of eip155, the preferred one first. */
  readonly chains: readonly string[];
  /** Where the person signs in to. */
  readonly uri: string;
  readonly domain: string;
  readonly nonce: string;
  readonly statement?: string | undefined;
  readonly type?: string | undefined;
  /** RFC 3339. */
  readonly exp?: string | undefined;
  /** RFC 3339. */
  readonly nbf?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
  /** Methods of the session that comes of it; with none of them there is no session. */
  readonly methods?: readonly string[] | undefined;
  /** Seconds. Below an hour it counts as an hour. */
  readonly expiry?: number | undefined;
}

/** Parameters of `wc_sessionAuthenticate`. */
export interface AuthRequest {
  readonly authPayload: AuthPayload;
  readonly requester: Participant;
  /** Seconds since 1970. */
  readonly expiryTimestamp: number;
}

/** Shortest time that a wallet has to answer, in seconds. */
export const MIN_AUTH_EXPIRY_S = 3_600;

/** How long a wallet has to answer, in seconds. */
export const authExpiry = (expiry: number | undefined): number =>
  expiry !== undefined && expiry > MIN_AUTH_EXPIRY_S ? expiry : MIN_AUTH_EXPIRY_S;

/** The resources with the methods that are asked for: in one ReCap, at the end. */
const resourcesWith = (resources: readonly string[], methods: readonly string[]): readonly string[] => {
  if (methods.length === 0) return resources;
  const recap = makeRecap(AUTH_NAMESPACE, REQUEST_ABILITY, methods);
  const given = recapOf(resources);
  return given === null ? [...resources, encodeRecap(recap)] : [...resources.slice(0, -1), encodeRecap(mergeRecaps(recap, given))];
};

const VERSION = '1';
const TYPE = 'caip122';

/**
 * What is sent to a wallet. The parameters were checked before.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` for a ReCap of the app's own that is none
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionauthenticate
 */
export const makeAuthRequest = (params: AuthenticateParams, requester: Participant, nowMs: number): AuthRequest => {
  const { chains, uri, domain, nonce, statement = '', type = TYPE, exp, nbf, requestId, resources = [], methods = [], expiry } = params;
  return {
    authPayload: {
      type,
      chains,
      statement,
      aud: uri,
      domain,
      version: VERSION,
      nonce,
      iat: new Date(nowMs).toISOString(),
      ...(exp === undefined ? {} : { exp }),
      ...(nbf === undefined ? {} : { nbf }),
      ...(requestId === undefined ? {} : { requestId }),
      resources: resourcesWith(resources, methods),
    },
    requester,
    expiryTimestamp: Math.floor(nowMs / 1_000) + authExpiry(expiry),
  };
};

/** What an app sends. */
export const authRequestSchema: v.GenericSchema<unknown, AuthRequest> = v.object({
  authPayload: v.pipe(signInMembers, exactObject({ ...signInEntries, chains: v.pipe(textsSchema, v.nonEmpty()) })),
  requester: participantSchema,
  expiryTimestamp: v.pipe(v.number(), v.finite()),
});

/** Reads what an app sent; `null` when it is no request to sign in. */
export const readAuthRequest = (params: unknown): AuthRequest | null => read(authRequestSchema, params);
