import { throwError } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import type { SendTransactionInput } from '../../../../application/send/send-transaction.use-case.js';
import {
  ADDRESS,
  connect,
  connectedWorld,
  EVM_WALLET,
  POLYGON,
  record,
  released,
  SOLANA,
  settled,
  type World,
  type WorldInit,
  world,
} from '../support/world.js';

const TO = '0x2222222222222222222222222222222222222222';
const SOLANA_TO = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const RICH: WorldInit = { evm: { balances: { [ADDRESS]: 10n } } };
const start = ({ useCases }: World, change: Partial<SendTransactionInput> = {}) =>
  record(useCases.sendTransaction.execute({ to: TO, value: 3n, ...change }));
const sent = ({ chain }: World) => chain.wallet(EVM_WALLET).transactions;
/** A transaction that is approved, and in no block yet. */
const broadcast = () => {
  here.chain.mining = 'by-hand';
  return settled(start(here));
};
/** The last transaction is in a block. */
const mined = (here: World, outcome?: 'reverted'): Promise<void> => {
  here.chain.mine(sent(here)[0]?.hash ?? '', outcome);
  return settle();
};
const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/);

let here: World;
beforeEach(async () => {
  here = await connectedWorld(RICH);
});

describe('SendTransaction', () => {
  it('has it approved, waits for its block with the hash, and gives both', async () => {
    here.chain.mining = 'by-hand';
    const run = start(here);
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await settle();
    const hash = sent(here)[0]?.hash ?? '';
    expect(run.values.slice(1)).toEqual([{ status: 'pending', step: 'wait-for-block', hash }]);
    here.chain.mine(hash);
    await settle();
    expect(run.values.slice(2)).toEqual([{ status: 'success', data: { hash, blockNumber: 1n } }]);
    expect(run.end).toBe('complete');
    expect(hash).toEqual(HASH);
    expect([here.chain.balanceOf(ADDRESS), here.chain.balanceOf(TO)]).toEqual([7n, 3n]);
  });

  it('sends from the connected account, on its chain, what was asked for', async () => {
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await settled(start(here, { data: '0xabcdef', gas: 21_000n }));
    expect(sent(here)).toMatchObject([
      { chainId: POLYGON, request: { from: `${POLYGON}:${ADDRESS}`, to: TO, value: 3n, data: '0xabcdef', gas: 21_000n } },
    ]);
    expect(sent(here)[0]?.request).not.toHaveProperty('namespace');
  });

  it('sends with the namespace that is named, else with the active one', async () => {
    await connect(here, 'solana');
    const run = start(here, { to: SOLANA_TO });
    await settled(start(here, { namespace: 'eip155' }));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(here.solana.wallet('com.example.solana').transactions).toMatchObject([{ chainId: SOLANA }]);
    expect(sent(here)).toHaveLength(1);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['pending', 'wallet/request-pending'],
    ['garbage', 'wallet/invalid-response'],
    ['lost', 'wallet/disconnected'],
    ['fail', 'wallet/request-failed'],
  ] as const satisfies readonly (readonly [FakeAnswer, string])[])(
    'ends in a typed error on "%s", is asked once, and broadcasts nothing',
    async (answer, code) => {
      here.chain.wallet(EVM_WALLET).next('sendTransaction', answer);
      const run = start(here);
      await here.clock.run(120_000);
      expect(run.values.slice(1)).toMatchObject([{ status: 'error', error: { code } }]);
      expect(run.end).toBe('complete');
      expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
      expect(here.chain.readCalls).toEqual([]);
    },
  );

  it('refuses what is no address of the chain, and asks nobody', async () => {
    const run = await settled(start(here, { to: '0x22' }));
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'address/invalid', context: { value: '0x22', namespace: 'eip155' } },
    });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('says "Unsupported chain" on a network that is not configured, and asks nobody', async () => {
    here.chain.wallet(EVM_WALLET).selectChain('eip155:99');
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'chain/unsupported', message: 'Unsupported chain', context: { chainId: 'eip155:99' } },
    });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('says that nothing is connected', async () => {
    const run = await settled(start(world()));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
  });

  it('signs nothing when the wallet is on another chain than the page thinks', async () => {
    // Moved without a word: the page has not heard of it.
    here.chain.wallet(EVM_WALLET).chainId =
      here.connections.state.namespaces.eip155?.requested[1]?.caipNetworkId ?? here.chain.wallet(EVM_WALLET).chainId;
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'network/wrong-chain', context: { chainId: 'eip155:1', walletChainId: POLYGON } },
    });
    expect(sent(here)).toEqual([]);
  });

  it('says that a mined transaction failed', async () => {
    const run = await broadcast();
    await mined(here, 'reverted');
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-reverted', context: { hash: HASH } } });
  });

  it.each(['failed', 'timeout'] as const)(
    'never says failed without proof: reads that are "%s" leave the outcome unknown',
    async (reads) => {
      here.chain.reads = reads;
      const run = await settled(start(here));
      expect(run.values.slice(1)).toMatchObject([
        { status: 'pending', step: 'wait-for-block', hash: HASH },
        { status: 'error', error: { code: 'network/unknown-outcome', context: { chainId: 'eip155:1', hash: HASH } } },
      ]);
      expect(run.end).toBe('complete');
      expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
    },
  );

  it('never says failed without proof: a bug while waiting leaves the outcome unknown as well', async () => {
    vi.spyOn(here.chain, 'followTransaction').mockReturnValue(throwError(() => new TypeError('bug')));
    const run = await settled(start(here));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome', cause: { message: 'bug' } } });
  });

  it('goes on waiting on its own chain when the wallet moves, is locked or is disconnected after the broadcast', async () => {
    const run = await broadcast();
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    here.chain.wallet(EVM_WALLET).lock();
    record(here.useCases.disconnectWallet.execute());
    await mined(here);
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { blockNumber: 1n } });
    expect(here.chain.readCalls[0]).toMatchObject({ method: 'followTransaction', network: { caipNetworkId: 'eip155:1' } });
  });

  it('is followed on when the run is left, and says nothing more to who left', async () => {
    const run = await broadcast();
    run.cancel();
    expect(here.chain.followers).toBe(1);
    await mined(here);
    expect(run.values).toHaveLength(2);
    expect(run.end).toBe('open');
    expect(here.chain.followers).toBe(0);
    expect(here.tracker.memory.list).toMatchObject([{ outcome: { status: 'confirmed', blockNumber: 1n } }]);
  });

  it('says that it waits for finality where the chain has such a thing, and waits for a block again after a re-org', async () => {
    Object.assign(here.chain, { mining: 'by-hand', finality: 'by-hand' });
    const run = await settled(start(here));
    const hash = sent(here)[0]?.hash ?? '';
    here.chain.mine(hash);
    here.chain.reorg(hash);
    here.chain.mine(hash);
    here.chain.finalize(hash);
    await settle();
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash },
      { status: 'pending', step: 'wait-for-finality', hash },
      { status: 'pending', step: 'wait-for-block', hash },
      { status: 'pending', step: 'wait-for-finality', hash },
      { status: 'success', data: { hash, blockNumber: 2n } },
    ]);
  });

  it('says that no block can take it any more', async () => {
    const run = await broadcast();
    here.chain.drop(sent(here)[0]?.hash ?? '');
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-dropped', recovery: 'retry' } });
  });

  it('tells nothing more when it is cancelled before the approval; what is approved all the same is followed', async () => {
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    const run = start(here);
    run.cancel();
    await released(here.chain.wallet(EVM_WALLET));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    expect(here.chain.readCalls.map(({ method }) => method)).toEqual(['followTransaction']);
  });

  it('asks the wallet anew after a run that was left while the wallet asked, and says nothing more of that one', async () => {
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'never');
    const left = await settled(start(here));
    left.cancel();
    const run = await settled(start(here));
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash: HASH },
      { status: 'success', data: { hash: HASH, blockNumber: 1n } },
    ]);
    expect([wallet.count('sendTransaction'), sent(here).length]).toEqual([2, 1]);
    expect([left.values, left.end]).toEqual([[{ status: 'pending', step: 'approve-in-wallet' }], 'open']);
  });

  it.each(['success', 'reverted'] as const)('has the balance read again after a block with %s', async (outcome) => {
    here.chain.mining = 'by-hand';
    const balances = record(here.useCases.watchBalance.execute());
    await here.clock.run(0);
    await settled(start(here));
    here.chain.mine(sent(here)[0]?.hash ?? '', outcome);
    await here.clock.run(0);
    expect(here.chain.readCalls.filter(({ method }) => method === 'getBalance')).toHaveLength(2);
    expect(balances.values.at(-1)?.balance?.value).toBe(outcome === 'success' ? 7n : 10n);
  });
});

