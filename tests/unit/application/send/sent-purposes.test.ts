import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { SendTransactionInput } from '../../../../application/send/send-transaction.use-case.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { purposeOfData } from '../../../../domain/send/sent-purpose.js';
import { ADDRESS, type ClientFixture, connectedFixture, EVM_WALLET, record, settled } from '../support/client-fixture.js';

const TO = '0x2222222222222222222222222222222222222222';
const WORDS = '0'.repeat(128);
const APPROVE = `0x095ea7b3${WORDS}`;
const SWAP = { fromToken: 'ETH', toToken: 'USDC', fromAmount: '1', toAmount: '3000.5' } as const;
const SWAP_PROPERTIES = { swapFromToken: 'ETH', swapToToken: 'USDC', swapFromAmount: '1', swapToAmount: '3000.5' } as const;

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture({ evm: { balances: { [ADDRESS]: 10n } } });
  fixture.chain.mining = 'manual';
});

const send = (change: Partial<SendTransactionInput>) =>
  settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n, ...change })));
const mine = async (outcome?: 'reverted'): Promise<void> => {
  fixture.chain.mine(fixture.chain.wallet(EVM_WALLET).transactions[0]?.hash ?? '', outcome);
  await flushPromises();
};
const events = () =>
  fixture.tracked.map(({ event }) => event).filter((event) => /_(?:INITIATED|SUCCESS|ERROR)$|^INITIATE_SWAP$/.test(event));

describe('purpose of a sent transaction', () => {
  it.each([
    ['a transfer', {}, 'send', 'Transaction started', 'Transaction confirmed', ['SEND_INITIATED', 'SEND_SUCCESS']],
    ['a call', { data: '0x12' }, 'call', 'Contract call started', 'Contract call confirmed', ['CALL_INITIATED', 'CALL_SUCCESS']],
    ['an approval', { data: APPROVE }, 'approval', 'Approval started', 'Approval confirmed', ['APPROVAL_INITIATED', 'APPROVAL_SUCCESS']],
    [
      'an approval by its caller',
      { data: '0x12', purpose: 'approval' },
      'approval',
      'Approval started',
      'Approval confirmed',
      ['APPROVAL_INITIATED', 'APPROVAL_SUCCESS'],
    ],
    [
      'a swap',
      { data: '0x12', purpose: 'swap', swap: SWAP },
      'swap',
      'Swap started',
      'Swapped ETH to 3000.5 USDC',
      ['INITIATE_SWAP', 'SWAP_SUCCESS'],
    ],
  ] as const)('is stored, and has messages and events of its own: %s', async (_, change, purpose, started, confirmed, expected) => {
    const before = events().length;
    await send(change);
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ purpose, swap: 'swap' in change ? SWAP : null }]);
    expect(fixture.modal.snapshot.snackbar.message).toBe(started);
    await mine();
    expect(fixture.modal.snapshot.snackbar.next?.message).toBe(confirmed);
    expect(events().slice(before)).toEqual(expected);
  });

  it.each([
    ['swap', { purpose: 'swap', swap: SWAP }, 'SWAP_ERROR'],
    ['approval', { purpose: 'approval', swap: SWAP }, 'SWAP_APPROVAL_ERROR'],
  ] as const)('tells a failed %s from others', async (_, change, event) => {
    await send({ data: '0x12', ...change });
    await mine('reverted');
    expect(fixture.tracked.at(-1)).toMatchObject({ event, properties: { ...SWAP_PROPERTIES, network: 'eip155:1' } });
  });

  it('of a batch is the one that its caller names', async () => {
    const request = { from: toAccountId(`eip155:1:${ADDRESS}`), calls: [{ to: TO }] };
    const { callWallet } = fixture.useCases;
    await settled(record(callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request, purpose: 'swap', swap: SWAP })));
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ kind: 'calls', purpose: 'swap', swap: SWAP }]);
    expect(events().slice(-2)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS']);
  });

  it('of a batch that the user declines has its error event', async () => {
    fixture.chain.wallet(EVM_WALLET).next('sendCalls', 'reject');
    const request = { from: toAccountId(`eip155:1:${ADDRESS}`), calls: [{ to: TO }] };
    await settled(record(fixture.useCases.callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request })));
    expect(events().slice(-2)).toEqual(['BATCH_INITIATED', 'BATCH_ERROR']);
  });

  it.each([
    [undefined, 'send'],
    ['0x', 'send'],
    [`0xa9059cbb${WORDS}`, 'send'],
    [`0xA22CB465${WORDS}`, 'approval'],
    [`0x095ea7b3${WORDS}00`, 'call'],
  ] as const)('is read from call data: %s is %s', (data, purpose) => expect(purposeOfData(data)).toBe(purpose));
});
