import { throwError } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import type { SendTransactionInput } from '../../../../application/send/send-transaction.use-case.js';
import {
  ADDRESS,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  POLYGON,
  record,
  releaseResponses,
  SOLANA,
  settled,
} from '../support/client-fixture.js';

const TO = '0x2222222222222222222222222222222222222222';
const SOLANA_TO = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const FUNDED: ClientFixtureInit = { evm: { balances: { [ADDRESS]: 10n } } };
const start = ({ useCases }: ClientFixture, change: Partial<SendTransactionInput> = {}) =>
  record(useCases.sendTransaction.execute({ to: TO, value: 3n, ...change }));
const sent = ({ chain }: ClientFixture) => chain.wallet(EVM_WALLET).transactions;
/** An approved transaction that is not in a block yet. */
const broadcast = () => {
  fixture.chain.mining = 'manual';
  return settled(start(fixture));
};
/** Includes the last transaction in a block. */
const mineLast = (fixture: ClientFixture, outcome?: 'reverted'): Promise<void> => {
  fixture.chain.mine(sent(fixture)[0]?.hash ?? '', outcome);
  return flushPromises();
};
const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/);

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture(FUNDED);
});

describe('SendTransaction', () => {
  it('waits for approval, then for the block with the hash, and returns hash and block', async () => {
    fixture.chain.mining = 'manual';
    const run = start(fixture);
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await flushPromises();
    const hash = sent(fixture)[0]?.hash ?? '';
    expect(run.values.slice(1)).toEqual([{ status: 'pending', step: 'wait-for-block', hash }]);
    fixture.chain.mine(hash);
    await flushPromises();
    expect(run.values.slice(2)).toEqual([{ status: 'success', data: { hash, blockNumber: 1n } }]);
    expect(run.end).toBe('complete');
    expect(hash).toEqual(HASH);
    expect([fixture.chain.balanceOf(ADDRESS), fixture.chain.balanceOf(TO)]).toEqual([7n, 3n]);
  });

  it('sends the transaction from the connected account on its chain', async () => {
    fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await settled(start(fixture, { data: '0xabcdef', gas: 21_000n }));
    expect(sent(fixture)).toMatchObject([
      { chainId: POLYGON, request: { from: `${POLYGON}:${ADDRESS}`, to: TO, value: 3n, data: '0xabcdef', gas: 21_000n } },
    ]);
    expect(sent(fixture)[0]?.request).not.toHaveProperty('namespace');
  });

  it('sends with the given namespace, else with the active one', async () => {
    await connect(fixture, 'solana');
    const run = start(fixture, { to: SOLANA_TO });
    await settled(start(fixture, { namespace: 'eip155' }));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(fixture.solana.wallet('com.example.solana').transactions).toMatchObject([{ chainId: SOLANA }]);
    expect(sent(fixture)).toHaveLength(1);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['pending', 'wallet/request-pending'],
    ['garbage', 'wallet/invalid-response'],
    ['lost', 'wallet/disconnected'],
    ['fail', 'wallet/request-failed'],
  ] as const satisfies readonly (readonly [FakeResponse, string])[])(
    'ends with a typed error on "%s" after one request, without a broadcast',
    async (response, code) => {
      fixture.chain.wallet(EVM_WALLET).next('sendTransaction', response);
      const run = start(fixture);
      await fixture.clock.run(120_000);
      expect(run.values.slice(1)).toMatchObject([{ status: 'error', error: { code } }]);
      expect(run.end).toBe('complete');
      expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
      expect(fixture.chain.readCalls).toEqual([]);
    },
  );

  it('shows that another payment of the address has to end first', async () => {
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'queued');
    const run = start(fixture);
    await flushPromises();
    await releaseResponses(fixture.chain.wallet(EVM_WALLET));
    const steps = run.values.map((state) => (state.status === 'pending' ? state.step : state.status));
    expect(steps).toEqual(['approve-in-wallet', 'wait-for-other-payment', 'approve-in-wallet', 'wait-for-block', 'success']);
  });

  it('rejects an invalid address without a wallet request', async () => {
    const run = await settled(start(fixture, { to: '0x22' }));
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'address/invalid', context: { value: '0x22', namespace: 'eip155' } },
    });
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('fails with "Unsupported chain" on a network that is not configured, without a wallet request', async () => {
    fixture.chain.wallet(EVM_WALLET).selectChain('eip155:99');
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'chain/unsupported', message: 'Unsupported chain', context: { chainId: 'eip155:99' } },
    });
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('fails with connection/not-connected', async () => {
    const run = await settled(start(clientFixture()));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
  });

  it('signs nothing if the wallet is on another chain than the app', async () => {
    // Switched without an event: the app does not know.
    fixture.chain.wallet(EVM_WALLET).chainId =
      fixture.connections.state.namespaces.eip155?.networks[1]?.caipNetworkId ?? fixture.chain.wallet(EVM_WALLET).chainId;
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'network/wrong-chain', context: { chainId: 'eip155:1', walletChainId: POLYGON } },
    });
    expect(sent(fixture)).toEqual([]);
  });

  it('fails with network/transaction-reverted after a failed transaction', async () => {
    const run = await broadcast();
    await mineLast(fixture, 'reverted');
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-reverted', context: { hash: HASH } } });
  });

  it.each(['failed', 'timeout'] as const)('ends with an unknown outcome if reads are "%s"', async (reads) => {
    fixture.chain.reads = reads;
    const run = await settled(start(fixture));
    expect(run.values.slice(1)).toMatchObject([
      { status: 'pending', step: 'wait-for-block', hash: HASH },
      { status: 'error', error: { code: 'network/unknown-outcome', context: { chainId: 'eip155:1', hash: HASH } } },
    ]);
    expect(run.end).toBe('complete');
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
  });

  it('ends with an unknown outcome on a defect while waiting', async () => {
    vi.spyOn(fixture.chain, 'followTransaction').mockReturnValue(throwError(() => new TypeError('bug')));
    const run = await settled(start(fixture));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome', cause: { message: 'bug' } } });
  });

  it('keeps waiting on its own chain if the wallet switches, is locked or disconnects after the broadcast', async () => {
    const run = await broadcast();
    fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    fixture.chain.wallet(EVM_WALLET).lock();
    record(fixture.useCases.disconnectWallet.execute());
    await mineLast(fixture);
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { blockNumber: 1n } });
    expect(fixture.chain.readCalls[0]).toMatchObject({ method: 'followTransaction', network: { caipNetworkId: 'eip155:1' } });
  });

  it('is tracked after unsubscribing, and emits nothing more', async () => {
    const run = await broadcast();
    run.cancel();
    expect(fixture.chain.followers).toBe(1);
    await mineLast(fixture);
    expect(run.values).toHaveLength(2);
    expect(run.end).toBe('open');
    expect(fixture.chain.followers).toBe(0);
    expect(fixture.tracker.repository.list).toMatchObject([{ outcome: { status: 'confirmed', blockNumber: 1n } }]);
  });

  it('waits for finality on chains that have it, and for a block again after a re-org', async () => {
    Object.assign(fixture.chain, { mining: 'manual', finality: 'manual' });
    const run = await settled(start(fixture));
    const hash = sent(fixture)[0]?.hash ?? '';
    fixture.chain.mine(hash);
    fixture.chain.reorg(hash);
    fixture.chain.mine(hash);
    fixture.chain.finalize(hash);
    await flushPromises();
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash },
      { status: 'pending', step: 'wait-for-finality', hash },
      { status: 'pending', step: 'wait-for-block', hash },
      { status: 'pending', step: 'wait-for-finality', hash },
      { status: 'success', data: { hash, blockNumber: 2n } },
    ]);
  });

  it('fails with network/transaction-dropped after a dropped transaction', async () => {
    const run = await broadcast();
    fixture.chain.drop(sent(fixture)[0]?.hash ?? '');
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-dropped', recovery: 'retry' } });
  });

  it('emits nothing after a cancel before the approval, and tracks a transaction approved later', async () => {
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    const run = start(fixture);
    run.cancel();
    await releaseResponses(fixture.chain.wallet(EVM_WALLET));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    expect(fixture.chain.readCalls.map(({ method }) => method)).toEqual(['followTransaction']);
  });

  it('sends a new request after a run that was cancelled during its prompt', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'never');
    const cancelled = await settled(start(fixture));
    cancelled.cancel();
    const run = await settled(start(fixture));
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash: HASH },
      { status: 'success', data: { hash: HASH, blockNumber: 1n } },
    ]);
    expect([wallet.count('sendTransaction'), sent(fixture).length]).toEqual([2, 1]);
    expect([cancelled.values, cancelled.end]).toEqual([[{ status: 'pending', step: 'approve-in-wallet' }], 'open']);
  });

  it.each(['success', 'reverted'] as const)('refreshes the balance after a block with %s', async (outcome) => {
    fixture.chain.mining = 'manual';
    const balances = record(fixture.useCases.watchBalance.execute());
    await fixture.clock.run(0);
    await settled(start(fixture));
    fixture.chain.mine(sent(fixture)[0]?.hash ?? '', outcome);
    await fixture.clock.run(0);
    expect(fixture.chain.readCalls.filter(({ method }) => method === 'getBalance')).toHaveLength(2);
    expect(balances.values.at(-1)?.balance?.value).toBe(outcome === 'success' ? 7n : 10n);
  });
});

