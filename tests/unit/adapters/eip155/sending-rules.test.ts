import fc from 'fast-check';
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { checkRecipient } from '../../../../adapters/eip155/check-recipient.js';
import { balanceOfData, tokenOf, transferData } from '../../../../adapters/eip155/erc20-transfer.js';
import { estimateFees, type RpcRequestFn } from '../../../../adapters/eip155/estimate-fees.js';
import { checkRequest } from '../../../../adapters/eip155/price-transaction.js';
import { toQuantity } from '../../../../adapters/eip155/rpc-call.js';
import { sendError } from '../../../../adapters/eip155/send-errors.js';
import { sendParameters } from '../../../../adapters/eip155/send-parameters.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { TransactionRequest } from '../../../../application/ports/transaction-request.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';
import vectors from '../../../vectors/eip-55.json' with { type: 'json' };
import { ALICE, BOB } from '../support/networks.js';
import { TRAP } from '../support/outcomes.js';

const CHAIN = formatChainId('eip155', 1);
const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));
const codeFrom = (run: () => unknown): Promise<string> => codeOf(new Promise((resolve) => resolve(run())));

describe('ERC-20 call data', () => {
  it('matches that of an independent encoder', () => {
    fc.assert(
      fc.property(addresses, fc.bigInt(0n, 2n ** 256n - 1n), (address, amount) => {
        expect(transferData(address, amount)).toBe(
          encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, amount] }),
        );
        expect(balanceOfData(address)).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] }));
      }),
    );
  });

  it('accepts tokens of the chain only', async () => {
    const asset = (assetReference: string, assetNamespace = 'erc20', chain = CHAIN): AssetId =>
      formatAssetId({ chainId: chain, assetNamespace, assetReference });
    expect([tokenOf(asset(ALICE), CHAIN), tokenOf(asset('60', 'slip44'), CHAIN)]).toEqual([ALICE, null]);
    expect(await codeFrom(() => tokenOf(asset(ALICE, 'erc20', formatChainId('eip155', 137)), CHAIN))).toBe('chain/unsupported');
    expect(await codeFrom(() => tokenOf(asset(ALICE, 'erc721'), CHAIN))).toBe('caip/invalid-asset-id');
    expect(await codeFrom(() => tokenOf(asset('60'), CHAIN))).toBe('caip/invalid-asset-id');
    expect(await codeFrom(() => tokenOf(asset(ALICE.replace('5aA', '5aa')), CHAIN))).toBe('address/checksum-failed');
  });
});

describe('checkRecipient', () => {
  it.each([...vectors.normal, ...vectors.allCaps, ...vectors.allLower])('accepts %s', (address) => {
    expect(() => checkRecipient(address)).not.toThrow();
  });

  it.each([ALICE.slice(2), ALICE.slice(2).toLowerCase(), 'a'.repeat(40)])('rejects %s, which lacks 0x', async (address) => {
    expect(await codeFrom(() => checkRecipient(address))).toBe('address/invalid');
  });

  it('rejects an address with one letter in another case', () => {
    fc.assert(
      fc.property(addresses, fc.nat(39), (address, index) => {
        const at = 2 + index;
        const letter = address.charAt(at);
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const typo = address.slice(0, at) + other + address.slice(at + 1);
        const digits = typo.slice(2);
        fc.pre(other !== letter && digits !== digits.toLowerCase() && digits !== digits.toUpperCase());
        expect(() => checkRecipient(typo)).toThrow(expect.objectContaining({ code: 'address/checksum-failed' }));
      }),
    );
  });

  it('rejects any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^0x[0-9a-f]{40}$/i.test(text));
        expect(() => checkRecipient(text)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^address\//) }));
      }),
    );
  });
});

describe('checkRequest', () => {
  const request = { from: formatAccountId(CHAIN, ALICE), to: BOB, value: 2n ** 256n - 1n };
  const asset = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: ALICE });

  it('rejects a recipient without 0x, and an amount of 2^256 or more, for coins, tokens and calls', async () => {
    for (const change of [{}, { asset }, { data: '0xab' }]) {
      expect(await codeFrom(() => checkRequest({ ...request, ...change }))).toBe('no error');
      expect(await codeFrom(() => checkRequest({ ...request, ...change, to: BOB.slice(2) }))).toBe('address/invalid');
      expect(await codeFrom(() => checkRequest({ ...request, ...change, value: 2n ** 256n }))).toBe('send/invalid-amount');
    }
  });
});

