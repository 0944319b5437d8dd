import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priorityFee, readPrices } from '../../../../adapters/solana/plan-transfer.js';
import { isAlreadyProcessed, toBroadcastError, toTransferError } from '../../../../adapters/solana/send-errors.js';
import { SolanaNodeError } from '../../../../adapters/solana/solana-rpc.js';

const CONTEXT = { chainId: 'solana:x', asset: null, value: 7n, available: 5n, fee: 5_000n, balance: 6n, minimum: 890_880n };

describe('transfer errors', () => {
  it.each<readonly [unknown, string, object]>([
    ['BlockhashNotFound', 'send/expired', { chainId: 'solana:x' }],
    ['AccountNotFound', 'send/insufficient-fee-funds', { fee: '5000', balance: '6' }],
    ['InsufficientFundsForFee', 'send/insufficient-fee-funds', { fee: '5000', balance: '6' }],
    [{ InsufficientFundsForRent: { account_index: 0 } }, 'send/existential-deposit', { account: 'sender', minimum: '890880' }],
    [{ InsufficientFundsForRent: { account_index: 1 } }, 'send/existential-deposit', { account: 'recipient' }],
    [{ InstructionError: [2, { Custom: 1 }] }, 'send/above-balance', { asset: null, value: '7', balance: '5' }],
    [{ InstructionError: [2, { Custom: 17 }] }, 'send/refused', { reason: '{"InstructionError":[2,{"Custom":17}]}' }],
    ['AccountInUse', 'send/refused', { reason: 'AccountInUse' }],
    [null, 'send/refused', { reason: 'null' }],
  ])('maps %j to %s', (err, code, context) => {
    expect(toTransferError(err, CONTEXT)).toMatchObject({ code, context });
  });

  it.each<readonly [object, string, object]>([
    [{ message: 'x', data: { err: 'BlockhashNotFound' } }, 'send/expired', {}],
    [
      { message: 'x', data: { err: { InstructionError: [0, 'InvalidArgument'] } } },
      'send/refused',
      { reason: '{"InstructionError":[0,"InvalidArgument"]}' },
    ],
    [{ message: 'Transaction signature verification failure' }, 'send/refused', { reason: 'Transaction signature verification failure' }],
  ])('maps the broadcast error %j to %s', (error, code, context) => {
    expect(toBroadcastError(new SolanaNodeError(error), 'solana:x')).toMatchObject({ code, context });
  });

  it('detects a transaction that was already processed', () => {
    expect(isAlreadyProcessed(new SolanaNodeError({ data: { err: 'AlreadyProcessed' } }))).toBe(true);
    expect(isAlreadyProcessed(new SolanaNodeError({}))).toBe(false);
  });
});

describe('prioritization fees', () => {
  it('rise with the speed up to a limit', () =>
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100_000_000 })), (paid) => {
        const { slow, normal, fast } = readPrices(paid.map((prioritizationFee) => ({ slot: 1, prioritizationFee })));
        expect(slow <= normal && normal <= fast && fast <= 20_000_000n).toBe(true);
        for (const price of [slow, normal, fast]) expect(price === 0n || price === 20_000_000n || paid.includes(Number(price))).toBe(true);
      }),
    ));

  it('are the 25th, 50th and 90th percentile', () => {
    const paid = Array.from({ length: 100 }, (_, index) => ({ slot: index, prioritizationFee: 99 - index }));
    expect(readPrices(paid)).toEqual({ slow: 25n, normal: 50n, fast: 90n });
    expect(readPrices([])).toEqual({ slow: 0n, normal: 0n, fast: 0n });
  });

  it('are rounded up to whole lamports', () => {
    expect([priorityFee(450, 0n), priorityFee(450, 1n), priorityFee(1_000_000, 3n), priorityFee(1_000_001, 1n)]).toEqual([0n, 1n, 3n, 2n]);
  });
});
