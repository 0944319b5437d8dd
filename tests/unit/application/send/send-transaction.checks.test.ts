import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { SendTransactionInput } from '../../../../application/send/send-transaction.use-case.js';
import { ADDRESS, connectedWorld, EVM_WALLET, record, type World, type WorldInit } from '../support/world.js';

const TO = '0x2222222222222222222222222222222222222222';
const SOLANA_TO = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const RICH: WorldInit = { evm: { balances: { [ADDRESS]: 10n } } };
const start = ({ useCases }: World, change: Partial<SendTransactionInput> = {}) =>
  record(useCases.sendTransaction.execute({ to: TO, value: 3n, ...change }));
const sent = ({ chain }: World) => chain.wallet(EVM_WALLET).transactions;

describe('SendTransaction, around the wallet', () => {
  it.each([
    ['an address of Solana', SOLANA_TO, 'address/wrong-namespace'],
    ['an address of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address/wrong-namespace'],
    ['an older address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address/wrong-namespace'],
    ['an address of Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'address/wrong-namespace'],
    ['a mistyped address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA'), 'address/checksum-failed'],
    ['a name', 'vitalik.eth', 'address/invalid'],
  ])('does not open the wallet for %s', async (_, to, code) => {
    const here = await connectedWorld(RICH);
    const run = start(here, { to });
    await settle();
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
    const here = await connectedWorld(RICH);
    const run = start(here, change);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'send/invalid-amount', recovery: 'ask-user' } });
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(0);
  });

  it.each([
    ['a call without coins', { value: 0n, data: '0xab' }],
    ['all there is', { value: 0n, all: true }],
  ])('sends %s', async (_, change) => {
    const here = await connectedWorld(RICH);
    start(here, change);
    await settle();
    expect(here.chain.wallet(EVM_WALLET).count('sendTransaction')).toBe(1);
  });

  it('is over when another namespace becomes the active one before the approval, and sends nothing', async () => {
    const here = await connectedWorld(RICH);
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    const run = start(here);
    await settle();
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'request/cancelled' } });
    expect(here.book.memory.list).toEqual([]);
  });

  it('goes on when another namespace becomes the active one after the broadcast, and where the host named the namespace', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    const run = start(here);
    await settle();
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    const named = start(here, { namespace: 'eip155' });
    await settle();
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    for (const { hash } of sent(here)) here.chain.mine(hash);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(named.values.at(-1)).toMatchObject({ status: 'success' });
  });

  it('tells the person and the host that it has begun, and what became of it', async () => {
    const here = await connectedWorld(RICH);
    here.chain.mining = 'by-hand';
    start(here);
    await settle();
    expect(here.modal.snapshot.snackbar).toMatchObject({ message: 'Transaction started', variant: 'success', open: true });
    here.chain.mine(sent(here)[0]?.hash ?? '');
    await settle();
    expect(here.modal.snapshot.snackbar.next).toEqual({ message: 'Transaction confirmed', variant: 'success' });
    const facts = { isSmartAccount: false, network: 'eip155:1', token: 'native', amount: '3' };
    expect(here.tracked.filter(({ event }) => event.startsWith('SEND'))).toEqual([
      { event: 'SEND_INITIATED', properties: facts },
      { event: 'SEND_SUCCESS', properties: facts },
    ]);
  });

  it('tells the host of a refusal', async () => {
    const here = await connectedWorld(RICH);
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'reject');
    start(here);
    await settle();
    expect(here.tracked.at(-1)).toMatchObject({
      event: 'SEND_ERROR',
      properties: { amount: '3', message: 'The request was declined in the wallet' },
    });
    expect(here.book.memory.list).toEqual([]);
  });
});
