import { filter, firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import type { Latchkey } from '../../application/latchkey.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { defineModule } from '../../composition/wire.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { withBatches } from './support/batching-provider.js';
import { EvmWorld } from './support/evm-world.js';
import { LATER } from './support/later-clock.js';

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
