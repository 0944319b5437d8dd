import { throwError } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
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
  SOLANA,
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
const HASH = expect.stringMatching(/^0x[0-9a-f]{64}$/);

describe('SendTransaction', () => {
  it('asks nothing before somebody subscribes', async () => {
    const here = await connectedWorld(RICH);
    here.useCases.sendTransaction.execute({ to: TO, value: 3n });
    await settle();
    expect(sent(here)).toEqual([]);
  });

  it('has it approved, waits for its block with the hash, and gives both', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const run = start(here);
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await settle();
    const hash = sent(here)[0]?.hash ?? '';
    expect(run.values.slice(1)).toEqual([{ status: 'pending', step: 'wait-for-block', hash }]);
    here.chain.mine(hash);
    await settle();
    expect(run.values.slice(2)).toEqual([{ status: 'success', result: { hash, blockNumber: 1n } }]);
    expect(run.end).toBe('complete');
    expect(hash).toEqual(HASH);
    expect([here.chain.balanceOf(ADDRESS), here.chain.balanceOf(TO)]).toEqual([7n, 3n]);
  });

  it('sends from the connected account, on its chain, what was asked for', async () => {
    const here = await connectedWorld(RICH);
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    start(here, { data: '0xabcdef', gas: 21_000n });
    await settle();
    expect(sent(here)).toMatchObject([
      { chainId: POLYGON, request: { from: `${POLYGON}:${ADDRESS}`, to: TO, value: 3n, data: '0xabcdef', gas: 21_000n } },
    ]);
    expect(sent(here)[0]?.request).not.toHaveProperty('namespace');
  });

  it('sends with the namespace that is named, else with the active one', async () => {
    const here = await connectedWorld(RICH);
    await connect(here, 'solana');
    const run = start(here, { to: SOLANA_TO });
    start(here, { namespace: 'eip155' });
    await settle();
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
      const here = await connectedWorld(RICH);
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
    const here = await connectedWorld(RICH);
    const run = start(here, { to: '0x22' });
    await settle();
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'address/invalid', context: { value: '0x22', namespace: 'eip155' } },
    });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('says "Unsupported chain" on a network that is not configured, and asks nobody', async () => {
    const here = await connectedWorld(RICH);
    here.chain.wallet(EVM_WALLET).selectChain('eip155:99');
    const run = start(here);
    await settle();
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'chain/unsupported', message: 'Unsupported chain', context: { chainId: 'eip155:99' } },
    });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it('says that nothing is connected', async () => {
    const run = start(world());
    await settle();
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
  });

  it('signs nothing when the wallet is on another chain than the page thinks', async () => {
    const here = await connectedWorld(RICH);
    // Moved without a word: the page has not heard of it.
    here.chain.wallet(EVM_WALLET).chainId =
      here.connections.state.namespaces.eip155?.requested[1]?.caipNetworkId ?? here.chain.wallet(EVM_WALLET).chainId;
    const run = start(here);
    await settle();
    expect(run.values.at(-1)).toMatchObject({
      error: { code: 'network/wrong-chain', context: { chainId: 'eip155:1', walletChainId: POLYGON } },
    });
    expect(sent(here)).toEqual([]);
  });

  it('says that a mined transaction failed', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const run = start(here);
    await settle();
    here.chain.mine(sent(here)[0]?.hash ?? '', 'reverted');
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-reverted', context: { hash: HASH } } });
  });

  it.each(['failed', 'timeout'] as const)(
    'never says failed without proof: reads that are "%s" leave the outcome unknown',
    async (reads) => {
      const here = await connectedWorld(RICH);
      here.chain.reads = reads;
      const run = start(here);
      await settle();
      expect(run.values.slice(1)).toMatchObject([
        { status: 'pending', step: 'wait-for-block', hash: HASH },
        { status: 'error', error: { code: 'network/unknown-outcome', context: { chainId: 'eip155:1', hash: HASH } } },
      ]);
      expect(run.end).toBe('complete');
      expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
    },
  );

  it('never says failed without proof: a bug while waiting leaves the outcome unknown as well', async () => {
    const here = await connectedWorld(RICH);
    vi.spyOn(here.chain, 'followTransaction').mockReturnValue(throwError(() => new TypeError('bug')));
    const run = start(here);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome', cause: { message: 'bug' } } });
  });

  it('goes on waiting on its own chain when the wallet moves, is locked or is disconnected after the broadcast', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const run = start(here);
    await settle();
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    here.chain.wallet(EVM_WALLET).lock();
    record(here.useCases.disconnectWallet.execute());
    here.chain.mine(sent(here)[0]?.hash ?? '');
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { blockNumber: 1n } });
    expect(here.chain.readCalls[0]).toMatchObject({ method: 'followTransaction', network: { caipNetworkId: 'eip155:1' } });
  });

  it('is followed on when the run is left, and says nothing more to who left', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const run = start(here);
    await settle();
    run.cancel();
    expect(here.chain.followers).toBe(1);
    here.chain.mine(sent(here)[0]?.hash ?? '');
    await settle();
    expect(run.values).toHaveLength(2);
    expect(run.end).toBe('open');
    expect(here.chain.followers).toBe(0);
    expect(here.book.memory.list).toMatchObject([{ outcome: { status: 'confirmed', blockNumber: 1n } }]);
  });

  it('says that it waits for finality where the chain has such a thing, and waits for a block again after a re-org', async () => {
    const here = await connectedWorld(RICH);
    Object.assign(here.chain, { mining: 'by-hand', finality: 'by-hand' });
    const run = start(here);
    await settle();
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
      { status: 'success', result: { hash, blockNumber: 2n } },
    ]);
  });

  it('says that no block can take it any more', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const run = start(here);
    await settle();
    here.chain.drop(sent(here)[0]?.hash ?? '');
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-dropped', recovery: 'retry' } });
  });

  it('tells nothing more when it is cancelled before the approval; what is approved all the same is followed', async () => {
    const here = await connectedWorld(RICH);
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    const run = start(here);
    run.cancel();
    here.chain.wallet(EVM_WALLET).release();
    await settle();
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    expect(here.chain.readCalls.map(({ method }) => method)).toEqual(['followTransaction']);
  });

  it('asks the wallet anew after a run that was left while the wallet asked, and says nothing more of that one', async () => {
    const here = await connectedWorld(RICH);
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'never');
    const left = start(here);
    await settle();
    left.cancel();
    const run = start(here);
    await settle();
    expect(run.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash: HASH },
      { status: 'success', result: { hash: HASH, blockNumber: 1n } },
    ]);
    expect([wallet.count('sendTransaction'), sent(here).length]).toEqual([2, 1]);
    expect([left.values, left.end]).toEqual([[{ status: 'pending', step: 'approve-in-wallet' }], 'open']);
  });

  it.each(['success', 'reverted'] as const)('has the balance read again after a block with %s', async (outcome) => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const balances = record(here.useCases.watchBalance.execute());
    await here.clock.run(0);
    start(here);
    await settle();
    here.chain.mine(sent(here)[0]?.hash ?? '', outcome);
    await here.clock.run(0);
    expect(here.chain.readCalls.filter(({ method }) => method === 'getBalance')).toHaveLength(2);
    expect(balances.values.at(-1)?.balance?.value).toBe(outcome === 'success' ? 7n : 10n);
  });
});
