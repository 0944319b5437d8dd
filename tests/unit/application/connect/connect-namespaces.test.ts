import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import {
  type ClientFixture,
  clientFixture,
  EVM_WALLET,
  record,
  releaseResponses,
  SOLANA_WALLET,
  status,
} from '../support/client-fixture.js';

const BOTH = [
  { namespace: 'eip155', connectorId: EVM_WALLET },
  { namespace: 'solana', connectorId: SOLANA_WALLET },
] as const;

const run = (fixture: ClientFixture) => record(fixture.useCases.connectNamespaces.execute({ connectors: BOTH }));
const evm = ({ chain }: ClientFixture) => chain.wallet(EVM_WALLET);
const sol = ({ solana }: ClientFixture) => solana.wallet(SOLANA_WALLET);

describe('ConnectWallets', () => {
  it('connects one after another, emits the progress of each, and keeps the active namespace', async () => {
    const fixture = clientFixture();
    evm(fixture).next('connect', 'late');
    const states = run(fixture);
    await flushPromises();
    expect(states.values.map((state) => (state.status === 'pending' ? state.progress.map((each) => each.status) : state.status))).toEqual([
      ['waiting', 'waiting'],
      ['requesting', 'waiting'],
    ]);
    expect(sol(fixture).count('connect')).toBe(0);
    await releaseResponses(evm(fixture));
    expect(states.values.at(-1)).toEqual({ status: 'success', data: BOTH.map((each) => ({ ...each, status: 'connected' })) });
    expect(states.end).toBe('complete');
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['connected', 'connected']);
    expect(fixture.connections.state.activeNamespace).toBe('eip155');
  });

  it('continues after a rejection and reports its connector and error', async () => {
    const fixture = clientFixture();
    evm(fixture).next('connect', 'reject');
    const states = run(fixture);
    await flushPromises();
    expect(states.values.at(-1)).toMatchObject({
      status: 'success',
      data: [{ status: 'failed', error: { code: 'wallet/rejected' } }, { status: 'connected' }],
    });
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'connected']);
    expect(fixture.connections.state.activeNamespace).toBe('solana');
  });

  it('starts no further attempt when cancelled, and keeps established connections', async () => {
    const fixture = clientFixture();
    sol(fixture).next('connect', 'late');
    const states = run(fixture);
    await flushPromises();
    states.cancel();
    await releaseResponses(sol(fixture));
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['connected', 'disconnected']);
    const second = clientFixture();
    evm(second).next('connect', 'late');
    const cancelled = run(second);
    await flushPromises();
    cancelled.cancel();
    await releaseResponses(evm(second));
    expect(sol(second).count('connect')).toBe(0);
    expect(status(second)).toBe('disconnected');
  });
});
