import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { type ChainId, isChainId } from '../domain/caip/caip-2.js';
import { CLOCK_SKEW_MS, NONCE_BYTES, NONCE_LIFETIME_MS } from '../domain/sign-in/nonce.js';
import { parseDateTime } from '../domain/sign-in/rfc-3339.js';
import type { SignInMessage } from '../domain/sign-in/sign-in-message.js';
import { type SignedSignIn, type SignInRefusal, verifySignIn } from '../domain/sign-in/verify-sign-in.js';
import type { RunEthCall } from '../domain/signatures/contract-signature.js';
import { readText } from './read-text.js';
import { rpcEthCall, withTimeout } from './rpc-eth-call.js';
import { SignInCookies } from './sign-in-cookies.js';
import type { SignInSession, SignInStore, StoredSession } from './sign-in-store.js';

const WEEK_MS = 7 * 86_400_000;
/** Longer than any nonce: each nonce extends it. */
const NONCE_COOKIE_MS = 3_600_000;
/** Requests to sign in whose cookies a browser keeps, so that its requests stay below the limits of servers for headers. */
const MAX_SESSION_COOKIES = 20;
/** Messages of one request: a wallet may sign for several chains at once. */
const MAX_SIGN_INS = 100;
const MAX_BODY_BYTES = 500_000;
const MAX_MESSAGE_CHARACTERS = 8_192;
/** Signatures of contract accounts may contain the call that deploys the account. */
const MAX_SIGNATURE_CHARACTERS = 32_768;

