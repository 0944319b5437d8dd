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
import { EvmWorld } from './support/evm-world.js';
import { LATER } from './support/later-clock.js';

/** A batch as the standard has it, as far as it is read here. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
interface Batch {
  readonly from: string;
  readonly chainId: string;
  readonly calls: readonly Readonly<Record<string, string>>[];
}

/** Batches outlive the page, as in a wallet: by their id. */
const batches = new WeakMap<EvmWorld, Map<string, { readonly batch: Batch; readonly hashes: readonly string[] }>>();

/**
 * The test wallet of a world, which takes batches of calls too: it carries them out one after the other, on the real chain, and tells of
 * them by their receipts.
 */
const withBatches = (world: EvmWorld): Eip1193Provider => {
  const { provider } = world.wallet;
  const known = batches.get(world) ?? new Map();
  batches.set(world, known);
  const send = async (batch: Batch): Promise<{ readonly id: string }> => {
    const hashes: string[] = [];
    for (const call of batch.calls)
      hashes.push(String(await provider.request({ method: 'eth_sendTransaction', params: [{ from: batch.from, ...call }] })));
    const id = `0xba7c4${known.size}`;
    known.set(id, { batch, hashes });
    return { id };
  };
  const statusOf = async (id: string): Promise<object> => {
    const { batch, hashes } = known.get(id) ?? { batch: null, hashes: [] };
    if (batch === null) throw Object.assign(new Error('unknown bundle id'), { code: 5730 });
    // The client's types know the methods of its mode only.
    const read = (hash: string): Promise<unknown> => world.client.request({ method: 'eth_getTransactionReceipt', params: [hash] } as never);
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

describe('a transaction on a real chain, and a page that is gone before its block', () => {
  let world: EvmWorld;

  beforeAll(async () => {
    world = await EvmWorld.start();
    await world.client.setBalance({ address: world.alice.address, value: 10n ** 18n });
    await world.client.setAutomine(false);
  });
  afterAll(() => world.stop());

  const page = (storage: FakeStorage, clock = SYSTEM_CLOCK): Latchkey =>
    createLatchkey({
      networks: [mainnet],
      customRpcUrls: { 'eip155:1': [{ url: world.proxy.url }] },
      modules: [
        eip155({ providers: [{ id: 'test', name: 'Test', provider: withBatches(world) }] }),
        defineModule((wire) => {
          wire(CLOCK, [], () => clock);
          wire(STORAGE, [], () => storage);
        }),
      ],
    });
  /** The list once it says what is waited for. */
  const listed = (latchkey: Latchkey, isIt: (status: string | undefined) => boolean) =>
    firstValueFrom(
      latchkey.useCases.watchTransactions.execute().pipe(filter(([newest]) => newest !== undefined && isIt(newest.outcome?.status))),
    );

  it('is followed to its outcome by the next page, from the stored session on', async () => {
    const storage = new FakeStorage();
    const first = page(storage);
    await first.ready;
    await first.connect({ connectorId: 'test' });
    first.useCases.sendTransaction.execute({ to: world.bob.address, value: 5n }).subscribe();
    const [waiting] = await listed(first, (status) => status === undefined);
    // Killed: what it would do from now on reaches no storage of the next page.
    const next = page(new FakeStorage(storage.persisted), LATER);
    first.dispose();
    await next.ready;
    expect(next.getAccount().isConnected).toBe(true);
    expect(await listed(next, (status) => status === undefined)).toMatchObject([{ hash: waiting?.hash, value: 5n, outcome: null }]);
    const before = await world.client.getBalance({ address: world.bob.address });
    await world.client.mine({ blocks: 1 });
    const [known] = await listed(next, (status) => status !== undefined);
    const receipt = await world.client.getTransactionReceipt({ hash: waiting?.hash as `0x${string}` });
    expect(known).toMatchObject({ hash: waiting?.hash, outcome: { status: 'confirmed', blockNumber: receipt.blockNumber } });
    expect(await world.client.getBalance({ address: world.bob.address })).toBe(before + 5n);
    expect(world.wallet.count('eth_sendTransaction')).toBe(1);
    next.dispose();
  });

  it('is followed as well where the wallet was handed several calls as one', async () => {
    const storage = new FakeStorage();
    const first = page(storage);
    await first.ready;
    await first.connect({ connectorId: 'test' });
    const before = await world.client.getBalance({ address: world.bob.address });
    const calls = [
      { to: world.bob.address, value: 5n },
      { to: world.bob.address, value: 6n },
    ];
    const request = { from: world.accountId(world.alice.address), calls };
    first.useCases.callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request }).subscribe();
    const [waiting] = await listed(first, (status) => status === undefined);
    expect(waiting).toMatchObject({ isBatch: true });
    const next = page(new FakeStorage(storage.persisted), LATER);
    first.dispose();
    await next.ready;
    await listed(next, (status) => status === undefined);
    await world.client.mine({ blocks: 1 });
    const [known] = await listed(next, (status) => status !== undefined);
    const blockNumber = await world.client.getBlockNumber();
    expect(known).toMatchObject({ hash: waiting?.hash, outcome: { status: 'confirmed', blockNumber } });
    expect(await world.client.getBalance({ address: world.bob.address })).toBe(before + 11n);
    next.dispose();
  });
});
