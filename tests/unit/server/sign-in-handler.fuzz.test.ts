import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../server/memory-store.js';
import { createSignInHandler } from '../../../server/sign-in-handler.js';
import { SIGN_IN_SIGNERS, type SignInSigner } from '../domain/sign-in/sign-in-signers.js';
import { ORIGIN, SECRET, SignInBrowser } from './sign-in-browser.js';

/** Signatures of all namespaces, and texts like them. */
const signatures = fc.oneof(
  fc.string(),
  fc.uint8Array({ maxLength: 140 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  fc.base64String({ maxLength: 160 }),
  fc.string({ unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), maxLength: 100 }),
);

/** Headers that a request may have: their values are those that HTTP allows. */
const values = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc
    .base64String({ maxLength: 60 })
    .map((text) => `__Host-latchkey-session-${text.slice(0, 8)}=${text}.${text}; __Host-latchkey-nonce-=${text}; latchkey=${text}`),
  fc.constantFrom(ORIGIN, 'null', 'application/json', 'application/json; charset=utf-8'),
);
const headers = fc.dictionary(fc.constantFrom('cookie', 'origin', 'content-type', 'accept', 'x-forwarded-host'), values);

const bodies = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record({ signIns: fc.array(fc.record({ message: fc.string({ unit: 'binary' }), signature: signatures }), { maxLength: 25 }) })
    .map((body) => JSON.stringify(body)),
  fc
    .record({ signIns: fc.anything() })
    .map((body) => JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))),
);

const actions = fc.oneof(fc.constantFrom('verify', 'nonce', 'session', 'sign-out'), fc.webPath());

/** A request, or `null` if HTTP does not allow its headers. */
const requestOf = (action: string, method: string, init: Readonly<Record<string, string>>, body: string): Request | null => {
  try {
    const hasBody = method !== 'GET';
    return new Request(`${ORIGIN}/api/sign-in/${action}`, { method, headers: init, ...(hasBody ? { body } : {}) });
  } catch {
    return null;
  }
};

let signers: readonly SignInSigner[];
beforeEach(async () => {
  signers = await Promise.all(Object.values(SIGN_IN_SIGNERS).map((create) => create('alice')));
});

describe('the sign-in endpoints, for any request', () => {
  it('respond, and sign no one in', async () => {
    const handle = createSignInHandler({ origins: [ORIGIN], secret: SECRET, store: memoryStore() });
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
    await fc.assert(
      fc.asyncProperty(actions, methods, headers, fc.boolean(), bodies, async (action, method, init, isOfSite, body) => {
        const ofSite = isOfSite ? { origin: ORIGIN, 'content-type': 'application/json' } : {};
        const request = requestOf(action, method, { ...init, ...ofSite }, body);
        if (request === null) return;
        const { pathname } = new URL(request.url);
        const response = await handle(request);
        const json: unknown = await response.json();
        if (pathname.endsWith('/verify')) expect(response.status).toBeGreaterThanOrEqual(400);
        if (response.status === 200 && !pathname.endsWith('/nonce')) expect(json).toEqual({ sessions: [] });
        // Each error is one of the documented ones, and none is of the store.
        if (response.status !== 200) expect(json).toEqual({ error: expect.stringMatching(/^(?!store)[a-z-]+$/) });
      }),
    );
  });

  it('refuse the message of any account with any other signature', async () => {
    const browser = new SignInBrowser();
    await fc.assert(
      fc.asyncProperty(fc.nat(), signatures, fc.option(fc.nat()), async (index, any, at) => {
        const signer = signers[index % signers.length];
        if (signer === undefined) return;
        const { message, signature } = await browser.signed(signer, { nonce: await browser.nonce() });
        // Any text, or the right one with other characters in a place.
        const place = (at ?? 0) % signature.length;
        const other = at === null ? any : `${signature.slice(0, place)}${any.slice(0, 3)}${signature.slice(place + 3)}`;
        if (other.toLowerCase() === signature.toLowerCase()) return;
        expect(await browser.send('verify', { signIns: [{ message, signature: other }] })).toMatchObject({
          status: 401,
          body: { error: 'wrong-signature' },
        });
      }),
    );
  });
});
