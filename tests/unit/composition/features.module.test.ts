import { describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../application/shared/storage-keys.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import type { SentTransaction } from '../../../domain/send/sent-transaction.js';
import { writeTransactions } from '../../../domain/send/stored-transactions.js';
import { ADDRESS, client, EVM_WALLET, fakes } from './support/client.js';

const HASH = `0x${'a'.repeat(64)}`;
const pending: SentTransaction = {
  namespace: 'eip155',
  chainId: toChainId('eip155:1'),
  hash: HASH,
  from: toAccountId(`eip155:1:${ADDRESS}`),
  to: '0x2222222222222222222222222222222222222222',
  value: 1n,
  asset: null,
  isSmartAccount: false,
  kind: 'transaction',
  purpose: 'send',
  swap: null,
  token: null,
  replaces: null,
  trace: null,
  isReplaceable: null,
  sentAt: 1,
  outcome: null,
  follower: null,
};

/** A client that starts with a stored pending transaction. */
const clientWithPending = (given: Parameters<typeof fakes>[0] = {}) => {
  const storage = new FakeStorage({ [STORAGE_KEYS.transactions]: writeTransactions([pending]) });
  return client({}, fakes({ storage, ...given }));
};
const settle = async (): Promise<void> => {
  await flushPromises();
  await vi.dynamicImportSettled();
  await flushPromises();
};
const followCount = ({ chain }: ReturnType<typeof clientWithPending>) =>
  chain.readCalls.filter(({ method }) => method === 'followTransaction').length;

describe('pending transactions after a reload', () => {
  it('are not read before the user acts', async () => {
    const app = clientWithPending();
    await settle();
    await app.clock.run(60_000);
    expect(app.chain.readCalls).toEqual([]);
  });

  it.each(['a wallet is connected', 'the modal is opened'] as const)('are tracked and notified once %s', async (act) => {
    const app = clientWithPending();
    if (act === 'a wallet is connected') await app.latchkey.connect({ connectorId: EVM_WALLET });
    else await app.latchkey.open();
    await settle();
    await app.clock.run(0);
    expect(followCount(app)).toBe(1);
    app.chain.mine(HASH);
    await settle();
    expect(app.events.filter(({ event }) => event === 'SEND_SUCCESS')).toHaveLength(1);
    app.latchkey.dispose();
    expect(app.clock.pending).toBe(0);
  });

  it('are tracked once the stored session is resumed', async () => {
    const storage = new FakeStorage();
    const first = client({}, fakes({ storage }));
    await first.latchkey.connect({ connectorId: EVM_WALLET });
    first.latchkey.dispose();
    storage.set(STORAGE_KEYS.transactions, writeTransactions([pending]));
    const next = fakes({ storage, evm: { wallets: [{ id: EVM_WALLET, connected: true }] } });
    const app = client({}, next);
    await app.latchkey.ready;
    await settle();
    await app.clock.run(0);
    expect(followCount(app)).toBe(1);
    app.latchkey.dispose();
    expect(app.clock.pending).toBe(0);
  });
});

describe('recent wallets', () => {
  it('are known before the wallet directory is loaded', () => {
    const storage = new FakeStorage({ [STORAGE_KEYS.recentWallets]: JSON.stringify([{ id: 'far', name: 'Faraway' }]) });
    const { latchkey } = client({}, fakes({ storage }));
    expect(latchkey.useCases.watchRecentWallets.current()).toMatchObject([{ id: 'far' }]);
    latchkey.dispose();
  });
});