describe('SendTransaction, around the wallet', () => {
  it.each([
    ['an address of Solana', SOLANA_TO, 'address/wrong-namespace'],
    ['an address of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address/wrong-namespace'],
    ['an older address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address/wrong-namespace'],
    ['an address of Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'address/wrong-namespace'],
    ['a mistyped address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA'), 'address/checksum-failed'],
    ['a name', 'vitalik.eth', 'address/invalid'],
  ])('does not open the wallet for %s', async (_, to, code) => {
    const run = await settled(start(here, { to }));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
    expect(here.tracked).not.toContainEqual(expect.objectContaining({ event: 'SEND_INITIATED' }));
  });

  it.each([
    ['nothing', { value: 0n }],
    ['less than nothing', { value: -1n }],
    ['nothing with empty data', { value: 0n, data: '0x' }],
    ['less than nothing with data', { value: -1n, data: '0xab' }],
  ])('does not open the wallet to send %s', async (_, change) => {
    const run = await settled(start(here, change));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'send/invalid-amount', recovery: 'ask-user' } });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it.each([
    ['a call without coins', { value: 0n, data: '0xab' }],
    ['all there is', { value: 0n, all: true }],
  ])('sends %s', async (_, change) => {
    await settled(start(here, change));
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
  });

  it('is over when another namespace becomes the active one before the approval, and sends nothing', async () => {
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    const run = await settled(start(here));
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'request/cancelled' } });
    expect(here.tracker.memory.list).toEqual([]);
  });

  it('goes on when another namespace becomes the active one after the broadcast, and where the host named the namespace', async () => {
    const run = await broadcast();
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    const named = await settled(start(here, { namespace: 'eip155' }));
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    for (const { hash } of sent(here)) here.chain.mine(hash);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(named.values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('tells the person and the host that it has begun, and what became of it', async () => {
    await broadcast();
    expect(here.modal.snapshot.snackbar).toMatchObject({ message: 'Transaction started', variant: 'success', open: true });
    await mined(here);
    expect(here.modal.snapshot.snackbar.next).toEqual({ message: 'Transaction confirmed', variant: 'success' });
    const facts = { isSmartAccount: false, network: 'eip155:1', token: 'native', amount: '3' };
    expect(here.tracked.filter(({ event }) => event.startsWith('SEND'))).toEqual([
      { event: 'SEND_INITIATED', properties: facts },
      { event: 'SEND_SUCCESS', properties: facts },
    ]);
  });

  it('tells the host of a refusal', async () => {
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'reject');
    await settled(start(here));
    expect(here.tracked.at(-1)).toMatchObject({
      event: 'SEND_ERROR',
      properties: { amount: '3', message: 'The request was declined in the wallet' },
    });
    expect(here.tracker.memory.list).toEqual([]);
  });
});
