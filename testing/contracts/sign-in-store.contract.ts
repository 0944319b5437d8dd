import { toChainId } from '../../domain/caip/caip-2.js';
import type { SignInSession, SignInStore } from '../../server/sign-in-store.js';
import type { TestApi } from './test-api.js';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

const session = (chain: string, signedInAt: number, expiresAt = NOW + HOUR): SignInSession => ({
  chainId: toChainId(chain),
  accountAddress: '0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  message: "app.example wants you to sign in with your Ethereum account:\n'; DROP TABLE sessions; --",
  signature: `0x${'12'.repeat(65)}`,
  signedInAt,
  expiresAt,
});

/**
 * Contract of every `SignInStore`.
 * @param create returns an empty store
 * @example signInStoreContract({ describe, it, expect }, 'memoryStore', async () => memoryStore());
 */
export const signInStoreContract = ({ describe, it, expect }: TestApi, name: string, create: () => Promise<SignInStore>): void => {
  describe(`${name}: SignInStore contract`, () => {
    it('gives a nonce to one of many callers, once', async () => {
      const store = await create();
      await store.addNonce({ browserId: 'a', nonce: 'first', expiresAt: NOW + HOUR });
      const taken = await Promise.all(Array.from({ length: 10 }, () => store.takeNonce({ browserId: 'a', nonce: 'first' }, NOW)));
      expect(taken.filter(Boolean).length).toBe(1);
      expect(await store.takeNonce({ browserId: 'a', nonce: 'first' }, NOW)).toBe(false);
    });

    it('gives a nonce to its own browser only', async () => {
      const store = await create();
      await store.addNonce({ browserId: 'a', nonce: 'first', expiresAt: NOW + HOUR });
      expect(await store.takeNonce({ browserId: 'b', nonce: 'first' }, NOW)).toBe(false);
      expect(await store.takeNonce({ browserId: 'a', nonce: 'second' }, NOW)).toBe(false);
      expect(await store.takeNonce({ browserId: 'a', nonce: 'first' }, NOW)).toBe(true);
    });

    it('keeps several nonces of a browser until they expire', async () => {
      const store = await create();
      await store.addNonce({ browserId: 'a', nonce: 'first', expiresAt: NOW + 1 });
      await store.addNonce({ browserId: 'a', nonce: 'second', expiresAt: NOW + 2 });
      expect(await store.takeNonce({ browserId: 'a', nonce: 'first' }, NOW + 1)).toBe(false);
      expect(await store.takeNonce({ browserId: 'a', nonce: 'second' }, NOW + 1)).toBe(true);
    });

    it('returns the sessions of a browser unchanged, the oldest first', async () => {
      const store = await create();
      const [first, second] = [session('eip155:137', NOW), session('eip155:1', NOW + 1)];
      await store.addSession('a', first);
      await store.addSession('a', second);
      await store.addSession('b', session('eip155:10', NOW));
      expect(await store.sessions('a', NOW)).toEqual([first, second]);
      expect(await store.sessions('c', NOW)).toEqual([]);
    });

    it('replaces the session of the same account on the same chain', async () => {
      const store = await create();
      const later = { ...session('eip155:1', NOW + 1), signature: '0x', message: 'later' };
      await store.addSession('a', session('eip155:1', NOW));
      await store.addSession('a', later);
      expect(await store.sessions('a', NOW)).toEqual([later]);
    });

    it('returns no session that has expired', async () => {
      const store = await create();
      const lasting = session('eip155:1', NOW, NOW + 2);
      await store.addSession('a', session('eip155:10', NOW, NOW + 1));
      await store.addSession('a', lasting);
      expect(await store.sessions('a', NOW + 1)).toEqual([lasting]);
    });

    it('removes one session of a browser, or all', async () => {
      const store = await create();
      const [first, second, other] = [session('eip155:1', NOW), session('eip155:10', NOW + 1), session('eip155:1', NOW)];
      await store.addSession('a', first);
      await store.addSession('a', second);
      await store.addSession('b', other);
      await store.removeSessions({ browserId: 'a', account: first });
      expect(await store.sessions('a', NOW)).toEqual([second]);
      await store.removeSessions({ browserId: 'a' });
      expect([await store.sessions('a', NOW), await store.sessions('b', NOW)]).toEqual([[], [other]]);
    });
  });
};
