import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../../../application/ports/sign-in.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import { accountOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { type ClientFixture, clientFixture, record, releaseResponses, SOLANA, SOLANA_WALLET, settled } from '../support/client-fixture.js';

const INPUT = { namespace: 'eip155', connectorId: 'com.example.wallet' } as const;
const useCaseOf = ({ useCases }: ClientFixture) => useCases.connectWallet;
const status = ({ connections }: ClientFixture) => statusOf(connections.state.namespaces.eip155);

let fixture: ClientFixture;
beforeEach(() => {
  fixture = clientFixture();
});

describe('ConnectWallet', () => {
  it('emits open-wallet immediately, then the account, and completes', async () => {
    const run = record(useCaseOf(fixture).execute(INPUT));
    expect(run.values).toEqual([{ status: 'pending', step: 'open-wallet' }]);
    expect(status(fixture)).toBe('connecting');
    await flushPromises();
    const account = accountOf(fixture.connections.state, 'eip155');
    expect(run.values.slice(1)).toEqual([{ status: 'success', data: account }]);
    expect(account).toMatchObject({ isConnected: true, caipAddress: 'eip155:1:0x1111111111111111111111111111111111111111' });
    expect(run.end).toBe('complete');
    expect(fixture.tracked).toEqual([{ event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: 'Example' } }]);
  });

  it('is never connected without a callable provider', async () => {
    const seen: boolean[] = [];
    fixture.connections.state$.subscribe((state) => {
      if (statusOf(state.namespaces.eip155) === 'connected') seen.push(fixture.connections.sessionOf('eip155') !== null);
    });
    await settled(record(useCaseOf(fixture).execute(INPUT)));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['pending', 'wallet/request-pending'],
    ['garbage', 'wallet/invalid-response'],
    ['fail', 'wallet/request-failed'],
  ] as const satisfies readonly (readonly [FakeResponse, string])[])(
    'ends with a typed error on the wallet response %s',
    async (response, code) => {
      fixture.chain.wallet(INPUT.connectorId).next('connect', response);
      const run = await settled(record(useCaseOf(fixture).execute(INPUT)));
      expect(run.values[1]).toMatchObject({ status: 'error', error: { name: 'LatchkeyError', code } });
      expect(run.end).toBe('complete');
      expect(status(fixture)).toBe('disconnected');
      expect(fixture.tracked).toMatchObject([{ event: 'CONNECT_ERROR' }]);
      expect(fixture.storage.get('@latchkey/eip155:connected_connector_id')).toBeNull();
    },
  );

  it('fails with connection/no-accounts if the wallet shares no account', async () => {
    fixture = clientFixture({ evm: { wallets: [{ id: INPUT.connectorId, accounts: [] }] } });
    const run = await settled(record(useCaseOf(fixture).execute(INPUT)));
    expect(run.values[1]).toMatchObject({ error: { code: 'connection/no-accounts' } });
    expect(status(fixture)).toBe('disconnected');
  });

  it('sends a defect of an adapter to the error channel', async () => {
    const defect = new TypeError('bug');
    fixture.chain.wallet(INPUT.connectorId).next('connect', defect);
    const run = await settled(record(useCaseOf(fixture).execute(INPUT)));
    expect(run.end).toEqual({ defect });
    expect(status(fixture)).toBe('disconnected');
  });

  it('is cancelled by unsubscribing, and ignores a later approval', async () => {
    const wallet = fixture.chain.wallet(INPUT.connectorId);
    wallet.next('connect', 'late');
    const run = record(useCaseOf(fixture).execute(INPUT));
    run.cancel();
    expect(status(fixture)).toBe('disconnected');
    await releaseResponses(wallet);
    expect(status(fixture)).toBe('disconnected');
    expect(run.values).toEqual([{ status: 'pending', step: 'open-wallet' }]);
    expect(wallet.listeners).toBe(0);
    expect(fixture.connectionRepository.connectorIdOf('eip155')).toBeNull();
    expect(fixture.tracked).toEqual([]);
  });

  it('connects the newest attempt, in any order of wallet responses', async () => {
    fixture = clientFixture({ evm: { wallets: [{ id: 'com.first' }, { id: 'com.second' }] } });
    fixture.chain.wallet('com.first').next('connect', 'late');
    const first = record(useCaseOf(fixture).execute({ namespace: 'eip155', connectorId: 'com.first' }));
    await settled(record(useCaseOf(fixture).execute({ namespace: 'eip155', connectorId: 'com.second' })));
    await releaseResponses(fixture.chain.wallet('com.first'));
    expect(accountOf(fixture.connections.state, 'eip155').connectorId).toBe('com.second');
    expect(first.values[1]).toMatchObject({ status: 'error', error: { code: 'connection/cancelled' } });
    expect(fixture.chain.wallet('com.first').listeners).toBe(0);
  });

  it('keeps the connected wallet while another one prompts the user and after a rejection', async () => {
    fixture = clientFixture({ evm: { wallets: [{ id: 'com.first' }, { id: 'com.second' }] } });
    await settled(record(useCaseOf(fixture).execute({ namespace: 'eip155', connectorId: 'com.first' })));
    fixture.chain.wallet('com.second').next('connect', 'reject');
    record(useCaseOf(fixture).execute({ namespace: 'eip155', connectorId: 'com.second' }));
    expect(status(fixture)).toBe('connected');
    await flushPromises();
    expect(accountOf(fixture.connections.state, 'eip155').connectorId).toBe('com.first');
  });

  it('fails with the code of a missing client, adapter or wallet', async () => {
    const bare = clientFixture({ withoutAdapters: true });
    const none = record(useCaseOf(bare).execute(INPUT));
    const noAdapter = record(useCaseOf(fixture).execute({ namespace: 'polkadot', connectorId: 'x' }));
    const noWallet = await settled(record(useCaseOf(fixture).execute({ namespace: 'eip155', connectorId: 'com.absent' })));
    expect(none.values[1]).toMatchObject({ error: { code: 'connection/client-not-set', message: 'ConnectionController client not set' } });
    expect(noAdapter.values[1]).toMatchObject({ error: { code: 'connection/adapter-not-found', message: 'Chain adapter not found' } });
    expect(noWallet.values[1]).toMatchObject({ error: { code: 'connection/connector-not-found' } });
  });
});

