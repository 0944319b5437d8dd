import { formatSignInMessage, type SignInMessage } from '../../../domain/sign-in/sign-in-message.js';
import { memoryStore } from '../../../server/memory-store.js';
import { createSignInHandler, type PublicSession, type SignInHandler, type SignInHandlerOptions } from '../../../server/sign-in-handler.js';
import type { SignInSigner } from '../domain/sign-in/sign-in-signers.js';

export const ORIGIN = 'https://app.example';
export const SECRET = 'a secret of at least thirty-two characters';

/** Headers of a request that differ from those of the site's own page. */
type Init = RequestInit & { readonly origin?: string };

/** A response before the browser has received it. */
export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A browser on a site with its own server: keeps its cookies, and sends the site's origin. */
export class SignInBrowser {
  now = Date.parse('2026-01-01T12:00:00Z');
  readonly handle: SignInHandler;
  readonly #jar = new Map<string, string>();

  /** @param createHandler default: that of the server */
  constructor(options: Partial<SignInHandlerOptions> = {}, createHandler = createSignInHandler) {
    this.handle = createHandler({ origins: [ORIGIN], secret: SECRET, store: memoryStore(), now: () => this.now, ...options });
  }

  /** The `Cookie` header, with a cookie of the site's own; `null` without one of sign-in. */
  get cookie(): string | null {
    return this.#jar.size === 0 ? null : ['other=1', ...[...this.#jar].map(([name, value]) => `${name}=${value}`)].join('; ');
  }

  set cookie(header: string | null) {
    this.#jar.clear();
    for (const [, name = '', value = ''] of (header ?? '').matchAll(/([^=; ]+)=([^;]*)/g)) if (name !== 'other') this.#jar.set(name, value);
  }

  /** Sends a request, and receives its response. */
  async send(action: string, body?: unknown, init: Init = {}): Promise<Sent> {
    const sent = await this.sendOnly(action, body, init);
    this.receive(sent);
    return sent;
  }

  /** Sends a request with the cookies of now. Its response has no effect until {@link receive}. */
  async sendOnly(action: string, body?: unknown, init: Init = {}): Promise<Sent> {
    const { origin = ORIGIN, ...rest } = init;
    const response = await this.handle(
      new Request(`${ORIGIN}/api/sign-in/${action}`, {
        method: action === 'session' ? 'GET' : 'POST',
        headers: { origin, 'content-type': 'application/json', ...(this.cookie === null ? {} : { cookie: this.cookie }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...rest,
      }),
    );
    return { status: response.status, headers: response.headers, body: (await response.json()) as Readonly<Record<string, unknown>> };
  }

  /** Keeps the cookies of a response, and removes those that it expires. */
  receive({ headers }: Pick<Sent, 'headers'>): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/; Max-Age=0(?:;|$)/.test(cookie)) this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
  }

  /** Addresses that are signed in, sorted. */
  async signedIn(): Promise<readonly string[]> {
    const { sessions } = (await this.send('session')).body as { readonly sessions: readonly PublicSession[] };
    return sessions.map(({ accountAddress }) => accountAddress).sort();
  }

  async nonce(): Promise<string> {
    return String((await this.send('nonce')).body['nonce']);
  }

  async signIn(signer: SignInSigner, changes: Partial<SignInMessage> = {}) {
    return this.send('verify', { signIns: [await this.signed(signer, { nonce: await this.nonce(), ...changes })] });
  }

  async signed({ chainId, accountAddress, sign }: SignInSigner, changes: Partial<SignInMessage> & { readonly nonce: string }) {
    const message = formatSignInMessage({
      domain: 'app.example',
      chainId,
      accountAddress,
      uri: ORIGIN,
      version: '1',
      issuedAt: new Date(this.now).toISOString(),
      ...changes,
    });
    return { message, signature: await sign(message) };
  }
}
