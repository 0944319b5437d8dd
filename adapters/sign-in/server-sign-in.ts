import * as v from 'valibot';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { SignInMessageRequest, SignInRequest, SignInService } from '../../application/ports/sign-in.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { parseSignInMessage } from '../../domain/sign-in/sign-in-message.js';
import { expiryOf, type SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { attempt, filteredArray, parseJson, parseOrNull } from '../../domain/wire.js';
import { readText } from '../shared/read-body.js';
import { createMessage, type MessageContent } from './create-message.js';
import { sessionsOf } from './sessions-of.js';

/** Options of the client of a sign-in handler. */
export interface ServerSignInOptions extends MessageContent {
  /** URL of the endpoints, on the page's own origin. Default: `/api/sign-in`. */
  readonly url?: string | undefined;
}

export interface ServerSignInDeps {
  readonly options: ServerSignInOptions;
  readonly browser: Pick<Browser, 'location'>;
  readonly clock: Clock;
  /** Notes of other tabs' changes. */
  readonly storage: Pick<Storage, 'get'>;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1_000_000;
/** Time for which a response is reused: the namespaces of a page ask one after the other while they reconnect. */
const REUSE_MS = 10_000;

const nonceSchema = v.object({ nonce: v.string(), issuedAt: v.string() });
const sessionSchema = v.object({
  chainId: v.custom<ChainId>(isChainId),
  accountAddress: v.string(),
  message: v.string(),
  expiresAt: v.number(),
});
const sessionsSchema = v.object({ sessions: filteredArray(sessionSchema) });
/** Refusals for the site's settings, whatever the user does. */
const WRONG_SETTINGS: readonly string[] = ['wrong-origin', 'wrong-domain', 'wrong-uri'];

/** Of a server, or the proxy before it, that is asked too often or too early. @see https://www.iana.org/assignments/http-status-codes */
const TRY_LATER: readonly number[] = [408, 425, 429];

const refusalSchema = v.object({ error: v.string() });

const toSession = ({ message, expiresAt }: v.InferOutput<typeof sessionSchema>): readonly SignInSession[] => {
  const data = attempt(() => parseSignInMessage(message));
  // The server ends a session no later than its message does.
  return data === undefined ? [] : [{ data: { ...data, expirationTime: new Date(expiresAt).toISOString() }, message, signature: '' }];
};

/** Client of the sign-in handler of `latchkey/server`: the session is in a cookie that no script can read. */
export class ServerSignIn implements SignInService {
  readonly #deps: Required<ServerSignInDeps>;
  #sessions: Promise<readonly SignInSession[]> | null = null;
  /** Milliseconds since 1970. */
  #reusableUntil = 0;
  /** The last sign-in or sign-out of any tab when the sessions were read. */
  #lastChange: string | null = null;

  constructor({ fetch = (...request) => globalThis.fetch(...request), ...deps }: ServerSignInDeps) {
    this.#deps = { fetch, ...deps };
  }

  async createMessage(request: SignInRequest): Promise<SignInMessageRequest> {
    const { options, browser } = this.#deps;
    const { nonce, issuedAt } = await this.#request('nonce', nonceSchema, {});
    if (browser.location === null) throw new LatchkeyError('sign-in/invalid-message', { field: 'domain' });
    return createMessage(request, { ...options, location: browser.location, nonce, issuedAt });
  }

  async addSession(session: SignInSession): Promise<void> {
    await this.#verify([session]);
  }

  async setSessions(sessions: readonly SignInSession[]): Promise<void> {
    if (sessions.length === 0) await this.#change('sign-out', {});
    else await this.#verify(sessions);
  }

  async getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]> {
    return sessionsOf(await this.#read(), chainId, address);
  }

  async revokeSession(chainId: ChainId, accountAddress: string): Promise<void> {
    const session = (await this.#read()).find(({ data }) => data.chainId === chainId && data.accountAddress === accountAddress);
    // The server compares addresses exactly.
    for (const { data } of session === undefined ? await this.getSessions(chainId, accountAddress) : [session])
      await this.#change('sign-out', { account: { chainId: data.chainId, accountAddress: data.accountAddress } });
  }

  #verify(sessions: readonly SignInSession[]): Promise<unknown> {
    return this.#change('verify', { signIns: sessions.map(({ message, signature }) => ({ message, signature })) });
  }

  #read(): Promise<readonly SignInSession[]> {
    const { clock, storage } = this.#deps;
    const isReusable = clock.now() < this.#reusableUntil && storage.get(STORAGE_KEYS.signInChanged) === this.#lastChange;
    if (this.#sessions === null || !isReusable) this.#keep(this.#request('session', sessionsSchema));
    // `#keep` has just set it.
    return this.#sessions ?? Promise.resolve([]);
  }

  /** Sends a change. Its response has all sessions. */
  async #change(action: string, body: object): Promise<unknown> {
    const changed = this.#request(action, sessionsSchema, body);
    // A read that is under way may not have the change.
    this.#sessions = null;
    const response = await changed;
    return this.#keep(Promise.resolve(response));
  }

  #keep(response: Promise<v.InferOutput<typeof sessionsSchema>>): Promise<readonly SignInSession[]> {
    const sessions = response.then((body) => body.sessions.flatMap(toSession));
    this.#sessions = sessions;
    const { clock, storage } = this.#deps;
    this.#reusableUntil = clock.now() + REUSE_MS;
    this.#lastChange = storage.get(STORAGE_KEYS.signInChanged);
    sessions.then(
      (list) => {
        if (this.#sessions === sessions) this.#reusableUntil = Math.min(this.#reusableUntil, ...list.map(expiryOf));
      },
      () => undefined,
    );
    // A failed read is repeated by the next call.
    sessions.catch(() => {
      if (this.#sessions === sessions) this.#sessions = null;
    });
    return sessions;
  }

  /**
   * Sends a request: POST with a body, GET without.
   * @throws LatchkeyError `sign-in/refused`, `sign-in/unavailable`, `sign-in/misconfigured`
   */
  async #request<Schema extends v.GenericSchema>(action: string, schema: Schema, body?: object): Promise<v.InferOutput<Schema>> {
    const { options, clock, fetch } = this.#deps;
    const { url = '/api/sign-in' } = options;
    const init: RequestInit =
      body === undefined
        ? { method: 'GET' }
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    try {
      return await requestWithTimeout(TIMEOUT_MS, clock, new AbortController().signal, async (signal) => {
        const address = `${url}/${action}`;
        const response = await fetch(address, {
          ...init,
          credentials: 'same-origin',
          cache: 'no-store',
          redirect: 'error',
          signal,
        });
        const content = parseJson(await readText(response, MAX_RESPONSE_BYTES));
        const parsed = response.ok ? parseOrNull(schema, content) : null;
        if (parsed !== null) return parsed;
        throw this.#errorOf(address, response.status, content);
      });
    } catch (cause) {
      throw isLatchkeyError(cause) ? cause : new LatchkeyError('sign-in/unavailable', {}, { cause });
    }
  }

  #errorOf(url: string, status: number, content: unknown): LatchkeyError {
    if (status >= 500 || TRY_LATER.includes(status)) return new LatchkeyError('sign-in/unavailable', { url, status });
    const reason = parseOrNull(refusalSchema, content)?.error;
    // A page of another server, or another path of this one.
    if (reason === undefined || reason === 'not-found') return new LatchkeyError('sign-in/misconfigured', { url, status, origin: null });
    const origin = WRONG_SETTINGS.includes(reason) ? (this.#deps.browser.location?.origin ?? null) : null;
    return origin === null
      ? new LatchkeyError('sign-in/refused', { reason })
      : new LatchkeyError('sign-in/misconfigured', { url, status, origin });
  }
}
