import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  POLYGON,
  record,
  settled,
} from '../support/client-fixture.js';

const OTHER = '0x2222222222222222222222222222222222222222';

const sharedAccountsFixture = async (): Promise<ClientFixture> => {
  const fixture = await connectedFixture({ evm: { wallets: [{ id: EVM_WALLET, accounts: [ADDRESS, OTHER], knownChainIds: [POLYGON] }] } });
  fixture.chain.setBalance(ADDRESS, 5n);
  fixture.chain.setBalance(OTHER, 7n);
  return fixture;
};
const read = async (fixture: ClientFixture) => {
  const run = await settled(record(fixture.useCases.readAccountBalances.execute()));
  return run.values;
};
const ETH = { symbol: 'ETH', decimals: 18 };
const BOTH = [
  { address: ADDRESS, value: 5n, ...ETH },
  { address: OTHER, value: 7n, ...ETH },
];
const readsOf = ({ chain }: ClientFixture) =>
  chain.readCalls.filter(({ method }) => /Balances?$/.test(method)).map(({ method, input }) => [method, input]);

describe('ReadAccountBalances', () => {
  it('reads all accounts in one request', async () => {
    const fixture = await sharedAccountsFixture();
    const before = readsOf(fixture).length;
    expect(await read(fixture)).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: BOTH },
    ]);
    expect(readsOf(fixture).slice(before)).toEqual([['getCoinBalances', `${ADDRESS},${OTHER}`]]);
  });

  it('reads each account separately if the chain does not support it', async () => {
    const fixture = await sharedAccountsFixture();
    fixture.chain.fakeServices.offered = {};
    const before = readsOf(fixture).length;
    expect((await read(fixture)).at(-1)).toEqual({ status: 'success', data: BOTH });
    expect(readsOf(fixture).slice(before)).toEqual([
      ['getBalance', ADDRESS],
      ['getBalance', OTHER],
    ]);
  });

  it('reads on the active network of the given namespace', async () => {
    const fixture = await sharedAccountsFixture();
    fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await read(fixture);
    expect(fixture.chain.readCalls.at(-1)?.network.caipNetworkId).toBe(POLYGON);
    await connect(fixture, 'solana');
    const run = await settled(record(fixture.useCases.readAccountBalances.execute({ namespace: 'solana' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: [{ symbol: 'SOL' }] });
  });

  it('fails without a connection and on a failed read', async () => {
    expect((await read(clientFixture())).at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const fixture = await sharedAccountsFixture();
    fixture.chain.reads = 'failed';
    expect((await read(fixture)).at(-1)).toMatchObject({ error: { code: 'network/rpc-failed' } });
  });
});
