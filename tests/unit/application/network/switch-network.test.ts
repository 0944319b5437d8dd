import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import { activeNetworkOf } from '../../../../domain/connection/connection-views.js';
import {
  account,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  releaseResponses,
  SOLANA,
  SOLANA_WALLET,
  settled,
} from '../support/client-fixture.js';

const FORMER_SOLANA = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';
const start = ({ useCases }: ClientFixture, chainId = POLYGON) => record(useCases.switchNetwork.execute({ chainId }));
const evmWallet = ({ chain }: ClientFixture) => chain.wallet(EVM_WALLET);
const network = ({ connections }: ClientFixture) => activeNetworkOf(connections.state)?.caipNetworkId;
const operations = (fixture: ClientFixture) => evmWallet(fixture).calls.map(({ operation }) => operation);
/** Connected on Ethereum, by default with a wallet that supports Polygon. */
const ready = (change: Partial<FakeWalletInit> = {}): Promise<ClientFixture> =>
  connectedFixture({ evm: { wallets: [{ id: EVM_WALLET, knownChainIds: [POLYGON], ...change }] } });
const SWITCHED = { event: 'SWITCH_NETWORK', properties: { network: POLYGON } };

describe('SwitchNetwork without a connected wallet', () => {
  it('selects the network without a wallet request', async () => {
    const fixture = clientFixture();
    const run = await settled(start(fixture));
    expect(run.values).toMatchObject([
      { status: 'pending', step: 'working' },
      { status: 'success', data: { caipNetworkId: POLYGON } },
    ]);
    expect(run.end).toBe('complete');
    expect(network(fixture)).toBe(POLYGON);
    expect(evmWallet(fixture).calls).toEqual([]);
    expect(fixture.tracked).toEqual([SWITCHED]);
  });

  it('switches to another namespace', async () => {
    const fixture = clientFixture();
    await settled(start(fixture, SOLANA));
    expect([fixture.connections.state.activeNamespace, network(fixture)]).toEqual(['solana', SOLANA]);
  });

  it('accepts a deprecated id', async () => {
    const fixture = clientFixture();
    const run = await settled(start(fixture, FORMER_SOLANA));
    expect(run.values.at(-1)).toMatchObject({ data: { caipNetworkId: SOLANA } });
    expect(fixture.tracked.at(-1)).toMatchObject({ properties: { network: SOLANA } });
  });

  it.each([
    ['137', 'caip/invalid-chain-id'],
    ['eip155:99', 'network/not-found'],
  ])('rejects "%s" with %s and changes nothing', async (chainId, code) => {
    const fixture = clientFixture();
    const run = await settled(start(fixture, chainId));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(network(fixture)).toBe(MAINNET);
    expect(fixture.tracked).toEqual([]);
  });
});

