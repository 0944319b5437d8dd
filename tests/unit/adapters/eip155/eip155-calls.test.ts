import { describe, expect, it } from 'vitest';
import { eip155Calls } from '../../../../adapters/eip155/eip155-calls.js';
import { Eip155Requests } from '../../../../adapters/eip155/eip155-requests.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { SendEvent } from '../../../../application/ports/send-event.js';
import type { BatchCall, Eip155Calls } from '../../../../application/ports/wallet-calls.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import type { TestWalletResponse } from '../../../../testing/wallets/test-wallet-options.js';
import { ALICE, BOB } from '../support/networks.js';
import { abortWhilePending } from '../support/outcomes.js';
import { sessionFixture } from '../support/session-fixture.js';

const CHAIN = formatChainId('eip155', 1);
const FROM = formatAccountId(CHAIN, ALICE);
const HASH = `0x${'a'.repeat(64)}`;

const setUp = async (): Promise<Awaited<ReturnType<typeof sessionFixture>> & { readonly calls: Eip155Calls }> => {
  const fixture = await sessionFixture();
  const { eip155 } = fixture.session.calls ?? {};
  if (eip155 === undefined) throw new Error('The EVM session has no calls');
  return { ...fixture, calls: eip155 };
};

describe('sendCalls', () => {
  it('sends the batch in EIP-5792 format', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_sendCalls', { result: { id: '0xbatch' } });
    const batch = [{ to: BOB, value: 10n, data: '0x1234' }, { to: ALICE }, { data: '0x60' }];
    const capabilities = { paymasterService: { url: 'https://paymaster.example' } };
    expect(await calls.sendCalls({ from: FROM, calls: batch, capabilities }, neverAborted())).toEqual({ id: '0xbatch' });
    expect(wallet.requests.at(-1)).toEqual({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: ALICE,
          chainId: '0x1',
          atomicRequired: true,
          calls: [{ to: BOB, value: '0xa', data: '0x1234' }, { to: ALICE }, { data: '0x60' }],
          capabilities,
        },
      ],
    });
  });

  it('accepts a bare id from older wallets', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_sendCalls', { result: 'batch' });
    expect(await calls.sendCalls({ from: FROM, calls: [{ to: BOB }], atomicRequired: false }, neverAborted())).toEqual({ id: 'batch' });
  });

  it.each([
    [[], 'config/invalid-option'],
    [[{ to: ALICE.slice(2) }], 'address/invalid'],
    [[{ to: 'alice.eth' }], 'address/invalid'],
    [[{ to: ALICE.replace('5aA', '5aa') }], 'address/checksum-failed'],
    [[{ to: BOB, data: '1234' }], 'config/invalid-option'],
    [[{ to: BOB, data: '0x123' }], 'config/invalid-option'],
    [[{ to: BOB, value: -1n }], 'send/invalid-amount'],
    [[{ to: BOB, value: 2n ** 256n }], 'send/invalid-amount'],
    [[{ to: 'a'.repeat(40) }], 'address/invalid'],
  ] satisfies readonly (readonly [readonly BatchCall[], string])[])(
    'rejects an invalid batch before the wallet is called: %o',
    async (batch, code) => {
      const { calls, wallet } = await setUp();
      expect(await codeOf(calls.sendCalls({ from: FROM, calls: batch }, neverAborted()))).toBe(code);
      expect(wallet.requestCount('wallet_sendCalls')).toBe(0);
    },
  );

  it.each([
    [{ error: { code: 4001 } }, 'wallet/rejected'],
    [{ error: { code: 4200 } }, 'wallet/unsupported-method'],
    [{ error: { code: 5700 } }, 'wallet/unsupported-method'],
    [{ error: { code: 5710 } }, 'network/not-supported'],
    [{ error: { code: 5720 } }, 'wallet/request-failed'],
    [{ error: { code: 5730 } }, 'wallet/request-failed'],
    [{ error: { code: 5740 } }, 'wallet/request-failed'],
    [{ error: { code: 5750 } }, 'wallet/rejected'],
    [{ error: { code: 5760 } }, 'wallet/unsupported-method'],
    [{ result: null }, 'wallet/invalid-response'],
    [{ result: {} }, 'wallet/invalid-response'],
    [{ result: '' }, 'wallet/invalid-response'],
    [{ result: { id: 7 } }, 'wallet/invalid-response'],
  ])('maps the response %j to %s, without a retry', async (response, expected) => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_sendCalls', response);
    expect(await codeOf(calls.sendCalls({ from: FROM, calls: [{ to: BOB }] }, neverAborted()))).toBe(expected);
    expect(wallet.requestCount('wallet_sendCalls')).toBe(1);
  });
});

