import { describe, expect, it } from 'vitest';
import { eip155Calls } from '../../../../adapters/eip155/eip155-calls.js';
import { Eip155Requests } from '../../../../adapters/eip155/eip155-requests.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { BatchCall, Eip155Calls } from '../../../../application/ports/wallet-calls.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import type { TestWalletAnswer } from '../../../../testing/wallets/test-wallet-options.js';
import { ALICE, BOB } from '../support/networks.js';
import { leave } from '../support/outcomes.js';
import { sessionWorld } from '../support/session-world.js';

const CHAIN = formatChainId('eip155', 1);
const FROM = formatAccountId(CHAIN, ALICE);
const HASH = `0x${'a'.repeat(64)}`;

const setUp = async (): Promise<Awaited<ReturnType<typeof sessionWorld>> & { readonly calls: Eip155Calls }> => {
  const world = await sessionWorld();
  const { eip155 } = world.session.calls ?? {};
  if (eip155 === undefined) throw new Error('An EVM session has calls');
  return { ...world, calls: eip155 };
};

describe('a batch of calls', () => {
  it('goes to the wallet as the standard writes it', async () => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_sendCalls', { result: { id: '0xbatch' } });
    const batch = [{ to: BOB, value: 10n, data: '0x1234' }, { to: ALICE }, { data: '0x60' }];
    const capabilities = { paymasterService: { url: 'https://paymaster.example' } };
    expect(await calls.sendCalls({ from: FROM, calls: batch, capabilities }, patient())).toEqual({ id: '0xbatch' });
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

  it('has an id that older wallets give bare', async () => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_sendCalls', { result: 'batch' });
    expect(await calls.sendCalls({ from: FROM, calls: [{ to: BOB }], atomicRequired: false }, patient())).toEqual({ id: 'batch' });
  });

  it.each([
    [[], 'config/invalid-option'],
    [[{ to: ALICE.slice(2) }], 'address/invalid'],
    [[{ to: 'alice.eth' }], 'address/invalid'],
    [[{ to: ALICE.replace('5aA', '5aa') }], 'address/checksum-failed'],
    [[{ to: BOB, data: '1234' }], 'config/invalid-option'],
    [[{ to: BOB, data: '0x123' }], 'config/invalid-option'],
    [[{ to: BOB, value: -1n }], 'send/invalid-amount'],
  ] satisfies readonly (readonly [readonly BatchCall[], string])[])('that is none never reaches the wallet: %o', async (batch, code) => {
    const { calls, wallet } = await setUp();
    expect(await codeOf(calls.sendCalls({ from: FROM, calls: batch }, patient()))).toBe(code);
    expect(wallet.count('wallet_sendCalls')).toBe(0);
  });

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
  ])('that the wallet answers with %j ends with %s, and is asked for once', async (answer, expected) => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_sendCalls', answer);
    expect(await codeOf(calls.sendCalls({ from: FROM, calls: [{ to: BOB }] }, patient()))).toBe(expected);
    expect(wallet.count('wallet_sendCalls')).toBe(1);
  });
});

describe('a batch that is left', () => {
  it.each([
    ['approves it', 'an-id', ['an-id']],
    ['answers nonsense', { id: 7 }, []],
  ])('is told once the owner %s', async (_what, result, expected) => {
    const answers: ((answer: unknown) => void)[] = [];
    const provider = { request: () => new Promise((resolve) => answers.push(resolve)) };
    const told: string[] = [];
    const calls = eip155Calls(new Eip155Requests(provider, new FakeClock()), () => CHAIN);
    const batch = { from: FROM, calls: [{ to: BOB }] };
    expect(await leave((signal) => calls.sendCalls(batch, signal, (id) => told.push(id)))).toBe('left');
    expect(told).toEqual([]);
    for (const answer of answers) answer(result);
    await settled();
    expect([answers.length, told]).toEqual([1, expected]);
  });
});

describe('the status of a batch', () => {
  const statusOf = async (result: unknown) => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_getCallsStatus', { result });
    return calls.getCallsStatus({ id: 'batch' }, patient());
  };

  it('is read as the standard writes it', async () => {
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
  ])('is read as the first form of the standard wrote it: %j', async (result, status) => {
    expect(await statusOf(result)).toMatchObject({ id: 'batch', chainId: 'eip155:1', status, atomic: false });
  });

  it.each([null, [], {}, { status: 7 }, { status: 'DONE' }, { status: 200, receipts: [{}] }])('is not taken from %j', async (result) => {
    expect(await codeOf(statusOf(result))).toBe('wallet/invalid-response');
  });

  it('is shown by the wallet', async () => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_showCallsStatus', { result: null });
    await calls.showCallsStatus({ id: 'batch' }, patient());
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_showCallsStatus', params: ['batch'] });
  });
});

describe('what a wallet can', () => {
  const capabilitiesOf = async (answer: TestWalletAnswer, chainIds?: readonly ReturnType<typeof formatChainId>[]) => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_getCapabilities', answer);
    const given = await calls.getCapabilities({ account: FROM, ...(chainIds === undefined ? {} : { chainIds }) }, patient());
    return { given, params: wallet.requests.at(-1)?.params };
  };

  it('is told by chain, and what holds everywhere for each of them', async () => {
    const result = { '0x0': { atomic: { status: 'supported' } }, '0x1': { paymasterService: { supported: true } } };
    const { given, params } = await capabilitiesOf({ result }, [CHAIN, formatChainId('eip155', 137)]);
    expect(params).toEqual([ALICE, ['0x1', '0x89']]);
    expect(given).toEqual({
      'eip155:1': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
      'eip155:137': { atomic: { status: 'supported' } },
    });
  });

  it.each([{ error: { code: 4200 } }, { result: null }, { result: 'all' }, { result: [] }, { result: { '0x1': 7 } }])(
    'is nothing when the call fails: %j',
    async (answer) => {
      expect((await capabilitiesOf(answer)).given).toEqual({});
    },
  );
});

describe('permissions', () => {
  it('are the names of what the site may do', async () => {
    const { calls } = await setUp();
    expect(await calls.getPermissions({}, patient())).toEqual(['eth_accounts']);
  });

  it('are asked for by name', async () => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_requestPermissions', { result: [{ parentCapability: 'eth_accounts' }, { parentCapability: 'eth_accounts' }] });
    expect(await calls.requestPermissions({ methods: ['eth_accounts'] }, patient())).toEqual(['eth_accounts']);
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] });
  });

  it.each([null, {}, [{}]])('are not taken from %j', async (result) => {
    const { calls, wallet } = await setUp();
    wallet.next('wallet_getPermissions', { result });
    expect(await codeOf(calls.getPermissions({}, patient()))).toBe('wallet/invalid-response');
  });
});