describe('ConnectWallet with sign-in', () => {
  const SOLANA_INPUT = { namespace: 'solana', connectorId: SOLANA_WALLET } as const;
  let service: FakeSignIn;
  const connectSolana = async (hasSignInPrompt = true) => {
    const wallets = [{ id: SOLANA_WALLET, chainId: SOLANA, hasSignInPrompt }];
    fixture = clientFixture({ signIn: service, solana: { namespace: 'solana', wallets } });
    return record(useCaseOf(fixture).execute(SOLANA_INPUT));
  };
  const signIns = () => fixture.connections.sessionOf('solana')?.signIns;
  beforeEach(() => {
    service = new FakeSignIn();
  });

  it('has a wallet sign a message without an address, on the network that is connected', async () => {
    const creating: unknown[] = [];
    const { createMessage } = service;
    service.createMessage = (request) => {
      creating.push(request);
      return createMessage.call(service, request);
    };
    await settled(await connectSolana());
    expect(creating).toEqual([{ chainId: SOLANA, accountAddress: '' }]);
    expect(signIns()?.map(({ data }) => data.nonce)).toEqual(['nonce00000001']);
  });

  it('creates no message for a wallet that cannot sign it', async () => {
    await settled(await connectSolana(false));
    expect([service.calls, signIns()]).toEqual([[], []]);
  });

  it.each([
    ['fails', 'down', 0],
    ['takes longer than three seconds', 'silent', 3_000],
  ] as const)('connects without a message if creating it %s', async (_, mode, ms) => {
    service.mode = mode;
    const run = await connectSolana();
    fixture.clock.advance(ms - 1);
    await flushPromises();
    expect(fixture.solana.wallet(SOLANA_WALLET).count('connect')).toBe(ms === 0 ? 1 : 0);
    fixture.clock.advance(1);
    await settled(run);
    expect([run.values.at(-1)?.status, signIns()]).toEqual(['success', []]);
  });

  it('fails as any connection if the wallet rejects', async () => {
    const run = await connectSolana();
    fixture.solana.wallet(SOLANA_WALLET).next('connect', 'reject');
    await settled(run);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'wallet/rejected' } });
  });

  it('restores the connection without signing in', async () => {
    await settled(await connectSolana());
    const after = clientFixture({ storage: fixture.storage.reload(), sharedWith: fixture, signIn: service });
    await settled(record(after.useCases.reconnectWallets.execute()));
    expect([after.connections.sessionOf('solana')?.signIns, service.calls]).toEqual([[], ['createMessage']]);
  });
});