/** Options of {@link createSignInHandler}. */
export interface SignInHandlerOptions {
  /** Origins of the site, such as `https://app.example`. Messages of other sites are refused. */
  readonly origins: readonly string[];
  /** At least 32 random characters that sign the cookies. With several, the first one signs and all are accepted. */
  readonly secret: string | readonly string[];
  readonly store: SignInStore;
  /** CAIP-2 ids. Default: all chains. */
  readonly chains?: readonly string[];
  /**
   * RPC endpoints by CAIP-2 id, or a function that runs `eth_call`, for the signatures of contract accounts. Without one for a chain, its
   * contract accounts cannot sign in.
   */
  readonly ethCall?: Readonly<Record<string, string>> | ((chainId: string) => RunEthCall | undefined);
  /** Maximum duration of a session in milliseconds. Default: a week. A message that expires earlier ends its session earlier. */
  readonly sessionMs?: number;
  /** Path of the endpoints. Default: `/api/sign-in`. */
  readonly basePath?: string;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

/** A session as the site's scripts see it. */
export type PublicSession = Omit<SignInSession, 'signature'>;

/** The sign-in endpoints of a site, and its sessions for other handlers. */
export interface SignInHandler {
  /** Handles a request below the base path. Any other one gets 404. Never rejects. */
  (request: Request): Promise<Response>;
  /**
   * The accounts that are signed in, from the cookie of any request.
   * @throws any error of the store
   */
  sessions(request: { readonly headers: Pick<Headers, 'get'> }): Promise<readonly PublicSession[]>;
}

const bodySchema = v.object({
  signIns: v.pipe(
    v.array(
      v.object({
        message: v.pipe(v.string(), v.maxLength(MAX_MESSAGE_CHARACTERS)),
        signature: v.pipe(v.string(), v.maxLength(MAX_SIGNATURE_CHARACTERS)),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_SIGN_INS),
  ),
});

const signOutSchema = v.object({
  account: v.optional(v.object({ chainId: v.custom<ChainId>(isChainId), accountAddress: v.string() })),
});

/** Reasons to refuse a request, besides those of a sign-in. */
type RequestRefusal = 'wrong-origin' | 'invalid-request' | 'not-found' | 'store-unavailable';

const STATUS: Readonly<Record<SignInRefusal | RequestRefusal, number>> = {
  'wrong-origin': 403,
  'invalid-request': 400,
  'not-found': 404,
  'store-unavailable': 503,
  unavailable: 503,
  'invalid-message': 422,
  'wrong-domain': 422,
  'wrong-uri': 422,
  'wrong-chain': 422,
  'wrong-account': 422,
  'not-issued-yet': 422,
  'too-old': 422,
  'not-valid-yet': 422,
  expired: 422,
  'invalid-nonce': 422,
  'wrong-signature': 401,
};

const respond = (body: unknown, status = 200, cookies: readonly string[] = []): Response => {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    vary: 'Cookie',
    // Messages contain text of the user's choice.
    'x-content-type-options': 'nosniff',
  });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
};
const refuse = (refusal: SignInRefusal | RequestRefusal): Response => respond({ error: refusal }, STATUS[refusal]);

const publicOf = ({ signature: _, signInId: __, ...session }: StoredSession): PublicSession => session;

/** The latest session of each account, the oldest first. Of two at the same time, all requests take the same one. */
const latestOf = (sessions: readonly StoredSession[]): readonly StoredSession[] => {
  const latest = new Map<string, StoredSession>();
  for (const session of sessions) {
    const account = `${session.chainId}:${session.accountAddress}`;
    const other = latest.get(account);
    const isLater = other === undefined || session.signedInAt > other.signedInAt;
    if (isLater || (session.signedInAt === other.signedInAt && session.signInId > other.signInId)) latest.set(account, session);
  }
  return [...latest.values()].sort((a, b) => a.signedInAt - b.signedInAt);
};

/**
 * Creates the sign-in endpoints of a site. They run wherever `Request` and `Response` do:
 *
 * | Request | Body | Response |
 * |---|---|---|
 * | `POST …/nonce` | | `{ nonce, issuedAt }`, and a cookie |
 * | `POST …/verify` | `{ signIns: [{ message, signature }] }` | `{ sessions }`, and a cookie |
 * | `GET …/session` | | `{ sessions }` |
 * | `POST …/sign-out` | `{ account?: { chainId, accountAddress } }` | `{ sessions }` |
 *
 * A refusal is `{ error }`. A nonce is usable once, by the browser that got it, for five minutes. Each verified request has a cookie of its
 * own: an attacker who knew the cookies from before is not signed in by it, and sign-ins of several tabs do not replace each other. A browser keeps
 * 20 of them; the oldest ends with the next one.
 * @throws RangeError if the secret is too short, for `origins` that are none, a `basePath` without a leading slash, and a `sessionMs` that is
 * not a positive integer
 * @example
 * const handle = createSignInHandler({ origins: ['https://app.example'], secret: process.env.SIGN_IN_SECRET, store: memoryStore() });
 */
export const createSignInHandler = (options: SignInHandlerOptions): SignInHandler => {
  const handler = new Handler(options);
  const handle = (request: Request): Promise<Response> => handler.handle(request);
  return Object.assign(handle, { sessions: (request: { readonly headers: Pick<Headers, 'get'> }) => handler.sessions(request) });
};

/** @throws RangeError for an origin that no browser sends */
const checkOrigin = (text: string): string => {
  const origin = URL.canParse(text) ? new URL(text) : null;
  // A trailing slash and letter case do not count.
  if (origin === null || !/^https?:$/.test(origin.protocol) || origin.href !== `${origin.origin}/`)
    throw new RangeError(`"${text}" is not an origin such as https://app.example`);
  return origin.origin;
};

class Handler {
  readonly #options: SignInHandlerOptions;
  readonly #cookies: SignInCookies;

  constructor(options: SignInHandlerOptions) {
    const { secret, basePath = '/api/sign-in', sessionMs = WEEK_MS } = options;
    const origins = options.origins.map(checkOrigin);
    if (origins.length === 0) throw new RangeError('The sign-in handler needs at least one origin');
    if (!/^\/[^?#]*[^/?#]$/.test(basePath)) throw new RangeError('The basePath of the sign-in handler is a path such as /api/sign-in');
    if (!Number.isSafeInteger(sessionMs) || sessionMs <= 0)
      throw new RangeError('The sessionMs of the sign-in handler is a positive integer');
    this.#options = { ...options, origins };
    this.#cookies = new SignInCookies({
      secrets: typeof secret === 'string' ? [secret] : secret,
      // An origin for development does not weaken the cookies of the site.
      secure: origins.some((origin) => origin.startsWith('https:')),
    });
  }

