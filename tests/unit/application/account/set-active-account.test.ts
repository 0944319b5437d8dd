import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import {
  account,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  EVM_WALLET,
  record,
  settled,
} from '../support/client-fixture.js';

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];

/** Connected with a wallet that shares three accounts. */
const threeAccountsFixture = async (init: ClientFixtureInit = {}): Promise<ClientFixture> => {
  const fixture = clientFixture({ evm: { wallets: [{ id: EVM_WALLET, accounts: [FIRST, SECOND, THIRD] }] }, ...init });
  await connect(fixture);
  return fixture;
};

const switchTo = async ({ useCases }: ClientFixture, address: string): Promise<unknown> => {
  const run = await settled(record(useCases.setActiveAccount.execute({ address })));
  return run.values.at(-1);
};

const addresses = (fixture: ClientFixture): readonly string[] => account(fixture).allAccounts.map(({ address }) => address);

describe('SwitchAccount', () => {
  it('activates the account without a wallet request and clears data of the previous one', async () => {
    const fixture = await threeAccountsFixture();
    const callCount = fixture.chain.wallet(EVM_WALLET).calls.length;
    const epoch = fixture.connections.state.sendEpoch;
    expect(await switchTo(fixture, SECOND)).toMatchObject({ status: 'success', data: { address: SECOND } });
    expect(addresses(fixture)).toEqual([SECOND, FIRST, THIRD]);
    expect(account(fixture).balance).toBeUndefined();
    expect(fixture.chain.wallet(EVM_WALLET).calls).toHaveLength(callCount);
    expect(fixture.connections.state.sendEpoch).toBe(epoch + 1);
    await settled(record(fixture.useCases.signMessage.execute({ message: 'hello' })));
    expect(fixture.chain.wallet(EVM_WALLET).calls.at(-1)?.input).toMatchObject({ account: `eip155:1:${SECOND}` });
  });

  it('keeps the account when the wallet repeats its accounts, until the wallet switches itself', async () => {
    const fixture = await threeAccountsFixture();
    await switchTo(fixture, SECOND);
    fixture.chain.wallet(EVM_WALLET).unlock();
    expect(account(fixture).address).toBe(SECOND);
    fixture.chain.wallet(EVM_WALLET).selectAccount(THIRD);
    expect(account(fixture).address).toBe(THIRD);
  });

  it('keeps the account after a reload, but not after a disconnect', async () => {
    const storage = new FakeStorage();
    const fixture = await threeAccountsFixture({ storage });
    await switchTo(fixture, THIRD);
    const again = clientFixture({ sharedWith: fixture, storage: storage.reload() });
    await settled(record(again.useCases.reconnectWallets.execute()));
    expect(account(again).address).toBe(THIRD);
    await settled(record(again.useCases.disconnectWallet.execute()));
    await connect(again);
    expect(account(again).address).toBe(FIRST);
  });

  it('fails for an account that is not shared and without a connection', async () => {
    const fixture = await threeAccountsFixture();
    expect(await switchTo(fixture, `0x${'9'.repeat(40)}`)).toMatchObject({ status: 'error', error: { code: 'wallet/unauthorized' } });
    expect(account(fixture).address).toBe(FIRST);
    expect(await switchTo(clientFixture(), FIRST)).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });

  it('does not change the account of another namespace', async () => {
    const fixture = await threeAccountsFixture();
    await connect(fixture, 'solana');
    const before = fixture.connections.state.namespaces.solana;
    await settled(record(fixture.useCases.setActiveAccount.execute({ namespace: 'eip155', address: SECOND })));
    expect(account(fixture).address).toBe(SECOND);
    expect(fixture.connections.state.namespaces.solana).toBe(before);
  });
});
