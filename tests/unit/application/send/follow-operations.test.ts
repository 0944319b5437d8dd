import { describe, expect, it } from 'vitest';
import type { CallWalletState } from '../../../../application/account/call-wallet.use-case.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  settled,
} from '../support/client-fixture.js';

const CHAIN = toChainId('eip155:1');
const FROM = toAccountId(`eip155:1:${ADDRESS}`);
const OPERATION = {
  namespace: 'eip155',
  call: 'sendUserOperation',
  request: { from: FROM, operation: { callData: '0x01' }, entryPoint: ADDRESS },
} as const;
const BATCH = { namespace: 'eip155', call: 'sendCalls', request: { from: FROM, calls: [{ to: ADDRESS }] } } as const;
const ENDPOINT = 'https://bundler.example/rpc';
const URL_OF_CHAIN = `${ENDPOINT}?projectId=test&chainId=eip155:1&bundler=pimlico`;
const OPTIONS = { projectId: 'test', endpoints: { bundler: ENDPOINT } } as const;

const receipt = (success = true) => ({
  success,
  receipt: { transactionHash: `0x${'c'.repeat(64)}`, blockNumber: '0x2a', status: '0x1' },
});
const wallet = ({ chain }: ClientFixture) => chain.wallet(EVM_WALLET);
const newest = (fixture: ClientFixture) => fixture.useCases.watchTransactions.current()[0];
const successes = ({ tracked }: ClientFixture): number => tracked.filter(({ event }) => event === 'CALL_SUCCESS').length;
const warnings = ({ logger }: ClientFixture): readonly unknown[] =>
  logger.entries.flatMap(({ level, detail }) => (level === 'warn' ? [detail] : []));

const send = ({ useCases: { callWallet } }: ClientFixture, input: typeof OPERATION | typeof BATCH) =>
  settled(record<CallWalletState>(input.call === 'sendCalls' ? callWallet.execute(input) : callWallet.execute(input)));

/** A fixture in which an operation or a batch is pending. */
const pendingFixture = async (
  input: typeof OPERATION | typeof BATCH = OPERATION,
  init: Parameters<typeof connectedFixture>[0] = { options: OPTIONS },
) => {
  const fixture = await connectedFixture(init);
  wallet(fixture).operationReceipt = null;
  wallet(fixture).callsStatus = { status: 100, receipts: [] };
  const run = await send(fixture, input);
  expect(run.values.at(-1)).toMatchObject({ status: 'success' });
  return fixture;
};

/** Another tab, or the page after a reload; the first one is gone. */
const nextPage = (fixture: ClientFixture, storage = fixture.storage.reload()): ClientFixture => {
  const next = clientFixture({ sharedWith: fixture, storage, tab: 'second', options: OPTIONS });
  next.clock.advance(fixture.clock.now() - next.clock.now());
  return next;
};

