/** Requests of a browser to the sign-in endpoints of an app, with real signatures. For the apps of the guides. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base58 } from '@scure/base';
import { formatSignInMessage } from 'latchkey/server';
import { eip155TestSigner, solanaTestSigner } from 'latchkey/testing';

const utf8 = (text) => new TextEncoder().encode(text);

/** An account of each namespace that signs texts as wallets do. */
const signers = async () => {
  const evm = eip155TestSigner('alice');
  const solana = await solanaTestSigner(utf8('alice'.padEnd(32, '.')));
  return [
    {
      chainId: 'eip155:1',
      accountAddress: evm.address,
      sign: (text) => evm.signMessage({ message: { raw: `0x${Buffer.from(text).toString('hex')}` } }),
    },
    {
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      accountAddress: solana.address,
      sign: async (text) => base58.encode(await solana.sign(utf8(text))),
    },
  ];
};

/** A browser that shows the site: sends its origin, and keeps its cookies. */
export class SiteBrowser {
  #url;
  origin;
  #cookies = new Map();
  /** `Set-Cookie` headers of the last response. */
  setCookies = [];

  constructor(url, origin) {
    this.#url = url;
    this.origin = origin;
  }

  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(path, { method = 'GET', body, origin = this.origin } = {}) {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { cookie: this.cookie, ...(method === 'POST' ? { origin, 'content-type': 'application/json' } : {}) },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    this.setCookies = response.headers.getSetCookie();
    for (const cookie of this.setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    return response;
  }

  async send(action, { method = 'POST', ...init } = {}) {
    const response = await this.fetch(`/api/sign-in/${action}`, { method, ...init });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  session() {
    return this.send('session', { method: 'GET' });
  }

  async signed({ chainId, accountAddress, sign }) {
    const { body } = await this.send('nonce');
    const { host } = new URL(this.origin);
    const message = formatSignInMessage({ domain: host, chainId, accountAddress, uri: this.origin, version: '1', ...body });
    return { message, signature: await sign(message) };
  }

  async signIn(signer) {
    return this.send('verify', { body: { signIns: [await this.signed(signer)] } });
  }
}

export const [evm, solana] = await signers();

/**
 * Tests the endpoints of an app.
 * @param name of the app
 * @param {() => Promise<{ url: string, origin: string }>} start resolves once it accepts requests
 */
export const testSignIn = (name, start) => {
  describe(name, () => {
    const open = async () => {
      const { url, origin } = await start();
      return new SiteBrowser(url, origin);
    };

    for (const signer of [evm, solana]) {
      it(`signs an account of ${signer.chainId} in and out`, async () => {
        const browser = await open();
        const { status, body } = await browser.signIn(signer);
        assert.deepEqual([status, body.sessions.map((session) => session.accountAddress)], [200, [signer.accountAddress]]);
        assert.deepEqual((await browser.session()).body, body);
        assert.deepEqual((await browser.send('sign-out')).body, { sessions: [] });
        assert.deepEqual((await browser.session()).body, { sessions: [] });
      });
    }

    it('sets a cookie that scripts and other sites cannot use', async () => {
      const browser = await open();
      const { origin } = browser;
      await browser.send('nonce');
      const [cookie = ''] = browser.setCookies.filter((each) => each.includes('latchkey-nonce-'));
      const flags = cookie.split('; ').slice(1);
      const expected = ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=3600'];
      assert.deepEqual(flags, origin.startsWith('https:') ? [...expected, 'Secure'] : expected);
      assert.equal(cookie.startsWith('__Host-'), origin.startsWith('https:'));
    });

    it('refuses another site, and a message that was used', async () => {
      const browser = await open();
      const body = { signIns: [await browser.signed(evm)] };
      const verify = async (init) => errorOf(await browser.send('verify', { body, ...init }));
      assert.deepEqual(await verify({ origin: 'https://evil.example' }), [403, 'wrong-origin']);
      assert.deepEqual(await verify(), [200, undefined]);
      assert.deepEqual(await verify(), [422, 'invalid-nonce']);
    });

    it('refuses what is no sign-in, and other methods', async () => {
      const browser = await open();
      assert.deepEqual(errorOf(await browser.send('verify', { body: { signIns: [] } })), [400, 'invalid-request']);
      assert.equal((await browser.fetch('/api/sign-in/nonce')).status, 404);
      const head = await browser.fetch('/api/sign-in/session', { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });

    it('marks its responses as not to be stored', async () => {
      const browser = await open();
      const { headers } = await browser.session();
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-type'), /^application\/json/);
    });
  });
};

const errorOf = ({ status, body }) => [status, body.error];