  async handle(request: Request): Promise<Response> {
    try {
      return await this.#route(request);
    } catch {
      // Errors of the store may hold secrets.
      return refuse('store-unavailable');
    }
  }

  async sessions({ headers }: { readonly headers: Pick<Headers, 'get'> }): Promise<readonly PublicSession[]> {
    return latestOf(await this.#stored(this.#cookies.read(headers.get('cookie'), 'session'))).map(publicOf);
  }

  async #stored(signInIds: readonly string[]): Promise<readonly StoredSession[]> {
    // Most visitors are not signed in.
    return signInIds.length === 0 ? [] : this.#options.store.sessions(signInIds, this.#now());
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  async #route(request: Request): Promise<Response> {
    const { basePath = '/api/sign-in', origins } = this.#options;
    const { pathname } = new URL(request.url);
    const action = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1) : '';
    if ((request.method === 'GET' || request.method === 'HEAD') && action === 'session') {
      const response = await this.#respondSessions(request);
      return request.method === 'GET' ? response : new Response(null, response);
    }
    if (request.method !== 'POST' || !['nonce', 'verify', 'sign-out'].includes(action)) return refuse('not-found');
    // Another site's page can send a request, but cannot change its Origin header.
    if (!origins.includes(request.headers.get('origin') ?? '')) return refuse('wrong-origin');
    if (action === 'nonce') return this.#createNonce(request);
    const body = await readBody(request);
    return action === 'verify' ? this.#verify(request, body) : this.#signOut(request, body);
  }

