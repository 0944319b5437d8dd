import { formatSignInMessage, type SignInMessage } from '../../../domain/sign-in/sign-in-message.js';
import { memoryStore } from '../../../server/memory-store.js';
import { createSignInHandler, type SignInHandler, type SignInHandlerOptions } from '../../../server/sign-in-handler.js';
import type { SignInSigner } from '../domain/sign-in/sign-in-signers.js';

export const ORIGIN = 'https://app.example';
export const SECRET = 'a secret of at least thirty-two characters';

/** A browser on a site with its own server: keeps the cookie, and sends the site's origin. */
export class SignInBrowser {
  cookie: string | null = null;
  now = Date.parse('2026-01-01T12:00:00Z');
  readonly handle: SignInHandler;

  /** @param createHandler default: that of the server */
  constructor(options: Partial<SignInHandlerOptions> = {}, createHandler = createSignInHandler) {
    this.handle = createHandler({ origins: [ORIGIN], secret: SECRET, store: memoryStore(), now: () => this.now, ...options });
  }

  async send(action: string, body?: unknown, init: RequestInit & { readonly origin?: string } = {}) {
    const { origin = ORIGIN, ...rest } = init;
    const response = await this.handle(
      new Request(`${ORIGIN}/api/sign-in/${action}`, {
        method: action === 'session' ? 'GET' : 'POST',
        headers: { origin, 'content-type': 'application/json', ...(this.cookie === null ? {} : { cookie: this.cookie }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...rest,
      }),
    );
    const [cookie] = (response.headers.get('set-cookie') ?? '').split(';');
    if (cookie !== undefined && cookie !== '') this.cookie = `other=1; ${cookie}`;
    return { status: response.status, headers: response.headers, body: (await response.json()) as Readonly<Record<string, unknown>> };
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
