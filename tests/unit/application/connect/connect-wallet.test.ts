import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import { accountOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { record, released, settled, type World, world } from '../support/world.js';

const INPUT = { namespace: 'eip155', connectorId: 'com.example.wallet' } as const;
const useCaseOf = ({ useCases }: World) => useCases.connectWallet;
const status = ({ connections }: World) => statusOf(connections.state.namespaces.eip155);

let here: World;
beforeEach(() => {
  here = world();
});

describe('ConnectWallet', () => {
  it('says at once that the wallet has to be opened, then gives the account and completes', async () => {
    const run = record(useCaseOf(here).execute(INPUT));
    expect(run.values).toEqual([{ status: 'pending', step: 'open-wallet' }]);
    expect(status(here)).toBe('connecting');
    await settle();
    const account = accountOf(here.connections.state, 'eip155');
    expect(run.values.slice(1)).toEqual([{ status: 'success', data: account }]);
    expect(account).toMatchObject({ isConnected: true, caipAddress: 'eip155:1:0x1111111111111111111111111111111111111111' });
    expect(run.end).toBe('complete');
    expect(here.tracked).toEqual([{ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: 'Example' } }]);
  });

  it('never shows connected without a provider that can be called', async () => {
    const seen: boolean[] = [];
    here.connections.state$.subscribe((state) => {
      if (statusOf(state.namespaces.eip155) === 'connected') seen.push(here.connections.sessionOf('eip155') !== null);
    });
    await settled(record(useCaseOf(here).execute(INPUT)));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['pending', 'wallet/request-pending'],
    ['garbage', 'wallet/invalid-response'],
    ['fail', 'wallet/request-failed'],
  ] as const satisfies readonly (readonly [FakeAnswer, string])[])(
    'ends in a typed error when the wallet answers with %s',
    async (answer, code) => {
      here.chain.wallet(INPUT.connectorId).next('connect', answer);
      const run = await settled(record(useCaseOf(here).execute(INPUT)));
      expect(run.values[1]).toMatchObject({ status: 'error', error: { name: 'LatchkeyError', code } });
      expect(run.end).toBe('complete');
      expect(status(here)).toBe('disconnected');
      expect(here.tracked).toMatchObject([{ event: 'CONNECT_ERROR' }]);
      expect(here.storage.get('@latchkey/eip155:connected_connector_id')).toBeNull();
    },
  );

  it('says so when the wallet shares no account', async () => {
    here = world({ evm: { wallets: [{ id: INPUT.connectorId, accounts: [] }] } });
    const run = await settled(record(useCaseOf(here).execute(INPUT)));
    expect(run.values[1]).toMatchObject({ error: { code: 'connection/no-accounts' } });
    expect(status(here)).toBe('disconnected');
  });

  it('sends a defect of an adapter to the error channel', async () => {
    const defect = new TypeError('bug');
    here.chain.wallet(INPUT.connectorId).next('connect', defect);
    const run = await settled(record(useCaseOf(here).execute(INPUT)));
    expect(run.end).toEqual({ defect });
    expect(status(here)).toBe('disconnected');
  });

  it('is cancelled by unsubscribing, and neither connects nor remembers by an answer that comes later', async () => {
    const wallet = here.chain.wallet(INPUT.connectorId);
    wallet.next('connect', 'late');
    const run = record(useCaseOf(here).execute(INPUT));
    run.cancel();
    expect(status(here)).toBe('disconnected');
    await released(wallet);
    expect(status(here)).toBe('disconnected');
    expect(run.values).toEqual([{ status: 'pending', step: 'open-wallet' }]);
    expect(wallet.listeners).toBe(0);
    expect(here.memory.connectorOf('eip155')).toBeNull();
    expect(here.tracked).toEqual([]);
  });

  it('lets the newest attempt win, whatever order the wallets answer in', async () => {
    here = world({ evm: { wallets: [{ id: 'com.first' }, { id: 'com.second' }] } });
    here.chain.wallet('com.first').next('connect', 'late');
    const first = record(useCaseOf(here).execute({ namespace: 'eip155', connectorId: 'com.first' }));
    await settled(record(useCaseOf(here).execute({ namespace: 'eip155', connectorId: 'com.second' })));
    await released(here.chain.wallet('com.first'));
    expect(accountOf(here.connections.state, 'eip155').connectorId).toBe('com.second');
    expect(first.values[1]).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(here.chain.wallet('com.first').listeners).toBe(0);
  });

  it('keeps the connected wallet while another one is asked, and after that one declines', async () => {
    here = world({ evm: { wallets: [{ id: 'com.first' }, { id: 'com.second' }] } });
    await settled(record(useCaseOf(here).execute({ namespace: 'eip155', connectorId: 'com.first' })));
    here.chain.wallet('com.second').next('connect', 'reject');
    record(useCaseOf(here).execute({ namespace: 'eip155', connectorId: 'com.second' }));
    expect(status(here)).toBe('connected');
    await settle();
    expect(accountOf(here.connections.state, 'eip155').connectorId).toBe('com.first');
  });

  it('names what is missing: the client, the adapter, the wallet', async () => {
    const bare = world({ withoutAdapters: true });
    const none = record(useCaseOf(bare).execute(INPUT));
    const noAdapter = record(useCaseOf(here).execute({ namespace: 'polkadot', connectorId: 'x' }));
    const noWallet = await settled(record(useCaseOf(here).execute({ namespace: 'eip155', connectorId: 'com.absent' })));
    expect(none.values[1]).toMatchObject({ error: { code: 'connection/client-not-set', message: 'ConnectionController client not set' } });
    expect(noAdapter.values[1]).toMatchObject({ error: { code: 'connection/adapter-not-found', message: 'Chain adapter not found' } });
    expect(noWallet.values[1]).toMatchObject({ error: { code: 'connection/connector-not-found' } });
  });
});