  async #createNonce({ headers }: Request): Promise<Response> {
    const [browserId = this.#cookies.createId()] = this.#cookies.read(headers.get('cookie'), 'nonce');
    const nonce = bytesToHex(randomBytes(NONCE_BYTES));
    const now = this.#now();
    await this.#options.store.addNonce({ browserId, nonce, expiresAt: now + NONCE_LIFETIME_MS }, now);
    // The server's time, since the clock of the user's device may be wrong.
    return respond({ nonce, issuedAt: new Date(now).toISOString() }, 200, [this.#cookies.write('nonce', browserId, NONCE_COOKIE_MS)]);
  }

  async #verify(request: Request, body: unknown): Promise<Response> {
    const parsed = v.safeParse(bodySchema, body);
    if (!parsed.success) return refuse('invalid-request');
    const browserIds = this.#cookies.read(request.headers.get('cookie'), 'nonce');
    const [browserId] = browserIds;
    if (browserId === undefined) return refuse('invalid-nonce');
    const { signIns } = parsed.output;
    const { store } = this.#options;
    const now = this.#now();
    // All messages of a request share one nonce.
    const taken = new Map<string, Promise<boolean>>();
    const takeNonce = (nonce: string): Promise<boolean> => {
      const first = taken.get(nonce) ?? (taken.size === 0 ? store.takeNonce({ browserIds, nonce }, now) : Promise.resolve(false));
      taken.set(nonce, first);
      return first;
    };
    // A new id, so that an attacker who knew those from before is not signed in.
    const signInId = this.#cookies.createId();
    const sessions: StoredSession[] = [];
    for (const signed of signIns) {
      const verdict = await this.#verdictOf(signed, takeNonce, now);
      if ('refusal' in verdict) {
        // The signature was not verified: the user need not sign again. Its message expires with its own time.
        if (verdict.refusal === 'unavailable') await this.#returnNonces(browserId, taken.keys(), now);
        return refuse(verdict.refusal);
      }
      sessions.push({ ...this.#sessionOf(verdict.message, signed, now), signInId });
    }
    for (const session of sessions) await store.addSession(session, now);
    return this.#respondSessions(request, signInId);
  }

  /**
   * Responds with the sessions of the request's cookies, and of a sign-in whose cookie the browser gets with the response. Ends the sign-ins
   * that have no session of their own any more, and removes their cookies. Since the response may be lost, the new one replaces none of the
   * others yet: that happens when the browser sends both cookies.
   */
  async #respondSessions({ headers }: Request, addedId?: string): Promise<Response> {
    const { store } = this.#options;
    const ids = this.#cookies.read(headers.get('cookie'), 'session');
    const stored = await this.#stored(addedId === undefined ? ids : [...ids, addedId]);
    const added = stored.filter(({ signInId }) => signInId === addedId);
    const earlier = latestOf(stored.filter(({ signInId }) => signInId !== addedId));
    const kept = [...new Set(earlier.map(({ signInId }) => signInId))].slice(addedId === undefined ? 0 : 1 - MAX_SESSION_COOKIES);
    const ended = ids.filter((id) => !kept.includes(id));
    if (ended.length > 0) await store.removeSessions({ signInIds: ended });
    const sessions = latestOf([...earlier.filter(({ signInId }) => kept.includes(signInId)), ...added]);
    const now = this.#now();
    const maxAgeMs = Math.max(now, ...added.map(({ expiresAt }) => expiresAt)) - now;
    return respond({ sessions: sessions.map(publicOf) }, 200, [
      ...ended.map((id) => this.#cookies.expire('session', id)),
      ...(addedId === undefined ? [] : [this.#cookies.write('session', addedId, maxAgeMs)]),
    ]);
  }

  async #returnNonces(browserId: string, nonces: Iterable<string>, now: number): Promise<void> {
    for (const nonce of nonces) await this.#options.store.addNonce({ browserId, nonce, expiresAt: now + NONCE_LIFETIME_MS }, now);
  }

  #verdictOf(signed: SignedSignIn, takeNonce: (nonce: string) => Promise<boolean>, now: number) {
    const { origins, chains } = this.#options;
    return verifySignIn(signed, {
      origins,
      chains,
      now,
      maxAgeMs: NONCE_LIFETIME_MS,
      clockSkewMs: CLOCK_SKEW_MS,
      takeNonce,
      ethCall: (chainId) => this.#ethCall(chainId),
    });
  }

  #ethCall(chainId: string): RunEthCall {
    const { ethCall = {} } = this.#options;
    const url = typeof ethCall === 'function' ? undefined : ethCall[chainId];
    const run = typeof ethCall === 'function' ? ethCall(chainId) : url === undefined ? undefined : rpcEthCall(url);
    // Without an endpoint no contract accepts a signature.
    return run === undefined ? async () => null : withTimeout(run);
  }

  #sessionOf({ chainId, accountAddress, expirationTime }: SignInMessage, { message, signature }: SignedSignIn, now: number): SignInSession {
    const { sessionMs = WEEK_MS } = this.#options;
    const expiry = expirationTime === undefined ? null : parseDateTime(expirationTime);
    return { chainId, accountAddress, message, signature, signedInAt: now, expiresAt: Math.min(now + sessionMs, expiry ?? Infinity) };
  }

  async #signOut(request: Request, body: unknown): Promise<Response> {
    const parsed = v.safeParse(signOutSchema, body);
    if (!parsed.success) return refuse('invalid-request');
    const signInIds = this.#cookies.read(request.headers.get('cookie'), 'session');
    if (signInIds.length > 0) await this.#options.store.removeSessions({ signInIds, account: parsed.output.account });
    return this.#respondSessions(request);
  }
}

/** Reads a JSON body; `undefined` if it is none, or too long. */
const readBody = async (request: Request): Promise<unknown> => {
  if (!/^application\/json(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(await readText(request, MAX_BODY_BYTES));
  } catch {
    return undefined;
  }
};
