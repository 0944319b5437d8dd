import { describe, expect, it } from 'vitest';
import { LocalSignIn } from '../../../../adapters/sign-in/local-sign-in.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { fakeHex } from '../../../../application/ports/hex.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { mainnet } from '../../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import type { SignInSession } from '../../../../domain/sign-in/sign-in-session.js';

const MAINNET = toChainId('eip155:1');
const [NETWORK] = parseOptions({ networks: [mainnet] }).networks;
const ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';

const clock = new FakeClock(Date.parse('2024-01-01T00:00:00.000Z'));

/** The service of a page. */
const pageWith = (storage: FakeStorage, chain = new FakeChain()): LocalSignIn =>
  new LocalSignIn({
    ...{ options: {}, browser: new FakeBrowser(), clock, storage },
    chains: new Map([['eip155', chain]]),
    networkOf: () => NETWORK,
  });

/** Creates a message on a page, which the wallet signs. */
const signed = async (page: LocalSignIn): Promise<SignInSession> => {
  const request = await page.createMessage({ chainId: MAINNET, accountAddress: ADDRESS });
  const { toString: _, ...data } = request;
  const message = request.toString();
  return { data, message, signature: fakeHex(message, 130) };
};

const INVALID_NONCE = { code: 'sign-in/refused', context: { reason: 'invalid-nonce' } };

describe('nonces', () => {
  it('outlast the page, which a phone discards while the wallet is open, and are used once by all tabs', async () => {
    const storage = new FakeStorage();
    const session = await signed(pageWith(storage));
    const page = pageWith(storage.reload());
    await page.addSession(session);
    expect(await page.getSessions(MAINNET, ADDRESS)).toHaveLength(1);
    await expect(pageWith(storage.otherTab()).addSession(session)).rejects.toMatchObject(INVALID_NONCE);
  });

  it('expire after five minutes, and are deleted then', async () => {
    const storage = new FakeStorage();
    const [first, second] = [await signed(pageWith(storage)), await signed(pageWith(storage))];
    clock.advance(299_999);
    await pageWith(storage).addSession(first);
    clock.advance(1);
    await expect(pageWith(storage).addSession(second)).rejects.toMatchObject(INVALID_NONCE);
    expect(Object.keys(storage.persisted)).toEqual([STORAGE_KEYS.signInSessions]);
  });

  it('are the last fifty', async () => {
    const page = pageWith(new FakeStorage());
    const [oldest, next] = [await signed(page), await signed(page)];
    for (let count = 0; count < 49; count += 1) await signed(page);
    await expect(page.addSession(oldest)).rejects.toMatchObject(INVALID_NONCE);
    await page.addSession(next);
  });

  it('are not used up while the chain cannot verify the signature', async () => {
    const chain = new FakeChain();
    const page = pageWith(new FakeStorage(), chain);
    const session = await signed(page);
    chain.reads = 'failed';
    await expect(page.addSession(session)).rejects.toMatchObject({ code: 'sign-in/unavailable' });
    chain.reads = 'working';
    await page.addSession(session);
  });

  it('are used up by a wrong signature', async () => {
    const page = pageWith(new FakeStorage());
    const session = await signed(page);
    await expect(page.addSession({ ...session, signature: '0x' })).rejects.toMatchObject({ context: { reason: 'wrong-signature' } });
    await expect(page.addSession(session)).rejects.toMatchObject(INVALID_NONCE);
  });

  it('may be changed by anyone: what is not a list of nonces is ignored', async () => {
    for (const text of ['{', '{}', '[1, {}, null]']) {
      const page = pageWith(new FakeStorage({ [STORAGE_KEYS.signInNonces]: text }));
      await page.addSession(await signed(page));
    }
  });
});