describe('SwitchNetwork with a connected wallet', () => {
  let fixture: ClientFixture;
  beforeEach(async () => {
    fixture = await ready();
  });

  it('requests the wallet to switch, and switches after its response', async () => {
    const run = start(fixture);
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'pending', step: 'approve-in-wallet' },
    ]);
    await flushPromises();
    expect(run.values.slice(2)).toMatchObject([{ status: 'success', data: { caipNetworkId: POLYGON } }]);
    expect(run.end).toBe('complete');
    expect(account(fixture).caipAddress).toMatch(/^eip155:137:/);
    expect(operations(fixture)).toEqual(['connect', 'switchNetwork']);
    expect(fixture.tracked.at(-1)).toEqual(SWITCHED);
  });

  it('sends no request if the wallet is already on the network', async () => {
    const run = await settled(start(fixture, MAINNET));
    expect(run.values.map((state) => (state.status === 'pending' ? state.step : state.status))).toEqual(['working', 'success']);
    expect(operations(fixture)).toEqual(['connect']);
  });

  it('sends no request if the wallet is on the network under its deprecated id', async () => {
    fixture = clientFixture({ solana: { wallets: [{ id: SOLANA_WALLET, chainId: FORMER_SOLANA }] } });
    await connect(fixture, 'solana');
    await settled(start(fixture, SOLANA));
    expect(fixture.solana.wallet(SOLANA_WALLET).count('switchNetwork')).toBe(0);
    expect(account(fixture, 'solana').caipAddress).toMatch(new RegExp(`^${SOLANA}:`));
  });

  it('updates the state on the response of the wallet, before its own event', async () => {
    vi.spyOn(fixture.connections.requireSession('eip155'), 'switchNetwork').mockResolvedValue();
    await settled(start(fixture));
    expect(account(fixture).caipAddress).toMatch(/^eip155:137:/);
  });

  it('keeps a network to which the wallet switches before the response is read', async () => {
    vi.spyOn(fixture.connections.requireSession('eip155'), 'switchNetwork').mockImplementation(async () => {
      evmWallet(fixture).selectChain(POLYGON);
      evmWallet(fixture).selectChain('eip155:99');
    });
    await settled(start(fixture));
    expect(account(fixture).caipAddress).toMatch(/^eip155:99:/);
  });

  it('adds the network to a wallet that does not support it, then switches', async () => {
    fixture = await ready({ knownChainIds: [] });
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(operations(fixture)).toEqual(['connect', 'switchNetwork', 'addNetwork', 'switchNetwork']);
    expect(account(fixture).caipAddress).toMatch(/^eip155:137:/);
  });

  it('sends no second switch request if the wallet switched on adding the network', async () => {
    fixture = await ready({ knownChainIds: [] });
    const session = fixture.connections.requireSession('eip155');
    vi.spyOn(session, 'addNetwork').mockImplementation(async ({ caipNetworkId }) => evmWallet(fixture).selectChain(caipNetworkId));
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(operations(fixture)).toEqual(['connect', 'switchNetwork']);
  });

  it.each([
    ['switchNetwork', 'reject', 'wallet/rejected'],
    ['switchNetwork', 'pending', 'wallet/request-pending'],
    ['switchNetwork', 'unsupported', 'wallet/unsupported-method'],
    ['switchNetwork', 'fail', 'wallet/request-failed'],
    ['addNetwork', 'reject', 'wallet/rejected'],
    ['addNetwork', 'unsupported', 'network/not-supported'],
    ['addNetwork', 'fail', 'network/not-supported'],
    ['addNetwork', 'lost', 'network/not-supported'],
  ] as const satisfies readonly (readonly ['switchNetwork' | 'addNetwork', FakeResponse, string])[])(
    'stays on its network if %s fails with %s: %s',
    async (operation, answer, code) => {
      fixture = await ready({ knownChainIds: [] });
      evmWallet(fixture).next(operation, answer);
      const run = await settled(start(fixture));
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
      expect(run.end).toBe('complete');
      expect(account(fixture).caipAddress).toMatch(/^eip155:1:/);
      expect(evmWallet(fixture).count(operation)).toBe(1);
      expect(fixture.tracked.at(-1)?.event).toBe('CONNECT_SUCCESS');
    },
  );

  it('sends a defect of an adapter to the error channel', async () => {
    const defect = new TypeError('bug');
    evmWallet(fixture).next('switchNetwork', defect);
    const run = await settled(start(fixture));
    expect(run.end).toEqual({ defect });
  });

  it('switches to another connected namespace without a request to the other wallet', async () => {
    await connect(fixture, 'solana');
    await settled(start(fixture, MAINNET));
    expect([fixture.connections.state.activeNamespace, network(fixture)]).toEqual(['eip155', MAINNET]);
    expect(fixture.solana.wallet(SOLANA_WALLET).count('switchNetwork')).toBe(0);
    expect(account(fixture, 'solana').isConnected).toBe(true);
  });

  it('switches to a disconnected namespace and does not change the connected wallet', async () => {
    await settled(start(fixture, SOLANA));
    expect(fixture.connections.state.activeNamespace).toBe('solana');
    expect(account(fixture, 'eip155').caipAddress).toMatch(/^eip155:1:/);
    expect(operations(fixture)).toEqual(['connect']);
  });

  it('sends no further request when cancelled between adding and switching', async () => {
    fixture = await ready({ knownChainIds: [] });
    evmWallet(fixture).next('addNetwork', 'late');
    const run = await settled(start(fixture));
    run.cancel();
    await releaseResponses(evmWallet(fixture));
    expect(operations(fixture)).toEqual(['connect', 'switchNetwork', 'addNetwork']);
    expect(account(fixture).caipAddress).toMatch(/^eip155:1:/);
  });

  it('sends no further request when cancelled, also with an adapter that ignores the abort', async () => {
    fixture = await ready({ knownChainIds: [] });
    let added: () => void = () => undefined;
    vi.spyOn(fixture.connections.requireSession('eip155'), 'addNetwork').mockReturnValue(
      new Promise((resolve) => {
        added = resolve;
      }),
    );
    const run = await settled(start(fixture));
    run.cancel();
    added();
    await flushPromises();
    expect(operations(fixture)).toEqual(['connect', 'switchNetwork']);
  });

  it('completes when the calling view unsubscribes as the wallet switches', async () => {
    evmWallet(fixture).next('switchNetwork', 'late');
    const run = start(fixture);
    // The modal leaves its view when the network changes, which unsubscribes from the run.
    fixture.connections.requireSession('eip155').events$.subscribe(() => run.cancel());
    await releaseResponses(evmWallet(fixture));
    expect(run.values).toHaveLength(2);
    expect(account(fixture).caipAddress).toMatch(/^eip155:137:/);
    expect(fixture.tracked.at(-1)).toEqual(SWITCHED);
  });

  it('selects the network for the next connection if the wallet disconnects meanwhile', async () => {
    vi.spyOn(fixture.connections.requireSession('eip155'), 'switchNetwork').mockImplementation(async () => evmWallet(fixture).lock());
    await settled(start(fixture));
    expect([account(fixture).isConnected, network(fixture)]).toEqual([false, POLYGON]);
  });
});
