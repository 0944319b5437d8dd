import { describe, expect, it } from 'vitest';
import { statusOf } from '../../../../domain/connection/connection-views.js';
import { clientFixture, connect, EVM_WALLET, record, settled } from '../support/client-fixture.js';

describe('WatchConnection', () => {
  it('emits the current state, then each status in order', async () => {
    const fixture = clientFixture();
    const run = record(fixture.useCases.watchConnection.execute());
    expect(run.values).toEqual([fixture.useCases.watchConnection.current()]);
    await connect(fixture);
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    expect(run.values.map(({ namespaces }) => statusOf(namespaces.eip155))).toEqual([
      'disconnected',
      'connecting',
      'connected',
      'disconnected',
    ]);
  });

  it('always matches the getter', async () => {
    const fixture = clientFixture();
    const differing: unknown[] = [];
    fixture.useCases.watchConnection.execute().subscribe((state) => {
      if (state !== fixture.useCases.watchConnection.current()) differing.push(state);
    });
    await connect(fixture);
    fixture.chain.wallet(EVM_WALLET).lock();
    fixture.chain.wallet(EVM_WALLET).unlock();
    expect(differing).toEqual([]);
  });

  it('completes with disconnected when the client is disposed, and emits that state to later subscribers', async () => {
    const fixture = clientFixture();
    await connect(fixture);
    const run = record(fixture.useCases.watchConnection.execute());
    fixture.connections.dispose();
    expect(run.end).toBe('complete');
    expect(statusOf(run.values.at(-1)?.namespaces.eip155)).toBe('disconnected');
    expect(record(fixture.useCases.watchConnection.execute())).toMatchObject({ values: [fixture.connections.state], end: 'complete' });
  });
});
