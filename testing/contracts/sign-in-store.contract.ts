import { toChainId } from '../../domain/caip/caip-2.js';
import type { SignInStore, StoredNonce, StoredSession } from '../../server/sign-in-store.js';
import type { TestApi } from './test-api.js';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

const session = (signInId: string, chain: string, signedInAt: number, expiresAt = NOW + HOUR): StoredSession => ({
  signInId,
  chainId: toChainId(chain),
  accountAddress: '0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  message: "app.example wants you to sign in with your Ethereum account:\n'; DROP TABLE sessions; --",
  signature: `0x${'12'.repeat(65)}`,
  signedInAt,
  expiresAt,
});

const nonce = (browserId: string, text: string, expiresAt = NOW + HOUR): StoredNonce => ({ browserId, nonce: text, expiresAt });

/**
 * Contract of every `SignInStore`.
 * @param create returns an empty store
 * @example signInStoreContract({ describe, it, expect }, 'memoryStore', async () => memoryStore());
 */
export const signInStoreContract = ({ describe, it, expect }: TestApi, name: string, create: () => Promise<SignInStore>): void => {
  describe(`${name}: SignInStore contract`, () => {
    it('gives a nonce to one of many callers, once', async () => {
      const store = await create();
      await store.addNonce(nonce('a', 'first'), NOW);
      const taken = await Promise.all(Array.from({ length: 10 }, () => store.takeNonce({ browserIds: ['a'], nonce: 'first' }, NOW)));
      expect(taken.filter(Boolean).length).toBe(1);
      expect(await store.takeNonce({ browserIds: ['a'], nonce: 'first' }, NOW)).toBe(false);
    });

    it('gives a nonce to its own browser only, by any of the ids', async () => {
      const store = await create();
      await store.addNonce(nonce('a', 'first'), NOW);
      for (const [browserIds, text] of [[[], 'first'] as const, [['b', 'c'], 'first'] as const, [['a'], 'second'] as const])
        expect(await store.takeNonce({ browserIds, nonce: text }, NOW)).toBe(false);
      expect(await store.takeNonce({ browserIds: ['b', 'a'], nonce: 'first' }, NOW)).toBe(true);
    });

    it('keeps several nonces of a browser until they expire', async () => {
      const store = await create();
      await store.addNonce(nonce('a', 'first', NOW + 1), NOW);
      await store.addNonce(nonce('a', 'second', NOW + 2), NOW);
      expect(await store.takeNonce({ browserIds: ['a'], nonce: 'first' }, NOW + 1)).toBe(false);
      expect(await store.takeNonce({ browserIds: ['a'], nonce: 'second' }, NOW + 1)).toBe(true);
    });

    it('keeps the last fifty nonces of a browser', async () => {
      const store = await create();
      await store.addNonce(nonce('b', 'other'), NOW);
      for (let index = 0; index < 52; index += 1) await store.addNonce(nonce('a', `nonce ${index}`, NOW + HOUR + index), NOW + index);
      const takes = async (browserId: string, text: string) => store.takeNonce({ browserIds: [browserId], nonce: text }, NOW + 52);
      expect([await takes('a', 'nonce 0'), await takes('a', 'nonce 1'), await takes('a', 'nonce 2')]).toEqual([false, false, true]);
      expect([await takes('a', 'nonce 51'), await takes('b', 'other')]).toEqual([true, true]);
    });

    it('returns the sessions of sign-ins unchanged, the oldest first', async () => {
      const store = await create();
      const [first, second, third] = [
        session('a', 'eip155:137', NOW),
        session('b', 'eip155:1', NOW + 1),
        session('a', 'eip155:10', NOW + 2),
      ];
      for (const added of [third, second, first, session('c', 'eip155:10', NOW)]) await store.addSession(added, NOW);
      expect(await store.sessions(['b', 'a'], NOW)).toEqual([first, second, third]);
      expect([await store.sessions(['d'], NOW), await store.sessions([], NOW)]).toEqual([[], []]);
    });

    it('replaces the session of the same account on the same chain, in one sign-in', async () => {
      const store = await create();
      const later = { ...session('a', 'eip155:1', NOW + 1), signature: '0x', message: 'later' };
      const other = session('b', 'eip155:1', NOW);
      for (const added of [session('a', 'eip155:1', NOW), other, later]) await store.addSession(added, NOW);
      expect(await store.sessions(['a', 'b'], NOW)).toEqual([other, later]);
    });

    it('returns no session that has expired', async () => {
      const store = await create();
      const lasting = session('a', 'eip155:1', NOW, NOW + 2);
      await store.addSession(session('a', 'eip155:10', NOW, NOW + 1), NOW);
      await store.addSession(lasting, NOW);
      expect(await store.sessions(['a'], NOW + 1)).toEqual([lasting]);
    });

    it('removes the sessions of one account in some sign-ins, or all', async () => {
      const store = await create();
      const [first, second, other] = [session('a', 'eip155:1', NOW), session('a', 'eip155:10', NOW + 1), session('c', 'eip155:1', NOW + 2)];
      for (const added of [first, second, session('b', 'eip155:1', NOW), other]) await store.addSession(added, NOW);
      await store.removeSessions({ signInIds: ['a', 'b'], account: first });
      expect(await store.sessions(['a', 'b', 'c'], NOW)).toEqual([second, other]);
      await store.removeSessions({ signInIds: ['b', 'a'] });
      await store.removeSessions({ signInIds: [] });
      expect(await store.sessions(['a', 'b', 'c'], NOW)).toEqual([other]);
    });
  });
};
