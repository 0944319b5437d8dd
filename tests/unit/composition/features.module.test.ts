import { describe, expect, it, vi } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../application/shared/storage-keys.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import type { SentTransaction } from '../../../domain/send/sent-transaction.js';
import { writeTransactions } from '../../../domain/send/stored-transactions.js';
import { ADDRESS, client, EVM_WALLET, fakes } from './support/client.js';

const HASH = `0x${'a'.repeat(64)}`;
const waiting: SentTransaction = {
  namespace: 'eip155',
  chainId: toChainId('eip155:1'),
  hash: HASH,
  from: toAccountId(`eip155:1:${ADDRESS}`),
  to: '0x2222222222222222222222222222222222222222',
  value: 1n,
  asset: null,
  isSmartAccount: false,
  isBatch: false,
  trace: null,
  isReplaceable: null,
  sentAt: 1,
  outcome: null,
  follower: null,
};

/** A page that begins with a transaction of the page before. */
const begun = (given: Parameters<typeof fakes>[0] = {}) => {
  const storage = new FakeStorage({ [STORAGE_KEYS.transactions]: writeTransactions([waiting]) });
  const parts = fakes({ storage, ...given });
  return client({}, parts);
};
const arrive = async (): Promise<void> => {
  await settle();
  await vi.dynamicImportSettled();
  await settle();
};
const follows = ({ chain }: ReturnType<typeof begun>) => chain.readCalls.filter(({ method }) => method === 'followTransaction').length;

describe('what was sent before a reload', () => {
  it('is asked for by nobody before the visitor acts', async () => {
    const here = begun();
    await arrive();
    await here.clock.run(60_000);
    expect(here.chain.readCalls).toEqual([]);
  });

  it.each(['a wallet is connected', 'the modal is opened'] as const)('is followed once %s, and told of', async (act) => {
    const here = begun();
    if (act === 'a wallet is connected') await here.latchkey.connect({ connectorId: EVM_WALLET });
    else await here.latchkey.open();
    await arrive();
    await here.clock.run(0);
    expect(follows(here)).toBe(1);
    here.chain.mine(HASH);
    await arrive();
    expect(here.told.filter(({ event }) => event === 'SEND_SUCCESS')).toHaveLength(1);
    here.latchkey.dispose();
    expect(here.clock.pending).toBe(0);
  });

  it('is followed once the stored session is resumed', async () => {
    const storage = new FakeStorage();
    const first = client({}, fakes({ storage }));
    await first.latchkey.connect({ connectorId: EVM_WALLET });
    first.latchkey.dispose();
    storage.set(STORAGE_KEYS.transactions, writeTransactions([waiting]));
    const next = fakes({ storage, evm: { wallets: [{ id: EVM_WALLET, connected: true }] } });
    const here = client({}, next);
    await here.latchkey.ready;
    await arrive();
    await here.clock.run(0);
    expect(follows(here)).toBe(1);
    here.latchkey.dispose();
    expect(here.clock.pending).toBe(0);
  });
});
