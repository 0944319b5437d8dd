import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { memoryStore } from '../../../server/memory-store.js';
import type { StoredSession } from '../../../server/sign-in-store.js';

const session = (signInId: string): StoredSession => ({
  ...{ signInId, chainId: toChainId('eip155:1'), accountAddress: '0x', message: '', signature: '', signedInAt: 1, expiresAt: 10 },
});

describe('memoryStore', () => {
  it('keeps the latest nonces of all browsers, up to its limit', async () => {
    const store = memoryStore({ maxNonces: 2 });
    for (const browserId of ['a', 'b', 'c']) await store.addNonce({ browserId, nonce: 'nonce', expiresAt: 10 }, 1);
    const taken = ['a', 'b', 'c'].map((browserId) => store.takeNonce({ browserIds: [browserId], nonce: 'nonce' }, 1));
    expect(await Promise.all(taken)).toEqual([false, true, true]);
  });

  it('keeps the latest sessions of all browsers, up to its limit', async () => {
    const store = memoryStore({ maxSessions: 2 });
    for (const signInId of ['a', 'b', 'a', 'c']) await store.addSession(session(signInId), 1);
    expect((await store.sessions(['a', 'b', 'c'], 1)).map(({ signInId }) => signInId)).toEqual(['a', 'c']);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses the limit %s', (limit) => {
    expect(() => memoryStore({ maxNonces: limit })).toThrow(RangeError);
    expect(() => memoryStore({ maxSessions: limit })).toThrow(RangeError);
  });
});
