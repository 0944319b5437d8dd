import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { account, connect, EVM_WALLET, record, settled, type World, type WorldInit, world } from '../support/world.js';

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];

/** A wallet that shares three accounts is connected. */
const three = async (given: WorldInit = {}): Promise<World> => {
  const here = world({ evm: { wallets: [{ id: EVM_WALLET, accounts: [FIRST, SECOND, THIRD] }] }, ...given });
  await connect(here);
  return here;
};

const pick = async ({ useCases }: World, address: string): Promise<unknown> => {
  const run = await settled(record(useCases.switchAccount.execute({ address })));
  return run.values.at(-1);
};

const addresses = (here: World): readonly string[] => account(here).allAccounts.map(({ address }) => address);

describe('switching to another account of the wallet', () => {
  it('makes it the one that signs, asks the wallet nothing, and drops what belonged to the former one', async () => {
    const here = await three();
    const asked = here.chain.wallet(EVM_WALLET).calls.length;
    const epoch = here.connections.state.sendEpoch;
    expect(await pick(here, SECOND)).toMatchObject({ status: 'success', data: { address: SECOND } });
    expect(addresses(here)).toEqual([SECOND, FIRST, THIRD]);
    expect(account(here).balance).toBeUndefined();
    expect(here.chain.wallet(EVM_WALLET).calls).toHaveLength(asked);
    expect(here.connections.state.sendEpoch).toBe(epoch + 1);
    await settled(record(here.useCases.signMessage.execute({ message: 'hello' })));
    expect(here.chain.wallet(EVM_WALLET).calls.at(-1)?.input).toMatchObject({ account: `eip155:1:${SECOND}` });
  });

  it('holds while the wallet repeats what it shares, and ends when it moves by itself', async () => {
    const here = await three();
    await pick(here, SECOND);
    here.chain.wallet(EVM_WALLET).unlock();
    expect(account(here).address).toBe(SECOND);
    here.chain.wallet(EVM_WALLET).selectAccount(THIRD);
    expect(account(here).address).toBe(THIRD);
  });

  it('holds over a reload, not over a disconnect', async () => {
    const storage = new FakeStorage();
    const here = await three({ storage });
    await pick(here, THIRD);
    const again = world({ beside: here, storage: storage.reload() });
    await settled(record(again.useCases.reconnectWallets.execute()));
    expect(account(again).address).toBe(THIRD);
    await settled(record(again.useCases.disconnectWallet.execute()));
    await connect(again);
    expect(account(again).address).toBe(FIRST);
  });

  it('is refused for an account that the wallet does not share, and where nothing is connected', async () => {
    const here = await three();
    expect(await pick(here, `0x${'9'.repeat(40)}`)).toMatchObject({ status: 'error', error: { code: 'wallet/unauthorized' } });
    expect(account(here).address).toBe(FIRST);
    expect(await pick(world(), FIRST)).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });

  it('leaves the account of another namespace as it is', async () => {
    const here = await three();
    await connect(here, 'solana');
    const before = here.connections.state.namespaces.solana;
    await settled(record(here.useCases.switchAccount.execute({ namespace: 'eip155', address: SECOND })));
    expect(account(here).address).toBe(SECOND);
    expect(here.connections.state.namespaces.solana).toBe(before);
  });
});
