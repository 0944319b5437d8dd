import { describe, expect, it } from 'vitest';
import { statusOf } from '../../../../domain/connection/connection-views.js';
import { connect, EVM_WALLET, record, settled, world } from '../support/world.js';

describe('WatchConnection', () => {
  it('gives the state at once, then each status in order', async () => {
    const here = world();
    const seen = record(here.useCases.watchConnection.execute());
    expect(seen.values).toEqual([here.useCases.watchConnection.current()]);
    await connect(here);
    await settled(record(here.useCases.disconnectWallet.execute()));
    expect(seen.values.map(({ namespaces }) => statusOf(namespaces.eip155))).toEqual([
      'disconnected',
      'connecting',
      'connected',
      'disconnected',
    ]);
  });

  it('says at every moment what the getter says', async () => {
    const here = world();
    const differing: unknown[] = [];
    here.useCases.watchConnection.execute().subscribe((state) => {
      if (state !== here.useCases.watchConnection.current()) differing.push(state);
    });
    await connect(here);
    here.chain.wallet(EVM_WALLET).lock();
    here.chain.wallet(EVM_WALLET).unlock();
    expect(differing).toEqual([]);
  });

  it('ends, disconnected, when the client is disposed of, and gives later watchers that state', async () => {
    const here = world();
    await connect(here);
    const seen = record(here.useCases.watchConnection.execute());
    here.connections.dispose();
    expect(seen.end).toBe('complete');
    expect(statusOf(seen.values.at(-1)?.namespaces.eip155)).toBe('disconnected');
    expect(record(here.useCases.watchConnection.execute())).toMatchObject({ values: [here.connections.state], end: 'complete' });
  });
});
