import fc from 'fast-check';
import { type Observable, take } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import type { FakeAnswer, FakeOperation } from '../../../application/ports/wallet-answer.fake.js';
import type { UseCases } from '../../../application/use-cases.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { ADDRESS, connectedWorld, EVM_WALLET, POLYGON, record, released, settled, type World, world } from './support/world.js';

/** What every run's states have in common. */
interface State {
  readonly status: 'pending' | 'success' | 'error';
  readonly error?: unknown;
}

interface UseCaseRow {
  readonly name: Exclude<keyof UseCases, `watch${string}`>;
  readonly execute: (useCases: UseCases) => Observable<State>;
  /** What the wallet is asked, where it is. */
  readonly asks?: FakeOperation;
  readonly prepare?: () => Promise<World>;
}

const remembered = async (): Promise<World> => {
  const here = world();
  here.chain.wallet(EVM_WALLET).connected = true;
  here.memory.remember('eip155', EVM_WALLET);
  return here;
};

const named = (): Promise<World> => connectedWorld({ evm: { names: { 'somebody.eth': ADDRESS } } });

/** Every use case that runs and ends, with a typical input. */
const ROWS: readonly UseCaseRow[] = [
  {
    name: 'connectWallet',
    execute: ({ connectWallet }) => connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }),
    asks: 'connect',
    prepare: async () => world(),
  },
  {
    name: 'connectWallets',
    execute: ({ connectWallets }) => connectWallets.execute({ connectors: [{ namespace: 'eip155', connectorId: EVM_WALLET }] }),
    prepare: async () => world(),
  },
  { name: 'reconnectWallets', execute: ({ reconnectWallets }) => reconnectWallets.execute(), asks: 'resume', prepare: remembered },
  { name: 'disconnectWallet', execute: ({ disconnectWallet }) => disconnectWallet.execute(), asks: 'disconnect' },
  { name: 'switchNetwork', execute: ({ switchNetwork }) => switchNetwork.execute({ chainId: POLYGON }), asks: 'switchNetwork' },
  { name: 'switchNamespace', execute: ({ switchNamespace }) => switchNamespace.execute({ namespace: 'solana' }) },
  { name: 'switchAccount', execute: ({ switchAccount }) => switchAccount.execute({ address: ADDRESS }) },
  { name: 'chooseAccounts', execute: ({ chooseAccounts }) => chooseAccounts.execute(), asks: 'requestPermissions' },
  { name: 'addNetwork', execute: ({ addNetwork }) => addNetwork.execute({ chainId: POLYGON }), asks: 'addNetwork' },
  { name: 'signMessage', execute: ({ signMessage }) => signMessage.execute({ message: 'Hello' }), asks: 'signMessage' },
  {
    name: 'signTypedData',
    execute: ({ signTypedData }) => signTypedData.execute({ domain: {}, types: {}, primaryType: 'Mail', message: {} }),
    asks: 'signTypedData',
  },
  {
    name: 'sendTransaction',
    execute: ({ sendTransaction }) => sendTransaction.execute({ to: ADDRESS, value: 1n }),
    asks: 'sendTransaction',
  },
  {
    name: 'callWallet',
    execute: ({ callWallet }) => callWallet.execute({ namespace: 'eip155', call: 'getPermissions', request: {} }),
    asks: 'getPermissions',
  },
  { name: 'verifyMessage', execute: ({ verifyMessage }) => verifyMessage.execute({ message: 'Hello', signature: '0x00' }) },
  { name: 'readAccountBalances', execute: ({ readAccountBalances }) => readAccountBalances.execute() },
  { name: 'estimateFees', execute: ({ estimateFees }) => estimateFees.execute({ to: ADDRESS, value: 1n }) },
  { name: 'resolveName', execute: ({ resolveName }) => resolveName.execute({ name: 'somebody.eth' }), prepare: named },
  { name: 'lookUpName', execute: ({ lookUpName }) => lookUpName.execute({ address: ADDRESS }), prepare: named },
  { name: 'refreshBalance', execute: ({ refreshBalance }) => refreshBalance.execute() },
  { name: 'openModal', execute: ({ openModal }) => openModal.execute() },
  { name: 'closeModal', execute: ({ closeModal }) => closeModal.execute({ by: 'person' }) },
  {
    name: 'pairWallet',
    execute: ({ pairWallet }) => pairWallet.execute({ wallet: { id: 'w1', name: 'Phone' } }),
    // A chain whose wallet elsewhere answers by itself: how pairing goes is tested on its own.
    prepare: async () => world({ evm: { wallets: [{ id: EVM_WALLET }, { id: WALLET_CONNECT_CONNECTOR_ID, type: 'WALLET_CONNECT' }] } }),
  },
  {
    name: 'followWalletLink',
    execute: ({ followWalletLink }) =>
      followWalletLink.execute({ wallet: { id: 'w1', name: 'Phone' }, base: 'phone://', platform: 'mobile' }),
  },
  { name: 'takeUpPairing', execute: ({ takeUpPairing }) => takeUpPairing.execute() },
  { name: 'loadMoreWallets', execute: ({ loadMoreWallets }) => loadMoreWallets.execute() },
  { name: 'findWallet', execute: ({ findWallet }) => findWallet.execute({ id: 'a' }) },
  { name: 'excludeWallets', execute: ({ excludeWallets }) => excludeWallets.execute() },
  { name: 'copyText', execute: ({ copyText }) => copyText.execute({ text: 'Hello' }) },
];
const ASKING = ROWS.filter((row): row is UseCaseRow & { readonly asks: FakeOperation } => row.asks !== undefined);

