import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { EVM_WALLET, record, released, SOLANA_WALLET, status, type World, world } from '../support/world.js';

const BOTH = [
  { namespace: 'eip155', connectorId: EVM_WALLET },
  { namespace: 'solana', connectorId: SOLANA_WALLET },
] as const;

const run = (here: World) => record(here.useCases.connectWallets.execute({ connectors: BOTH }));
const evm = ({ chain }: World) => chain.wallet(EVM_WALLET);
const sol = ({ solana }: World) => solana.wallet(SOLANA_WALLET);

describe('connecting several namespaces', () => {
  it('asks one after another, tells how far each is, and stays where the person was', async () => {
    const here = world();
    evm(here).next('connect', 'late');
    const states = run(here);
    await settle();
    expect(states.values.map((state) => (state.status === 'pending' ? state.progress.map((each) => each.status) : state.status))).toEqual([
      ['waiting', 'waiting'],
      ['asking', 'waiting'],
    ]);
    expect(sol(here).count('connect')).toBe(0);
    await released(evm(here));
    expect(states.values.at(-1)).toEqual({ status: 'success', data: BOTH.map((each) => ({ ...each, status: 'connected' })) });
    expect(states.end).toBe('complete');
    expect([status(here), status(here, 'solana')]).toEqual(['connected', 'connected']);
    expect(here.connections.state.activeNamespace).toBe('eip155');
  });

  it('goes on when one is declined, and says which and why', async () => {
    const here = world();
    evm(here).next('connect', 'reject');
    const states = run(here);
    await settle();
    expect(states.values.at(-1)).toMatchObject({
      status: 'success',
      data: [{ status: 'failed', error: { code: 'wallet/rejected' } }, { status: 'connected' }],
    });
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'connected']);
    expect(here.connections.state.activeNamespace).toBe('solana');
  });

  it('asks no further one when it is cancelled, and keeps what is connected', async () => {
    const here = world();
    sol(here).next('connect', 'late');
    const states = run(here);
    await settle();
    states.cancel();
    await released(sol(here));
    expect([status(here), status(here, 'solana')]).toEqual(['connected', 'disconnected']);
    const second = world();
    evm(second).next('connect', 'late');
    const cancelled = run(second);
    await settle();
    cancelled.cancel();
    await released(evm(second));
    expect(sol(second).count('connect')).toBe(0);
    expect(status(second)).toBe('disconnected');
  });
});
