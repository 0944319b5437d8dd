import { describe, expect, it } from 'vitest';
import { ADDRESS, connect, connectedWorld, EVM_WALLET, POLYGON, record, settled, type World, world } from '../support/world.js';

const OTHER = '0x2222222222222222222222222222222222222222';

const shared = async (): Promise<World> => {
  const here = await connectedWorld({ evm: { wallets: [{ id: EVM_WALLET, accounts: [ADDRESS, OTHER], knownChainIds: [POLYGON] }] } });
  here.chain.setBalance(ADDRESS, 5n);
  here.chain.setBalance(OTHER, 7n);
  return here;
};
const read = async (here: World) => {
  const run = await settled(record(here.useCases.readAccountBalances.execute()));
  return run.values;
};
const ETH = { symbol: 'ETH', decimals: 18 };
const BOTH = [
  { address: ADDRESS, value: 5n, ...ETH },
  { address: OTHER, value: 7n, ...ETH },
];
const asked = ({ chain }: World) =>
  chain.readCalls.filter(({ method }) => /Balances?$/.test(method)).map(({ method, input }) => [method, input]);

describe('ReadAccountBalances', () => {
  it('reads what all accounts have by one question', async () => {
    const here = await shared();
    const before = asked(here).length;
    expect(await read(here)).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: BOTH },
    ]);
    expect(asked(here).slice(before)).toEqual([['getCoinBalances', `${ADDRESS},${OTHER}`]]);
  });

  it('asks for each where a chain has no such question', async () => {
    const here = await shared();
    here.chain.fakeServices.offered = {};
    const before = asked(here).length;
    expect((await read(here)).at(-1)).toEqual({ status: 'success', data: BOTH });
    expect(asked(here).slice(before)).toEqual([
      ['getBalance', ADDRESS],
      ['getBalance', OTHER],
    ]);
  });

  it('reads on the network in use, for the namespace that is named', async () => {
    const here = await shared();
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await read(here);
    expect(here.chain.readCalls.at(-1)?.network.caipNetworkId).toBe(POLYGON);
    await connect(here, 'solana');
    const run = await settled(record(here.useCases.readAccountBalances.execute({ namespace: 'solana' })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: [{ symbol: 'SOL' }] });
  });

  it('says that nothing is connected, and that nothing can be read', async () => {
    expect((await read(world())).at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const here = await shared();
    here.chain.reads = 'failed';
    expect((await read(here)).at(-1)).toMatchObject({ error: { code: 'network/rpc-failed' } });
  });
});
