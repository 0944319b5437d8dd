import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../server/memory-store.js';
import type { PublicSession } from '../../../server/sign-in-handler.js';
import type { SignInStore } from '../../../server/sign-in-store.js';
import { SIGN_IN_SIGNERS, type SignInSigner } from '../domain/sign-in/sign-in-signers.js';
import { type Sent, SignInBrowser } from './sign-in-browser.js';

let store: SignInStore;
let browser: SignInBrowser;
let alice: SignInSigner;
let bob: SignInSigner;
let carol: SignInSigner;
beforeEach(async () => {
  store = memoryStore();
  browser = new SignInBrowser({ store });
  alice = await SIGN_IN_SIGNERS.eip155('alice');
  bob = await SIGN_IN_SIGNERS.eip155('bob');
  carol = await SIGN_IN_SIGNERS.solana('carol');
});

/** Signs in; the browser receives the nonce, but not yet the response to the signature. */
const startSignIn = async (signer: SignInSigner): Promise<Sent> =>
  browser.sendOnly('verify', { signIns: [await browser.signed(signer, { nonce: await browser.nonce() })] });

const addressesOf = (signers: readonly SignInSigner[]): readonly string[] => signers.map(({ accountAddress }) => accountAddress).sort();

/** A browser of someone else, with cookies that they know or have planted. */
const browserWith = (cookie: string | null): SignInBrowser => {
  const other = new SignInBrowser({ store });
  other.now = browser.now;
  other.cookie = cookie;
  return other;
};

describe('sign-ins of several tabs', () => {
  it('keep the other accounts when the response is lost, and sign in at the next attempt', async () => {
    await browser.signIn(alice);
    await startSignIn(bob);
    expect(await browser.signedIn()).toEqual(addressesOf([alice]));
    await browser.signIn(bob);
    expect(await browser.signedIn()).toEqual(addressesOf([alice, bob]));
  });

  it.each([
    ['in their order', [0, 1]],
    ['in reverse order', [1, 0]],
  ])('are all kept if they are verified at the same time, and received %s', async (_, order) => {
    await browser.signIn(alice);
    const responses = [await startSignIn(bob), await startSignIn(carol)];
    for (const at of order) browser.receive(responses[at] ?? { headers: new Headers() });
    expect(await browser.signedIn()).toEqual(addressesOf([alice, bob, carol]));
  });

  it('accept the nonce that a tab got before another one signed in', async () => {
    const nonce = await browser.nonce();
    await browser.signIn(bob);
    expect((await browser.send('verify', { signIns: [await browser.signed(alice, { nonce })] })).status).toBe(200);
    expect(await browser.signedIn()).toEqual(addressesOf([alice, bob]));
  });

  it('accept the nonces that two tabs got at the same time without a cookie', async () => {
    const responses = [await browser.sendOnly('nonce'), await browser.sendOnly('nonce')];
    for (const response of responses) browser.receive(response);
    for (const [at, signer] of [alice, bob].entries()) {
      const signed = await browser.signed(signer, { nonce: String(responses[at]?.body['nonce']) });
      expect((await browser.send('verify', { signIns: [signed] })).status).toBe(200);
    }
  });

  it('are ended by a sign-out with every cookie that the browser had', async () => {
    await browser.signIn(alice);
    const before = browser.cookie;
    const pending = await startSignIn(bob);
    browser.receive(pending);
    const during = browser.cookie;
    await browser.send('sign-out', {});
    for (const cookie of [before, during, browser.cookie]) expect(await browserWith(cookie).signedIn()).toEqual([]);
  });

  it('end one account in all sign-ins of it', async () => {
    await browser.signIn(alice);
    await browser.signIn(bob);
    const before = browser.cookie;
    browser.receive(await startSignIn(alice));
    const { chainId, accountAddress } = alice;
    await browser.send('sign-out', { account: { chainId, accountAddress } });
    for (const cookie of [before, browser.cookie]) expect(await browserWith(cookie).signedIn()).toEqual(addressesOf([bob]));
  });

  it('do not sign in who knew or planted the cookies from before', async () => {
    const attacker = browserWith(null);
    await attacker.signIn(carol);
    browser.cookie = attacker.cookie;
    await browser.signIn(alice);
    expect(await attacker.signedIn()).toEqual(addressesOf([carol]));
    // What the attacker does later does not reach the browser either.
    await attacker.signIn(bob);
    expect(await browser.signedIn()).toEqual(addressesOf([alice, carol]));
  });

  it('leave what another browser still has, for any order of sign-ins, lost responses and sign-outs', async () => {
    const signers = [alice, bob, carol];
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ type: fc.constant('sign-in' as const), at: fc.nat(2) }) },
      { weight: 4, arbitrary: fc.record({ type: fc.constant('receive' as const), at: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('lose' as const), at: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('sign-out' as const), at: fc.constant(0) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        store = memoryStore();
        browser = new SignInBrowser({ store });
        /** Sign-ins on their way, those that the browser has, and cookies from before with what they may show. */
        const pending: { readonly response: Sent; readonly signer: SignInSigner; readonly message: string }[] = [];
        const received: { readonly signer: SignInSigner; readonly message: string }[] = [];
        const known: { readonly cookie: string | null; readonly messages: readonly string[] }[] = [];
        for (const { type, at } of steps) {
          browser.now += 1;
          known.push({ cookie: browser.cookie, messages: received.map(({ message }) => message) });
          const signer = signers[at];
          if (type === 'sign-in' && signer !== undefined) {
            const signed = await browser.signed(signer, { nonce: await browser.nonce() });
            pending.push({ response: await browser.sendOnly('verify', { signIns: [signed] }), signer, message: signed.message });
          }
          const [next] = type === 'receive' || type === 'lose' ? pending.splice(pending.length === 0 ? 0 : at % pending.length, 1) : [];
          if (next !== undefined && type === 'receive') {
            browser.receive(next.response);
            received.push(next);
          }
          if (type === 'sign-out') {
            await browser.send('sign-out', {});
            received.length = 0;
          }
          expect(await browser.signedIn()).toEqual(addressesOf([...new Set(received.map((one) => one.signer))]));
          for (const { cookie, messages } of known) {
            const { sessions } = (await browserWith(cookie).send('session')).body as { readonly sessions: readonly PublicSession[] };
            for (const { message } of sessions) expect(messages).toContain(message);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
