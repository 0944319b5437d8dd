import { describe, expect, it } from 'vitest';
import { replacementParameters } from '../../../../adapters/eip155/replacement-parameters.js';
import { areExclusive, traceOf } from '../../../../adapters/eip155/transaction-trace.js';
import type { ReplacementRequest } from '../../../../application/ports/transaction-request.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';

const FROM = `0x${'1'.repeat(40)}`;
const TO = `0x${'2'.repeat(40)}`;
const HASH = `0x${'a'.repeat(64)}`;
const REQUEST: ReplacementRequest = { from: toAccountId(`eip155:1:${FROM}`), hash: HASH, mode: 'speed-up' };
const hex = (value: bigint): string => `0x${value.toString(16)}`;
const GWEI = 10n ** 9n;

const pending = {
  ...{ from: FROM, to: TO, nonce: '0x7', value: '0x5', input: '0x', gas: '0x5208', type: '0x2', blockNumber: null },
  ...{ maxFeePerGas: hex(100n * GWEI), maxPriorityFeePerGas: hex(3n), gasPrice: hex(100n * GWEI) },
};

/** A node with a base fee and a tip, in wei. */
const node =
  (found: unknown, { base = GWEI, tip = 1n, balance = 10n ** 18n } = {}) =>
  async (method: string): Promise<unknown> => {
    switch (method) {
      case 'eth_getTransactionByHash':
        return found;
      case 'eth_feeHistory':
        return { baseFeePerGas: [hex(base), hex(base)], reward: [[hex(tip), hex(tip), hex(tip)]] };
      case 'eth_getBalance':
        return hex(balance);
      case 'eth_estimateGas':
        return '0x5208';
      case 'eth_blockNumber':
        return '0x64';
      default:
        return '0x';
    }
  };

const parametersOf = async (found: unknown, change: Partial<ReplacementRequest> = {}, chain = {}) =>
  (await replacementParameters({ ...REQUEST, ...change }, node(found, chain))).parameters;

const reasonOf = async (found: unknown, change: Partial<ReplacementRequest> = {}, chain = {}): Promise<unknown> => {
  const error: unknown = await parametersOf(found, change, chain).catch((cause: unknown) => cause);
  return isLatchkeyError(error, 'send/not-replaceable') ? error.context.reason : isLatchkeyError(error) && error.code;
};

describe('parameters of a replacement', () => {
  it('have the nonce and the content of the transaction, and both fees a tenth higher, rounded up', async () => {
    expect(await parametersOf(pending)).toEqual({
      ...{ from: FROM, to: TO, value: '0x5', nonce: '0x7', chainId: '0x1', gas: '0x5208' },
      ...{ maxFeePerGas: hex(110n * GWEI + 1n), maxPriorityFeePerGas: '0x4' },
    });
  });

  it('have at least the current fees', async () => {
    const parameters = await parametersOf({ ...pending, maxFeePerGas: hex(GWEI) }, {}, { base: 50n * GWEI, tip: 2n * GWEI });
    expect(parameters).toMatchObject({ maxFeePerGas: hex(102n * GWEI), maxPriorityFeePerGas: hex(2n * GWEI) });
  });

  it('keep the gas price of a transaction from before EIP-1559, its data and its access list', async () => {
    const { maxFeePerGas: _, maxPriorityFeePerGas: __, ...legacy } = pending;
    const accessList = [{ address: TO, storageKeys: [] }];
    expect(await parametersOf({ ...legacy, type: '0x1', gasPrice: hex(10n * GWEI), input: '0x12', accessList })).toMatchObject({
      ...{ gasPrice: hex(11n * GWEI + 1n), data: '0x12', accessList },
    });
  });

  it('create the same contract', async () => {
    expect(await parametersOf({ ...pending, to: null, input: '0x60' })).not.toHaveProperty('to');
  });

  it('of a cancellation pay nothing to the account itself', async () => {
    const parameters = await parametersOf({ ...pending, input: '0x1234', gas: '0xfffff' }, { mode: 'cancel' });
    expect(parameters).toMatchObject({ from: FROM, to: FROM, value: '0x0', nonce: '0x7', gas: '0x5208' });
    expect(parameters).not.toHaveProperty('data');
  });

  it.each([
    ['unknown', null],
    ['settled', { ...pending, blockNumber: '0x1' }],
    ['account', { ...pending, from: TO }],
    ['kind', { ...pending, type: '0x3' }],
    ['kind', 'text'],
  ])('are refused: %s', async (reason, found) => expect(await reasonOf(found)).toBe(reason));

  it('are refused without the funds for the fee, and above the accepted fee', async () => {
    expect(await reasonOf(pending, {}, { balance: 1_000n })).toBe('send/insufficient-fee-funds');
    expect(await reasonOf(pending, { maxFee: 21_000n * 110n * GWEI })).toBe('send/fee-too-high');
  });

  it('come with a trace that excludes the replaced transaction, and no other', async () => {
    const { trace } = await replacementParameters({ ...REQUEST, mode: 'cancel' }, node(pending));
    const replaced = { firstSeenHeight: 99n, nonce: 7n, from: FROM, to: TO, value: 5n, input: '0x' };
    expect(areExclusive(trace ?? '', traceOf(replaced) ?? '')).toBe(true);
    expect(areExclusive(trace ?? '', traceOf({ ...replaced, nonce: 8n }) ?? '')).toBe(false);
    expect(areExclusive(trace ?? '', 'no trace')).toBe(false);
  });
});
