import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import {
  account,
  type ClientFixture,
  clientFixture,
  connectedFixture,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  SOLANA,
  settled,
} from '../support/client-fixture.js';

const start = ({ useCases }: ClientFixture, chainId = POLYGON) => record(useCases.addNetwork.execute({ chainId }));

describe('AddNetwork', () => {
  it('requests the wallet to add the network once, without switching to it', async () => {
    const fixture = await connectedFixture();
    const run = start(fixture);
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await flushPromises();
    expect(run.values.slice(1)).toMatchObject([{ status: 'success', data: { caipNetworkId: POLYGON, name: 'Polygon' } }]);
    expect(run.end).toBe('complete');
    expect(fixture.chain.wallet(EVM_WALLET).count('addNetwork')).toBe(1);
    expect([...fixture.chain.wallet(EVM_WALLET).knownChainIds]).toEqual([MAINNET, POLYGON]);
    expect(account(fixture).caipAddress).toMatch(/^eip155:1:/);
  });

  it.each([
    ['unsupported', 'network/not-supported'],
    ['fail', 'network/not-supported'],
    ['reject', 'wallet/rejected'],
    ['garbage', 'wallet/invalid-response'],
  ] as const satisfies readonly (readonly [FakeResponse, string])[])('ends with a typed error on "%s"', async (response, code) => {
    const fixture = await connectedFixture();
    fixture.chain.wallet(EVM_WALLET).next('addNetwork', response);
    const run = await settled(start(fixture));
    expect(run.values[1]).toMatchObject({ status: 'error', error: { code } });
    expect(run.end).toBe('complete');
  });

  it('fails with the code of an invalid id, a missing network or a missing connection', async () => {
    const fixture = await connectedFixture();
    const runs = [start(fixture, 'polygon'), start(fixture, 'eip155:99'), start(fixture, SOLANA)];
    await flushPromises();
    expect(runs.map(({ values }) => values.at(-1))).toMatchObject([
      { error: { code: 'caip/invalid-chain-id' } },
      { error: { code: 'network/not-found', message: 'Network not found' } },
      { error: { code: 'connection/not-connected', context: { namespace: 'solana' } } },
    ]);
    expect(fixture.chain.wallet(EVM_WALLET).count('addNetwork')).toBe(0);
  });

  it('fails with connection/not-connected', async () => {
    const run = await settled(start(clientFixture()));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
  });
});