describe('aborted sendCalls', () => {
  it.each([
    ['approves the batch', 'an-id', [{ type: 'late-broadcast', hash: 'an-id' }]],
    ['returns a malformed response', { id: 7 }, []],
  ])('reports a late broadcast if the wallet %s', async (_what, result, expected) => {
    const resolvers: ((response: unknown) => void)[] = [];
    const provider = { request: () => new Promise((resolve) => resolvers.push(resolve)) };
    const broadcasts: SendEvent[] = [];
    const calls = eip155Calls(new Eip155Requests(provider, new FakeClock()), () => CHAIN);
    const batch = { from: FROM, calls: [{ to: BOB }] };
    expect(await abortWhilePending((signal) => calls.sendCalls(batch, signal, (event) => broadcasts.push(event)))).toBe('aborted');
    expect(broadcasts).toEqual([]);
    for (const resolve of resolvers) resolve(result);
    await flushPromises();
    expect([resolvers.length, broadcasts]).toEqual([1, expected]);
  });
});

describe('getCallsStatus', () => {
  const statusOf = async (result: unknown) => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_getCallsStatus', { result });
    return calls.getCallsStatus({ id: 'batch' }, neverAborted());
  };

  it('reads the EIP-5792 format', async () => {
    const receipts = [{ transactionHash: HASH, blockNumber: '0x2a', status: '0x1', logs: [], blockHash: HASH, gasUsed: '0x1' }];
    expect(await statusOf({ version: '2.0.0', id: 'batch', chainId: '0x89', status: 200, atomic: true, receipts })).toEqual({
      id: 'batch',
      chainId: 'eip155:137',
      status: 200,
      atomic: true,
      receipts: [{ transactionHash: HASH, blockNumber: 42n, reverted: false }],
    });
  });

  it.each([
    [{ status: 'PENDING' }, 100],
    [{ status: 'CONFIRMED', receipts: [{ transactionHash: HASH, blockNumber: '0x1', status: '0x1' }] }, 200],
    [{ status: 'CONFIRMED', receipts: [{ transactionHash: HASH, blockNumber: '0x1', status: '0x0' }] }, 500],
    [
      {
        status: 'CONFIRMED',
        receipts: [
          { transactionHash: HASH, blockNumber: '0x1', status: '0x1' },
          { transactionHash: HASH, blockNumber: '0x1', status: '0x0' },
        ],
      },
      600,
    ],
    [{ status: 'PENDING', receipts: [{ transactionHash: HASH, blockNumber: '0x1', status: '0x0' }] }, 100],
  ])('reads the format of the first version: %j', async (result, status) => {
    expect(await statusOf(result)).toMatchObject({ id: 'batch', chainId: 'eip155:1', status, atomic: false });
  });

  it.each([null, [], {}, { status: 7 }, { status: 'DONE' }, { status: 200, receipts: [{}] }])('rejects %j', async (result) => {
    expect(await codeOf(statusOf(result))).toBe('wallet/invalid-response');
  });

  it('opens the status view of the wallet', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_showCallsStatus', { result: null });
    await calls.showCallsStatus({ id: 'batch' }, neverAborted());
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_showCallsStatus', params: ['batch'] });
  });
});

