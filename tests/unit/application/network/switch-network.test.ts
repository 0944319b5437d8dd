import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeWalletInit } from '../../../../application/ports/wallet.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import { activeNetworkOf } from '../../../../domain/connection/connection-views.js';
import {
  account,
  connect,
  connectedWorld,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  released,
  SOLANA,
  SOLANA_WALLET,
  settled,
  type World,
  world,
} from '../support/world.js';

const FORMER_SOLANA = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';
const start = ({ useCases }: World, chainId = POLYGON) => record(useCases.switchNetwork.execute({ chainId }));
const evmWallet = ({ chain }: World) => chain.wallet(EVM_WALLET);
const network = ({ connections }: World) => activeNetworkOf(connections.state)?.caipNetworkId;
const operations = (here: World) => evmWallet(here).calls.map(({ operation }) => operation);
/** Connected on Ethereum with a wallet that knows Polygon, unless said otherwise. */
const ready = (change: Partial<FakeWalletInit> = {}): Promise<World> =>
  connectedWorld({ evm: { wallets: [{ id: EVM_WALLET, knownChainIds: [POLYGON], ...change }] } });
const SWITCHED = { event: 'SWITCH_NETWORK', properties: { network: POLYGON } };

describe('SwitchNetwork without a connected wallet', () => {
  it('remembers the choice, and asks nobody', async () => {
    const here = world();
    const run = await settled(start(here));
    expect(run.values).toMatchObject([
      { status: 'pending', step: 'working' },
      { status: 'success', data: { caipNetworkId: POLYGON } },
    ]);
    expect(run.end).toBe('complete');
    expect(network(here)).toBe(POLYGON);
    expect(evmWallet(here).calls).toEqual([]);
    expect(here.tracked).toEqual([SWITCHED]);
  });

  it('moves to another namespace', async () => {
    const here = world();
    await settled(start(here, SOLANA));
    expect([here.connections.state.activeNamespace, network(here)]).toEqual(['solana', SOLANA]);
  });

  it('takes a former id for the present one', async () => {
    const here = world();
    const run = await settled(start(here, FORMER_SOLANA));
    expect(run.values.at(-1)).toMatchObject({ data: { caipNetworkId: SOLANA } });
    expect(here.tracked.at(-1)).toMatchObject({ properties: { network: SOLANA } });
  });

  it.each([
    ['137', 'caip/invalid-chain-id'],
    ['eip155:99', 'network/not-found'],
  ])('refuses "%s" with %s, and changes nothing', async (chainId, code) => {
    const here = world();
    const run = await settled(start(here, chainId));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(network(here)).toBe(MAINNET);
    expect(here.tracked).toEqual([]);
  });
});

