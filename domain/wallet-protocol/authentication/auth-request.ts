import * as v from 'valibot';
import { stringsSchema } from '../../peer-strings.js';
import { type AuthPayload, signInEntries, signInInputSchema } from '../../sign-in/cacao.js';
import { AUTH_NAMESPACE, createRecap, encodeRecap, mergeRecaps, REQUEST_ABILITY, recapOf } from '../../sign-in/recap.js';
import { exactObject, parseOrNull } from '../../wire.js';
import { type Participant, participantSchema } from '../session.js';

/** Parameters of `authenticate()`. */
export interface AuthenticateParams {
  /** CAIP-2 ids of eip155, by preference. */
  readonly chains: readonly string[];
  /** The URI that the user signs in to. */
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
  /** Methods of the session. Without methods no session is created. */
  readonly methods?: readonly string[] | undefined;
  /** Seconds, at least one hour. */
  readonly expiry?: number | undefined;
}

/** Parameters of `wc_sessionAuthenticate`. */
export interface AuthRequest {
  readonly authPayload: AuthPayload;
  readonly requester: Participant;
  /** Seconds since 1970. */
  readonly expiryTimestamp: number;
}

/** What a request of the app itself may set besides the parameters of `authenticate()`. */
export interface AuthRequestOptions {
  /** RFC 3339. Default: now. */
  readonly issuedAt?: string | undefined;
  /** Seconds since 1970. Default: after the `expiry` of the parameters. */
  readonly expiryTimestamp?: number | undefined;
}

/** Minimum expiry of a sign-in request, in seconds. */
export const MIN_AUTH_EXPIRY_S = 3_600;

/** Expiry of a sign-in request, in seconds. */
export const authExpiry = (expiry: number | undefined): number =>
  expiry !== undefined && expiry > MIN_AUTH_EXPIRY_S ? expiry : MIN_AUTH_EXPIRY_S;

/** Adds the requested methods to the resources, merged into a ReCap at the end. */
const withMethodsRecap = (resources: readonly string[], methods: readonly string[]): readonly string[] => {
  if (methods.length === 0) return resources;
  const recap = createRecap(AUTH_NAMESPACE, REQUEST_ABILITY, methods);
  const existing = recapOf(resources);
  return existing === null ? [...resources, encodeRecap(recap)] : [...resources.slice(0, -1), encodeRecap(mergeRecaps(recap, existing))];
};

const VERSION = '1';
const TYPE = 'caip122';

/**
 * Builds the sign-in request for a wallet from validated parameters.
 * @throws LatchkeyError `wallet-protocol/invalid-parameter` if the app's own ReCap is invalid
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionauthenticate
 */
export const createAuthRequest = (
  params: AuthenticateParams,
  requester: Participant,
  nowMs: number,
  options: AuthRequestOptions = {},
): AuthRequest => {
  const { issuedAt = new Date(nowMs).toISOString() } = options;
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
      iat: issuedAt,
      ...(exp === undefined ? {} : { exp }),
      ...(nbf === undefined ? {} : { nbf }),
      ...(requestId === undefined ? {} : { requestId }),
      resources: withMethodsRecap(resources, methods),
    },
    requester,
    expiryTimestamp: options.expiryTimestamp ?? Math.floor(nowMs / 1_000) + authExpiry(expiry),
  };
};

export const authRequestSchema: v.GenericSchema<unknown, AuthRequest> = v.object({
  authPayload: v.pipe(signInInputSchema, exactObject({ ...signInEntries, chains: v.pipe(stringsSchema, v.nonEmpty()) })),
  requester: participantSchema,
  expiryTimestamp: v.pipe(v.number(), v.finite()),
});

/** Parses a received sign-in request; `null` if it is invalid. */
export const readAuthRequest = (params: unknown): AuthRequest | null => parseOrNull(authRequestSchema, params);