describe('SendTransaction, before and after the wallet request', () => {
  it.each([
    ['a Solana address', SOLANA_TO, 'address/wrong-namespace'],
    ['a Bitcoin address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address/wrong-namespace'],
    ['a legacy Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address/wrong-namespace'],
    ['a Polkadot address', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'address/wrong-namespace'],
    ['a mistyped address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA'), 'address/checksum-failed'],
    ['a name', 'vitalik.eth', 'address/invalid'],
  ])('sends no wallet request for %s', async (_, to, code) => {
    const run = await settled(start(fixture, { to }));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
    expect(fixture.tracked).not.toContainEqual(expect.objectContaining({ event: 'SEND_INITIATED' }));
  });

  it.each([
    ['zero', { value: 0n }],
    ['a negative value', { value: -1n }],
    ['zero with empty data', { value: 0n, data: '0x' }],
    ['a negative value with data', { value: -1n, data: '0xab' }],
  ])('sends no wallet request for an amount of %s', async (_, change) => {
    const run = await settled(start(fixture, change));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'send/invalid-amount', recovery: 'ask-user' } });
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it.each([
    ['a call without a value', { value: 0n, data: '0xab' }],
    ['the whole balance', { value: 0n, all: true }],
  ])('sends %s', async (_, change) => {
    await settled(start(fixture, change));
    expect(fixture.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
  });

  it('is cancelled without a broadcast if another namespace becomes active before the approval', async () => {
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    const run = await settled(start(fixture));
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'request/cancelled' } });
    expect(fixture.tracker.repository.list).toEqual([]);
  });

  it('continues if another namespace becomes active after the broadcast, or if the namespace is given', async () => {
    const run = await broadcast();
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    const explicit = await settled(start(fixture, { namespace: 'eip155' }));
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    for (const { hash } of sent(fixture)) fixture.chain.mine(hash);
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(explicit.values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('shows messages and tracks events for start and outcome', async () => {
    await broadcast();
    expect(fixture.modal.snapshot.snackbar).toMatchObject({ message: 'Transaction started', variant: 'success', open: true });
    await mineLast(fixture);
    expect(fixture.modal.snapshot.snackbar.next).toEqual({ message: 'Transaction confirmed', variant: 'success' });
    const properties = { isSmartAccount: false, network: 'eip155:1', token: 'native', amount: '3' };
    expect(fixture.tracked.filter(({ event }) => event.startsWith('SEND'))).toEqual([
      { event: 'SEND_INITIATED', properties },
      { event: 'SEND_SUCCESS', properties },
    ]);
  });

  it('tracks a rejection', async () => {
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'reject');
    await settled(start(fixture));
    expect(fixture.tracked.at(-1)).toMatchObject({
      event: 'SEND_ERROR',
      properties: { amount: '3', message: 'The request was rejected in the wallet' },
    });
    expect(fixture.tracker.repository.list).toEqual([]);
  });
});
