import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { twoTabs } from '../support/two-tabs.js';
import { ADDRESS, account, connect, EVM_WALLET, record, status } from '../support/world.js';

const TWO_WALLETS = { evm: { wallets: [{ id: EVM_WALLET }, { id: 'com.second' }] } };

/** A page in the back/forward cache runs no code and misses every event of the storage. */
describe('a tab that comes back from the back/forward cache', () => {
  it('is disconnected when another tab disconnected meanwhile', async () => {
    const [here, there] = twoTabs();
    await connect(here);
    await settle();
    there.storage.leave();
    // The storage alone: the wallets of these tests would tell the tab as well.
    here.memory.forget('eip155');
    expect(status(there)).toBe('connected');
    there.storage.comeBack();
    expect(status(there)).toBe('disconnected');
    expect(here.chain.wallet(EVM_WALLET).listeners).toBe(1);
  });

  it('takes up what another tab connected meanwhile, without asking the person', async () => {
    const [here, there] = twoTabs();
    there.storage.leave();
    await connect(here);
    await settle();
    expect(status(there)).toBe('disconnected');
    there.storage.comeBack();
    expect(status(there)).toBe('reconnecting');
    await settle();
    expect(account(there)).toMatchObject({ status: 'connected', address: ADDRESS });
    expect(here.chain.wallet(EVM_WALLET).count('connect')).toBe(1);
  });

  it('moves to the wallet to which another tab moved meanwhile', async () => {
    const [here, there] = twoTabs(TWO_WALLETS);
    await connect(here);
    await settle();
    there.storage.leave();
    await connect(here, 'eip155', 'com.second');
    await settle();
    there.storage.comeBack();
    await settle();
    expect(account(there).connectorId).toBe('com.second');
  });

  it('goes on without a step where nothing changed meanwhile', async () => {
    const [here, there] = twoTabs();
    await connect(here);
    await settle();
    const seen = record(there.useCases.watchConnection.execute());
    there.storage.leave();
    here.memory.forget('eip155');
    here.memory.remember('eip155', EVM_WALLET);
    there.storage.comeBack();
    await settle();
    expect(seen.values).toHaveLength(1);
  });
});