describe('tracking of a user operation', () => {
  it('stores its hash, asks the bundler of the app for the receipt, and settles with its block', async () => {
    const fixture = await pendingFixture();
    expect(newest(fixture)).toMatchObject({ kind: 'user-operation', chainId: 'eip155:1', from: FROM, outcome: null });
    const { hash = '' } = newest(fixture) ?? {};
    await fixture.clock.run(5_000);
    expect(new Set(fixture.bundler.calls.map(({ url, operation }) => `${url} ${operation}`))).toEqual(new Set([`${URL_OF_CHAIN} ${hash}`]));
    expect(wallet(fixture).count('getUserOperationReceipt')).toBe(0);
    fixture.bundler.receipts.set(hash, receipt());
    await fixture.clock.run(15_000);
    expect(newest(fixture)?.outcome).toMatchObject({ status: 'confirmed', blockNumber: 42n });
    expect(successes(fixture)).toBe(1);
  });

  it('reports an operation that failed in its block', async () => {
    const fixture = await pendingFixture();
    fixture.bundler.receipts.set(newest(fixture)?.hash, receipt(false));
    await fixture.clock.run(3_000);
    expect(newest(fixture)?.outcome?.status).toBe('reverted');
  });

  it('asks the wallet without a bundler, or if the bundler fails', async () => {
    for (const init of [{}, { options: OPTIONS }]) {
      const fixture = await pendingFixture(OPERATION, init);
      fixture.bundler.modes.set(URL_OF_CHAIN, { status: 500 });
      wallet(fixture).operationReceipt = { success: true, transactionHash: `0x${'c'.repeat(64)}`, blockNumber: 7n };
      await fixture.clock.run(3_000);
      expect(newest(fixture)?.outcome).toMatchObject({ status: 'confirmed', blockNumber: 7n });
    }
  });

  it.each([
    ['responds with an HTTP error', { status: 503 }, { message: 'Failed to fetch user operation receipt - 503' }],
    ['returns an error', { error: { code: -32_601, message: 'Method not found' } }, { code: 'wallet/unsupported-method' }],
    ['cannot be reached', 'down', { code: 'wallet/unsupported-method' }],
  ] as const)('never calls it failed while the bundler %s and the wallet does not know it', async (_, mode, cause) => {
    const fixture = await pendingFixture();
    const { hash = '' } = newest(fixture) ?? {};
    fixture.bundler.modes.set(URL_OF_CHAIN, mode);
    wallet(fixture).next('getUserOperationReceipt', ...Array.from({ length: 40 }, () => 'unsupported' as const));
    await fixture.clock.run(10 * 60_000);
    expect(newest(fixture)?.outcome).toBeNull();
    expect(warnings(fixture)[0]).toMatchObject({ code: 'network/unknown-outcome', context: { hash, chainId: 'eip155:1' }, cause });
    fixture.bundler.modes.delete(URL_OF_CHAIN);
    fixture.bundler.receipts.set(hash, receipt());
    await fixture.clock.run(10 * 60_000);
    expect(newest(fixture)?.outcome).toMatchObject({ status: 'confirmed' });
  });

  it('takes a malformed receipt for none', async () => {
    const fixture = await pendingFixture();
    fixture.bundler.receipts.set(newest(fixture)?.hash, { success: true, receipt: { blockNumber: 42 } });
    await fixture.clock.run(3_000);
    expect([newest(fixture)?.outcome, wallet(fixture).count('getUserOperationReceipt') > 0]).toEqual([null, true]);
  });

  it.each([
    ['a user operation', OPERATION],
    ['a batch whose id is the hash of one', BATCH],
  ])('continues with %s after a reload, also while no wallet is connected', async (_, input) => {
    const fixture = await pendingFixture(input);
    const { hash } = newest(fixture) ?? {};
    const next = nextPage(fixture);
    fixture.storage.mode = 'blocked';
    fixture.tracker.dispose();
    next.tracker.resume();
    await next.clock.run(10_000);
    expect(newest(next)).toMatchObject({ hash, outcome: null });
    fixture.bundler.receipts.set(hash, receipt());
    await next.clock.run(15_000);
    expect(newest(next)?.outcome).toMatchObject({ status: 'confirmed', blockNumber: 42n });
  });

  it('is followed by one tab, and by the other one when that is closed', async () => {
    const fixture = await pendingFixture();
    const other = nextPage(fixture, fixture.storage.otherTab());
    await connect(other);
    other.tracker.resume();
    await flushPromises();
    expect(newest(other)).toMatchObject({ kind: 'user-operation', outcome: null, follower: { tab: 'first' } });
    fixture.tracker.dispose();
    fixture.bundler.receipts.set(newest(fixture)?.hash, receipt());
    await other.clock.run(5_000);
    expect(newest(other)?.outcome).toMatchObject({ status: 'confirmed' });
    expect([successes(fixture), successes(other)]).toEqual([0, 1]);
  });
});

describe('tracking of a batch with a bundler', () => {
  it('asks the wallet, and the bundler only while the wallet fails', async () => {
    const fixture = await pendingFixture(BATCH);
    await fixture.clock.run(5_000);
    expect(fixture.bundler.calls).toEqual([]);
    wallet(fixture).next('getCallsStatus', 'fail');
    fixture.bundler.receipts.set(newest(fixture)?.hash, receipt());
    await fixture.clock.run(5_000);
    expect(newest(fixture)?.outcome).toMatchObject({ status: 'confirmed', blockNumber: 42n });
  });

  it('asks no bundler for an id that is no hash', async () => {
    const fixture = await connectedFixture({ options: OPTIONS });
    wallet(fixture).next('getCallsStatus', 'fail', 'fail', 'fail');
    fixture.sent
      .requestOpaque(
        {
          namespace: 'eip155',
          chainId: CHAIN,
          account: FROM,
          kind: 'calls',
          purpose: 'batch',
          swap: null,
          isSmartAccount: true,
        },
        () => undefined,
      )
      .addBroadcast('batch-7');
    await fixture.clock.run(10_000);
    expect([newest(fixture)?.hash, newest(fixture)?.outcome, fixture.bundler.calls]).toEqual(['batch-7', null, []]);
  });
});

describe('what a smart account sends', () => {
  it('is stored as sent by one', async () => {
    const fixture = await connectedFixture();
    const { connections } = fixture;
    for (const type of ['smartAccount', 'eoa'] as const) {
      connections.dispatch({ type: 'accounts-changed', namespace: 'eip155', accounts: [{ namespace: 'eip155', address: ADDRESS, type }] });
      for (const input of [BATCH, OPERATION]) {
        await send(fixture, input);
        expect(newest(fixture)).toMatchObject({ isSmartAccount: type === 'smartAccount' });
      }
    }
  });
});
