import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import { account, connectedWorld, EVM_WALLET, MAINNET, POLYGON, record, SOLANA, settled, type World, world } from '../support/world.js';

const start = ({ useCases }: World, chainId = POLYGON) => record(useCases.addNetwork.execute({ chainId }));

describe('AddNetwork', () => {
  it('offers the network to the wallet once, without moving to it', async () => {
    const here = await connectedWorld();
    const run = start(here);
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await settle();
    expect(run.values.slice(1)).toMatchObject([{ status: 'success', data: { caipNetworkId: POLYGON, name: 'Polygon' } }]);
    expect(run.end).toBe('complete');
    expect(here.chain.wallet(EVM_WALLET).count('addNetwork')).toBe(1);
    expect([...here.chain.wallet(EVM_WALLET).known]).toEqual([MAINNET, POLYGON]);
    expect(account(here).caipAddress).toMatch(/^eip155:1:/);
  });

  it.each([
    ['unsupported', 'network/not-supported'],
    ['fail', 'network/not-supported'],
    ['reject', 'wallet/rejected'],
    ['garbage', 'wallet/invalid-response'],
  ] as const satisfies readonly (readonly [FakeAnswer, string])[])('ends in a typed error on "%s"', async (answer, code) => {
    const here = await connectedWorld();
    here.chain.wallet(EVM_WALLET).next('addNetwork', answer);
    const run = await settled(start(here));
    expect(run.values[1]).toMatchObject({ status: 'error', error: { code } });
    expect(run.end).toBe('complete');
  });

  it('names what is wrong with the id, the network or the connection', async () => {
    const here = await connectedWorld();
    const runs = [start(here, 'polygon'), start(here, 'eip155:99'), start(here, SOLANA)];
    await settle();
    expect(runs.map(({ values }) => values.at(-1))).toMatchObject([
      { error: { code: 'caip/invalid-chain-id' } },
      { error: { code: 'network/not-found', message: 'Network not found' } },
      { error: { code: 'connection/not-connected', context: { namespace: 'solana' } } },
    ]);
    expect(here.chain.wallet(EVM_WALLET).count('addNetwork')).toBe(0);
  });

  it('says that nothing is connected', async () => {
    const run = await settled(start(world()));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
  });
});