describe('user operations', () => {
  const request = { from: FROM, operation: { callData: '0x01', nonce: '0x0' }, entryPoint: BOB };

  it('are sent with their sender', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('eth_sendUserOperation', { result: HASH });
    expect(await calls.sendUserOperation(request, neverAborted())).toBe(HASH);
    expect(wallet.requests.at(-1)).toEqual({
      method: 'eth_sendUserOperation',
      params: [{ callData: '0x01', nonce: '0x0', sender: ALICE }, BOB],
    });
  });

  it('are not sent on another chain, or to an invalid entry point', async () => {
    const { calls, wallet } = await setUp();
    const elsewhere = { ...request, from: formatAccountId(formatChainId('eip155', 137), ALICE) };
    expect(await codeOf(calls.sendUserOperation(elsewhere, neverAborted()))).toBe('network/wrong-chain');
    expect(await codeOf(calls.sendUserOperation({ ...request, entryPoint: '0x01' }, neverAborted()))).toBe('address/invalid');
    expect(wallet.requestCount('eth_sendUserOperation')).toBe(0);
  });

  it('need a hash', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('eth_sendUserOperation', { result: { hash: HASH } });
    expect(await codeOf(calls.sendUserOperation(request, neverAborted()))).toBe('wallet/invalid-response');
  });

  it.each([
    [null, null],
    [
      { userOpHash: HASH, success: true, logs: [], receipt: { transactionHash: HASH, blockNumber: '0x10', status: '0x1' } },
      { success: true, transactionHash: HASH, blockNumber: 16n },
    ],
  ])('have a receipt: %j', async (result, receipt) => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('eth_getUserOperationReceipt', { result });
    expect(await calls.getUserOperationReceipt({ hash: HASH }, neverAborted())).toEqual(receipt);
    expect(wallet.requests.at(-1)).toEqual({ method: 'eth_getUserOperationReceipt', params: [HASH] });
  });

  it.each([{}, 'none', { success: 'yes', receipt: { transactionHash: HASH, blockNumber: '0x1' } }, { success: true, receipt: {} }])(
    'reject the receipt %j',
    async (result) => {
      const { calls, wallet } = await setUp();
      wallet.respondNext('eth_getUserOperationReceipt', { result });
      expect(await codeOf(calls.getUserOperationReceipt({ hash: HASH }, neverAborted()))).toBe('wallet/invalid-response');
    },
  );
});

describe('getCapabilities', () => {
  const capabilitiesOf = async (response: TestWalletResponse, chainIds?: readonly ReturnType<typeof formatChainId>[]) => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_getCapabilities', response);
    const capabilities = await calls.getCapabilities({ account: FROM, ...(chainIds === undefined ? {} : { chainIds }) }, neverAborted());
    return { capabilities, params: wallet.requests.at(-1)?.params };
  };

  it('returns capabilities by chain, with those of 0x0 merged into each', async () => {
    const result = { '0x0': { atomic: { status: 'supported' } }, '0x1': { paymasterService: { supported: true } } };
    const { capabilities, params } = await capabilitiesOf({ result }, [CHAIN, formatChainId('eip155', 137)]);
    expect(params).toEqual([ALICE, ['0x1', '0x89']]);
    expect(capabilities).toEqual({
      'eip155:1': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
      'eip155:137': { atomic: { status: 'supported' } },
    });
  });

  it.each([{ error: { code: 4200 } }, { result: null }, { result: 'all' }, { result: [] }, { result: { '0x1': 7 } }])(
    'returns an empty object on failure: %j',
    async (response) => {
      expect((await capabilitiesOf(response)).capabilities).toEqual({});
    },
  );
});

describe('getAssets', () => {
  const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2_000, iconUrl: '' };

  it('asks for the account on its chain', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_getAssets', {
      result: { '0x1': [{ address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata }] },
    });
    expect(await calls.getAssets({ account: FROM }, neverAborted())).toMatchObject([{ chainId: CHAIN, asset: null, value: 10n ** 18n }]);
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_getAssets', params: [{ account: ALICE, chainFilter: ['0x1'] }] });
  });

  it('rejects what is not documented', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_getAssets', { result: { '0x1': [{ address: 'native' }] } });
    expect(await codeOf(calls.getAssets({ account: FROM }, neverAborted()))).toBe('wallet/invalid-response');
  });
});

describe('permissions', () => {
  it('returns the permitted methods', async () => {
    const { calls } = await setUp();
    expect(await calls.getPermissions({}, neverAborted())).toEqual(['eth_accounts']);
  });

  it('requests permissions by method name', async () => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_requestPermissions', {
      result: [{ parentCapability: 'eth_accounts' }, { parentCapability: 'eth_accounts' }],
    });
    expect(await calls.requestPermissions({ methods: ['eth_accounts'] }, neverAborted())).toEqual(['eth_accounts']);
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] });
  });

  it.each([null, {}, [{}]])('rejects %j', async (result) => {
    const { calls, wallet } = await setUp();
    wallet.respondNext('wallet_getPermissions', { result });
    expect(await codeOf(calls.getPermissions({}, neverAborted()))).toBe('wallet/invalid-response');
  });
});
