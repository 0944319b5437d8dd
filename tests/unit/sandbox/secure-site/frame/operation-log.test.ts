import { describe, expect, it } from 'vitest';
import { OperationLog } from '../../../../../sandbox/secure-site/frame/operation-log.js';
import type { SentOperation } from '../../../../../sandbox/secure-site/frame/sent-operation.js';
import { createSigningKey } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { DAY_MS } from '../api/secure-site-world.js';
import { memoryStore } from '../documents/open-session.js';

const operation = (id: string, members: Partial<SentOperation> = {}): SentOperation => ({
  id,
  hash: '0x01',
  chainId: 'eip155:1',
  sender: '0x02',
  nonce: '3',
  fromBlock: '0x4',
  sentAt: 0,
  isSettled: false,
  ...members,
});

const storeWithDevice = async () => {
  const store = await memoryStore();
  const accounts = { eip155: { address: '0x1', publicKey: 'a' }, solana: { address: '2', publicKey: 'b' } };
  const user = { provider: 'email', email: 'alice@example.com', userName: null } as const;
  const texts = { device: 'd', user, token: null, vault: '{}', wraps: '[]' };
  await store.save({ wallet: 'wallet-1', ...texts, key: await createSigningKey(), seenEpoch: 1, accounts });
  return store;
};

describe('the log of operations', () => {
  it('forgets an operation a day after it was sent, if its outcome is known', async () => {
    const store = await storeWithDevice();
    let now = 0;
    const log = new OperationLog(store, () => now);
    await log.save(operation('settled', { isSettled: true }));
    await log.save(operation('open'));
    now = DAY_MS;
    await log.save(operation('new', { sentAt: now }));
    expect((await log.list()).map(({ id }) => id)).toEqual(['settled', 'open', 'new']);
    now = DAY_MS + 1;
    await log.save(operation('newer', { sentAt: now }));
    expect((await log.list()).map(({ id }) => id)).toEqual(['open', 'new', 'newer']);
    expect(await log.find('open')).toMatchObject({ id: 'open' });
    await log.erase('open');
    expect(await log.find('open')).toBeNull();
  });

  it('is empty without a wallet', async () => {
    const log = new OperationLog(await memoryStore(), () => 0);
    await log.save(operation('lost'));
    await log.erase('lost');
    expect(await log.list()).toEqual([]);
  });
});