describe('estimateFees', () => {
  const gwei = fc.bigInt(0n, 10n ** 12n);
  const node =
    (bases: readonly bigint[], rewards: readonly (readonly bigint[])[], suggested: bigint, gas: bigint): RpcRequestFn =>
    async (method) => {
      switch (method) {
        case 'eth_feeHistory':
          return { baseFeePerGas: bases.map(toQuantity), reward: rewards.map((block) => block.map(toQuantity)) };
        case 'eth_estimateGas':
          return toQuantity(gas);
        case 'eth_maxPriorityFeePerGas':
          return toQuantity(suggested);
        case 'eth_call':
          return '0x';
        case 'eth_getBlockByNumber':
          return { baseFeePerGas: '0x0' };
        default:
          throw new Error(`${method} is not expected`);
      }
    };

  it('returns fees that rise with speed, cover the next base fee and stay within maxFee', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(gwei, { minLength: 1, maxLength: 11 }),
        fc.array(fc.array(gwei, { minLength: 3, maxLength: 3 }), { maxLength: 10 }),
        gwei,
        fc.bigInt(21_000n, 30_000_000n),
        async (bases, rewards, suggested, gas) => {
          const quotes = await estimateFees(node(bases, rewards, suggested, gas), { from: ALICE, to: BOB, value: 1n });
          const next = bases.at(-1) ?? 0n;
          let slower = 0n;
          for (const { fee, maxFee, rate } of quotes) {
            expect(fee >= slower && fee <= maxFee).toBe(true);
            if (rate.type !== 'eip1559') throw new Error('Expected EIP-1559 fees');
            expect(rate.maxFeePerGas >= next + rate.maxPriorityFeePerGas || next === 0n).toBe(true);
            expect(rate.gasLimit >= gas).toBe(true);
            slower = fee;
          }
          expect(quotes.map(({ speed }) => speed)).toEqual(['slow', 'normal', 'fast']);
        },
      ),
    ));
});

describe('sendError', () => {
  it('finds nested messages, and never throws', () => {
    const deep = { message: 'Internal JSON-RPC error.', data: { originalError: { message: 'nonce too low' } } };
    expect(sendError(new Error('outer', { cause: deep }), CHAIN)?.code).toBe('send/nonce-too-low');
    // The site of the embedded wallet passes its node's message on.
    const reply = new LatchkeyError('secure-frame/error-reply', { action: 'RPC_REQUEST', reason: 'nonce too low' });
    expect(sendError(reply, CHAIN)?.code).toBe('send/nonce-too-low');
    const circular: { message: string; cause?: unknown } = { message: 'what?' };
    circular.cause = circular;
    expect(sendError(circular, CHAIN)).toBe(null);
    for (const nothing of [TRAP, null, undefined, 'nonce too low', 7]) expect(sendError(nothing, CHAIN)).toBe(null);
  });
});

describe('sendParameters', () => {
  const rpcRequest =
    (tip: bigint): RpcRequestFn =>
    async (method) => {
      const responses: Readonly<Record<string, unknown>> = {
        eth_getBalance: toQuantity(10n ** 20n),
        eth_estimateGas: toQuantity(21_000n),
        eth_feeHistory: { baseFeePerGas: [toQuantity(10n ** 9n)], reward: [[tip, tip, tip].map(toQuantity)] },
        eth_call: '0x',
      };
      return responses[method];
    };
  const request = { from: formatAccountId(CHAIN, ALICE), to: BOB, value: 10n ** 16n, speed: 'normal' } as const;
  const send = (tip: bigint, change: Partial<TransactionRequest> = {}): Promise<string> =>
    codeOf(sendParameters({ ...request, ...change }, { rpcRequest: rpcRequest(tip), clock: new FakeClock(), paysFee: true }));

  it('sends everything of a smart account, whose fee is paid otherwise', async () => {
    const sendAll = (paysFee: boolean): ReturnType<typeof sendParameters> =>
      sendParameters({ ...request, all: true, maxFee: 10n ** 20n }, { rpcRequest: rpcRequest(10n ** 9n), clock: new FakeClock(), paysFee });
    expect((await sendAll(false))['value']).toBe(toQuantity(10n ** 20n));
    expect((await sendAll(true))['value']).toBe(toQuantity(10n ** 20n - 21_000n * 3n * 10n ** 9n));
  });

  // A tip is paid in full, whatever the base fee is.
  it('rejects a tip out of proportion to the amount that the user has not accepted', async () => {
    expect(await send(10n ** 9n)).toBe('no error');
    expect(await send(10n ** 15n)).toBe('send/fee-too-high');
    expect(await send(10n ** 15n, { all: true })).toBe('no error');
    expect(await send(10n ** 15n, { maxFee: 10n ** 20n })).toBe('no error');
    expect(await send(10n ** 9n, { maxFee: 1n })).toBe('send/fee-too-high');
  });
});