const prepare = async ({ prepare: own = connectedWorld }: UseCaseRow): Promise<World> => {
  const here = await own();
  here.chain
    .wallet(EVM_WALLET)
    .known.add(here.connections.state.namespaces.eip155?.requested[1]?.caipNetworkId ?? here.chain.wallet(EVM_WALLET).chainId);
  here.chain.setBalance(ADDRESS, 10n);
  return here;
};
/** Everything a use case could have touched. */
const traces = (here: World) => ({
  state: here.connections.state,
  modal: here.modal.snapshot,
  tracked: here.tracked.length,
  calls: here.chain.wallet(EVM_WALLET).calls.length,
  reads: here.chain.readCalls.length,
  stored: here.storage.persisted,
  copied: here.browser.copied.length,
  asked: here.directory.queries.length,
  timers: here.clock.pending,
});

describe('every use case', () => {
  it('is in this table', () => {
    const runs = Object.keys(world().useCases).filter((name) => !name.startsWith('watch'));
    expect(ROWS.map(({ name }) => name).sort()).toEqual(runs.sort());
  });

  it.each(ROWS)('does nothing before somebody subscribes, nor for somebody who leaves at the first state: $name', async (row) => {
    const here = await prepare(row);
    const before = traces(here);
    const stream = row.execute(here.useCases);
    await settled(record(stream.pipe(take(1))));
    expect(traces(here)).toEqual(before);
  });

  it.each(ROWS)('begins with a synchronous pending, and ends with exactly one outcome: $name', async (row) => {
    const here = await prepare(row);
    const first: string[] = [];
    const run = record(row.execute(here.useCases));
    first.push(...run.values.map(({ status }) => status));
    await here.clock.run(30_000);
    const statuses = run.values.map(({ status }) => status);
    expect(first[0]).toBe('pending');
    expect(statuses.slice(0, -1).every((status) => status === 'pending')).toBe(true);
    expect(statuses.at(-1)).toBe('success');
    expect(run.end).toBe('complete');
  });

  it.each(ASKING.filter(({ name }) => name !== 'disconnectWallet'))('withdraws the question when it is cancelled: $name', async (row) => {
    const here = await prepare(row);
    const ask = vi.spyOn(here.chain.wallet(EVM_WALLET), 'ask');
    here.chain.wallet(EVM_WALLET).next(row.asks, 'late');
    const run = await settled(record(row.execute(here.useCases)));
    const [operation, , signal] = ask.mock.calls.at(-1) ?? [];
    expect([operation, signal?.aborted]).toEqual([row.asks, false]);
    run.cancel();
    expect(signal?.aborted).toBe(true);
    await released(here.chain.wallet(EVM_WALLET));
    expect(run.values.every(({ status }) => status === 'pending')).toBe(true);
    expect(run.end).toBe('open');
    // What a wallet sends all the same is followed to its end.
    await here.clock.run(30_000);
    expect(here.clock.pending).toBe(0);
  });

  it('keeps its grammar whatever the wallet answers and whenever it is cancelled', async () => {
    const answer = fc.constantFrom<FakeAnswer>(
      'approve',
      'reject',
      'pending',
      'unauthorized',
      'unsupported',
      'lost',
      'fail',
      'garbage',
      'never',
      'late',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ASKING),
        fc.array(answer, { maxLength: 3 }),
        fc.option(fc.nat(30)),
        async (row, answers, cancelAfter) => {
          const here = await prepare(row);
          const wallet = here.chain.wallet(EVM_WALLET);
          wallet.next(row.asks, ...answers);
          const run = record(row.execute(here.useCases));
          for (let turn = 0; turn < (cancelAfter ?? 0); turn += 1) await Promise.resolve();
          const seen = run.values.length;
          const isCancelled = cancelAfter !== null && run.end === 'open';
          if (isCancelled) run.cancel();
          await settle();
          wallet.release();
          await here.clock.run(30_000);
          const states = run.values;
          expect(states[0]?.status).toBe('pending');
          expect(states.slice(0, -1).every(({ status }) => status === 'pending')).toBe(true);
          for (const state of states) if (state.status === 'error') expect(isLatchkeyError(state.error)).toBe(true);
          if (isCancelled) expect([states.length, run.end]).toEqual([seen, 'open']);
          else expect(run.end === 'complete').toBe(states.at(-1)?.status !== 'pending');
          here.connections.dispose();
          expect([wallet.listeners, here.clock.pending]).toEqual([0, 0]);
        },
      ),
    );
  });
});
