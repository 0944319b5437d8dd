import { filter, firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import type { Eip1193Provider } from '../../adapters/eip155/eip1193.js';
import type { Latchkey } from '../../application/latchkey.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { defineModule } from '../../composition/wire.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { AHEAD_CLOCK } from './support/ahead-clock.js';
import { EvmFixture } from './support/evm-fixture.js';

/** The used members of a batch. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
interface Batch {
  readonly from: string;
  readonly chainId: string;
  readonly calls: readonly Readonly<Record<string, string>>[];
}

/** Batches by id, which outlive the page as in a real wallet. */
const batches = new WeakMap<EvmFixture, Map<string, { readonly batch: Batch; readonly hashes: readonly string[] }>>();

/** The test wallet with `wallet_sendCalls`: it executes the calls in order on the real chain and returns their receipts. */
const withBatches = (fixture: EvmFixture): Eip1193Provider => {
  const { provider } = fixture.wallet;
  const stored = batches.get(fixture) ?? new Map();
  batches.set(fixture, stored);
  const send = async (batch: Batch): Promise<{ readonly id: string }> => {
    const hashes: string[] = [];
    for (const call of batch.calls)
      hashes.push(String(await provider.request({ method: 'eth_sendTransaction', params: [{ from: batch.from, ...call }] })));
    const id = `0xba7c4${stored.size}`;
    stored.set(id, { batch, hashes });
    return { id };
  };
  const statusOf = async (id: string): Promise<object> => {
    const { batch, hashes } = stored.get(id) ?? { batch: null, hashes: [] };
    if (batch === null) throw Object.assign(new Error('unknown bundle id'), { code: 5730 });
    // The types of the client know only the methods of its mode.
    const read = (hash: string): Promise<unknown> =>
      fixture.client.request({ method: 'eth_getTransactionReceipt', params: [hash] } as never);
    const receipts = (await Promise.all(hashes.map(read))).filter((receipt) => receipt !== null);
    const isDone = receipts.length === hashes.length;
    return { version: '2.0.0', id, chainId: batch.chainId, atomic: false, status: isDone ? 200 : 100, ...(isDone ? { receipts } : {}) };
  };
  return {
    ...provider,
    request: ({ method, params = [] }) => {
      const [first] = Array.isArray(params) ? params : [];
      if (method === 'wallet_sendCalls') return send(first);
      if (method === 'wallet_getCallsStatus') return statusOf(String(first));
      return provider.request({ method, params });
    },
  };
};

describe('tracking a transaction after a reload', () => {
  let fixture: EvmFixture;

  beforeAll(async () => {
    fixture = await EvmFixture.start();
    await fixture.client.setBalance({ address: fixture.alice.address, value: 10n ** 18n });
    await fixture.client.setAutomine(false);
  });
  afterAll(() => fixture.stop());

  const page = (storage: FakeStorage, clock = SYSTEM_CLOCK): Latchkey =>
    createLatchkey({
      networks: [mainnet],
      customRpcUrls: { 'eip155:1': [{ url: fixture.proxy.url }] },
      modules: [
        eip155({ providers: [{ id: 'test', name: 'Test', provider: withBatches(fixture) }] }),
        defineModule((wire) => {
          wire(CLOCK, [], () => clock);
          wire(STORAGE, [], () => storage);
        }),
      ],
    });
  /** Waits until the list has a matching status. */
  const listed = (latchkey: Latchkey, matches: (status: string | undefined) => boolean) =>
    firstValueFrom(
      latchkey.useCases.watchTransactions.execute().pipe(filter(([newest]) => newest !== undefined && matches(newest.outcome?.status))),
    );

  it('continues in the next page from the stored session', async () => {
    const storage = new FakeStorage();
    const first = page(storage);
    await first.ready;
    await first.connect({ connectorId: 'test' });
    first.useCases.sendTransaction.execute({ to: fixture.bob.address, value: 5n }).subscribe();
    const [waiting] = await listed(first, (status) => status === undefined);
    // Simulates a killed page: its later writes do not reach the storage of the next one.
    const next = page(new FakeStorage(storage.persisted), AHEAD_CLOCK);
    first.dispose();
    await next.ready;
    expect(next.getAccount().isConnected).toBe(true);
    expect(await listed(next, (status) => status === undefined)).toMatchObject([{ hash: waiting?.hash, value: 5n, outcome: null }]);
    const before = await fixture.client.getBalance({ address: fixture.bob.address });
    await fixture.client.mine({ blocks: 1 });
    const [stored] = await listed(next, (status) => status !== undefined);
    const receipt = await fixture.client.getTransactionReceipt({ hash: waiting?.hash as `0x${string}` });
    expect(stored).toMatchObject({ hash: waiting?.hash, outcome: { status: 'confirmed', blockNumber: receipt.blockNumber } });
    expect(await fixture.client.getBalance({ address: fixture.bob.address })).toBe(before + 5n);
    expect(fixture.wallet.requestCount('eth_sendTransaction')).toBe(1);
    next.dispose();
  });

  it('works for a batch of calls too', async () => {
    const storage = new FakeStorage();
    const first = page(storage);
    await first.ready;
    await first.connect({ connectorId: 'test' });
    const before = await fixture.client.getBalance({ address: fixture.bob.address });
    const calls = [
      { to: fixture.bob.address, value: 5n },
      { to: fixture.bob.address, value: 6n },
    ];
    const request = { from: fixture.accountId(fixture.alice.address), calls };
    first.useCases.callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request }).subscribe();
    const [waiting] = await listed(first, (status) => status === undefined);
    expect(waiting).toMatchObject({ kind: 'calls' });
    const next = page(new FakeStorage(storage.persisted), AHEAD_CLOCK);
    first.dispose();
    await next.ready;
    await listed(next, (status) => status === undefined);
    await fixture.client.mine({ blocks: 1 });
    const [stored] = await listed(next, (status) => status !== undefined);
    const blockNumber = await fixture.client.getBlockNumber();
    expect(stored).toMatchObject({ hash: waiting?.hash, outcome: { status: 'confirmed', blockNumber } });
    expect(await fixture.client.getBalance({ address: fixture.bob.address })).toBe(before + 11n);
    next.dispose();
  });
});