describe('SwitchNetwork with a connected wallet', () => {
  let here: World;
  beforeEach(async () => {
    here = await ready();
  });

  it('asks the wallet, and moves when it did', async () => {
    const run = start(here);
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'pending', step: 'approve-in-wallet' },
    ]);
    await settle();
    expect(run.values.slice(2)).toMatchObject([{ status: 'success', data: { caipNetworkId: POLYGON } }]);
    expect(run.end).toBe('complete');
    expect(account(here).caipAddress).toMatch(/^eip155:137:/);
    expect(operations(here)).toEqual(['connect', 'switchNetwork']);
    expect(here.tracked.at(-1)).toEqual(SWITCHED);
  });

  it('asks nothing of a wallet that is there already', async () => {
    const run = await settled(start(here, MAINNET));
    expect(run.values.map((state) => (state.status === 'pending' ? state.step : state.status))).toEqual(['working', 'success']);
    expect(operations(here)).toEqual(['connect']);
  });

  it('asks nothing of a wallet that is there under a former id', async () => {
    here = world({ solana: { wallets: [{ id: SOLANA_WALLET, chainId: FORMER_SOLANA }] } });
    await connect(here, 'solana');
    await settled(start(here, SOLANA));
    expect(here.solana.wallet(SOLANA_WALLET).count('switchNetwork')).toBe(0);
    expect(account(here, 'solana').caipAddress).toMatch(new RegExp(`^${SOLANA}:`));
  });

  it('is on the new network for every reader when the wallet has answered, also when its own event comes later', async () => {
    vi.spyOn(here.connections.requireSession('eip155'), 'switchNetwork').mockResolvedValue();
    await settled(start(here));
    expect(account(here).caipAddress).toMatch(/^eip155:137:/);
  });

  it('believes the wallet when it was moved on before its answer was read', async () => {
    vi.spyOn(here.connections.requireSession('eip155'), 'switchNetwork').mockImplementation(async () => {
      evmWallet(here).selectChain(POLYGON);
      evmWallet(here).selectChain('eip155:99');
    });
    await settled(start(here));
    expect(account(here).caipAddress).toMatch(/^eip155:99:/);
  });

  it('offers the network to a wallet that does not know it, then moves', async () => {
    here = await ready({ knownChainIds: [] });
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(operations(here)).toEqual(['connect', 'switchNetwork', 'addNetwork', 'switchNetwork']);
    expect(account(here).caipAddress).toMatch(/^eip155:137:/);
  });

  it('asks no second time when the wallet moved to what it was given', async () => {
    here = await ready({ knownChainIds: [] });
    const session = here.connections.requireSession('eip155');
    vi.spyOn(session, 'addNetwork').mockImplementation(async ({ caipNetworkId }) => evmWallet(here).selectChain(caipNetworkId));
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(operations(here)).toEqual(['connect', 'switchNetwork']);
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
  ] as const satisfies readonly (readonly ['switchNetwork' | 'addNetwork', FakeAnswer, string])[])(
    'stays where it is when the wallet answers %s with %s: %s',
    async (operation, answer, code) => {
      here = await ready({ knownChainIds: [] });
      evmWallet(here).next(operation, answer);
      const run = await settled(start(here));
      expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
      expect(run.end).toBe('complete');
      expect(account(here).caipAddress).toMatch(/^eip155:1:/);
      expect(evmWallet(here).count(operation)).toBe(1);
      expect(here.tracked.at(-1)?.event).toBe('CONNECT_SUCCESS');
    },
  );

  it('sends a defect of an adapter to the error channel', async () => {
    const defect = new TypeError('bug');
    evmWallet(here).next('switchNetwork', defect);
    const run = await settled(start(here));
    expect(run.end).toEqual({ defect });
  });

  it('moves to a namespace that is connected as well, without asking the other wallet', async () => {
    await connect(here, 'solana');
    await settled(start(here, MAINNET));
    expect([here.connections.state.activeNamespace, network(here)]).toEqual(['eip155', MAINNET]);
    expect(here.solana.wallet(SOLANA_WALLET).count('switchNetwork')).toBe(0);
    expect(account(here, 'solana').isConnected).toBe(true);
  });

  it('moves to a namespace that is not connected, and leaves the connected wallet where it is', async () => {
    await settled(start(here, SOLANA));
    expect(here.connections.state.activeNamespace).toBe('solana');
    expect(account(here, 'eip155').caipAddress).toMatch(/^eip155:1:/);
    expect(operations(here)).toEqual(['connect']);
  });

  it('asks nothing more when it is cancelled between the two questions', async () => {
    here = await ready({ knownChainIds: [] });
    evmWallet(here).next('addNetwork', 'late');
    const run = await settled(start(here));
    run.cancel();
    await released(evmWallet(here));
    expect(operations(here)).toEqual(['connect', 'switchNetwork', 'addNetwork']);
    expect(account(here).caipAddress).toMatch(/^eip155:1:/);
  });

  it('asks nothing more when it is cancelled, also of an adapter that does not mind the abort', async () => {
    here = await ready({ knownChainIds: [] });
    let added: () => void = () => undefined;
    vi.spyOn(here.connections.requireSession('eip155'), 'addNetwork').mockReturnValue(
      new Promise((resolve) => {
        added = resolve;
      }),
    );
    const run = await settled(start(here));
    run.cancel();
    added();
    await settle();
    expect(operations(here)).toEqual(['connect', 'switchNetwork']);
  });

  it('comes to its end when the view that asked leaves at the moment the wallet moves', async () => {
    evmWallet(here).next('switchNetwork', 'late');
    const run = start(here);
    // The modal leaves its view when the network changes, which ends the view's run.
    here.connections.requireSession('eip155').events$.subscribe(() => run.cancel());
    await released(evmWallet(here));
    expect(run.values).toHaveLength(2);
    expect(account(here).caipAddress).toMatch(/^eip155:137:/);
    expect(here.tracked.at(-1)).toEqual(SWITCHED);
  });

  it('chooses the network for the next wallet when the connected one is lost meanwhile', async () => {
    vi.spyOn(here.connections.requireSession('eip155'), 'switchNetwork').mockImplementation(async () => evmWallet(here).lock());
    await settled(start(here));
    expect([account(here).isConnected, network(here)]).toEqual([false, POLYGON]);
  });
});
