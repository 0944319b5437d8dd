import { timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { settle as settleTransaction } from '../../../../testing/contracts/chain-harness.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { ALICE, BOB, testNetwork } from '../../adapters/support/networks.js';

const ID = 'com.example.wallet';
const request = { connectorId: ID, network: testNetwork(1) };

describe('a fake clock', () => {
  it('fires rxjs timers when it is moved, and counts those left', () => {
    const clock = new FakeClock(1_000);
    const fired: number[] = [];
    timer(10, 20, clock.scheduler).subscribe(() => fired.push(clock.now()));
    clock.advance(9);
    expect(fired).toEqual([]);
    clock.advance(41);
    expect([fired, clock.now(), clock.pending]).toEqual([[1_010, 1_030, 1_050], 1_050, 1]);
  });

  it('lets promises settle between timers when it runs', async () => {
    const clock = new FakeClock(1_000);
    const seen: number[] = [];
    const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.scheduler.schedule(() => resolve(), ms));
    void (async () => {
      for (const ms of [10, 10, 10]) {
        await wait(ms);
        seen.push(clock.now());
      }
    })();
    await clock.run(25);
    expect([seen, clock.now()]).toEqual([[1_010, 1_020], 1_025]);
  });
});

describe('a fake wallet', () => {
  const connect = async (chain: FakeChain) => chain.connect(request, patient());

  it.each([
    ['reject', 'wallet/rejected'],
    ['pending', 'wallet/request-pending'],
    ['unauthorized', 'wallet/unauthorized'],
    ['unsupported', 'wallet/unsupported-method'],
    ['lost', 'wallet/disconnected'],
    ['fail', 'wallet/request-failed'],
    ['garbage', 'wallet/invalid-response'],
  ] as const)('answers once with %s as told, then truthfully', async (answer, code) => {
    const chain = new FakeChain();
    chain.wallet(ID).next('connect', answer);
    expect([await codeOf(connect(chain)), await codeOf(connect(chain))]).toEqual([code, 'no error']);
  });

  it('answers always as told, also with an error of the test’s own', async () => {
    const chain = new FakeChain();
    chain.wallet(ID).always('connect', new LatchkeyError('connection/no-accounts', { connectorId: ID }));
    expect([await codeOf(connect(chain)), await codeOf(connect(chain))]).toEqual(['connection/no-accounts', 'connection/no-accounts']);
  });

  it('ends a forbidden call in a defect', async () => {
    const chain = new FakeChain();
    chain.wallet(ID).always('connect', 'forbidden');
    const error = await connect(chain).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, isLatchkeyError(error)]).toEqual([true, false]);
  });

  it('never answers, or late, as told', async () => {
    const chain = new FakeChain();
    const wallet = chain.wallet(ID);
    wallet.next('connect', 'never', 'late');
    const controller = new AbortController();
    const never = chain.connect(request, controller.signal).catch((error: unknown) => error);
    let late = 'nothing yet';
    void chain.connect(request, patient()).then(() => {
      late = 'connected';
    });
    await settle();
    expect(late).toBe('nothing yet');
    wallet.release();
    await settle();
    expect(late).toBe('connected');
    controller.abort('gone');
    expect(await never).toBe('gone');
  });

  it('has no account when it is told so', async () => {
    const chain = new FakeChain({ wallets: [{ id: ID, accounts: [] }] });
    expect(await codeOf(connect(chain))).toBe('connection/no-accounts');
  });

  it('moves money when its transaction is in a block, and none when that failed', async () => {
    const chain = new FakeChain({ wallets: [{ id: ID, accounts: [ALICE] }], balances: { [ALICE]: 10n } });
    chain.mining = 'by-hand';
    const session = await connect(chain);
    const from = formatAccountId(toChainId('eip155:1'), ALICE);
    const [good, bad] = [
      await session.sendTransaction({ from, to: BOB, value: 3n }, patient()),
      await session.sendTransaction({ from, to: BOB, value: 4n }, patient()),
    ];
    const waiting = settleTransaction(chain, { hash: good, network: request.network }, patient());
    const failing = codeOf(settleTransaction(chain, { hash: bad, network: request.network }, patient()));
    await settle();
    expect(chain.balanceOf(BOB)).toBe(0n);
    chain.mine(good);
    chain.mine(bad, 'reverted');
    expect([await waiting, await failing]).toEqual([{ blockNumber: 1n }, 'network/transaction-reverted']);
    expect([chain.balanceOf(ALICE), chain.balanceOf(BOB)]).toEqual([7n, 3n]);
  });

  it('shows up late when it announces itself', () => {
    const chain = new FakeChain({ wallets: [] });
    const lists: number[] = [];
    chain.connectors$.subscribe(({ length }) => lists.push(length));
    chain.announce({ id: ID });
    expect(lists).toEqual([0, 1]);
  });
});

describe('reads of a fake chain', () => {
  it.each([
    ['failed', 'network/rpc-failed'],
    ['timeout', 'network/timeout'],
  ] as const)('fail as told: %s', async (reads, code) => {
    const chain = new FakeChain();
    chain.reads = reads;
    expect(await codeOf(chain.getBalance({ address: ALICE, network: request.network }, patient()))).toBe(code);
    expect(await codeOf(settleTransaction(chain, { hash: '0x1', network: request.network }, patient()))).toBe(code);
    expect(chain.readCalls.map(({ method }) => method)).toEqual(['getBalance', 'followTransaction']);
  });

  it('never come, until told to stop', async () => {
    const chain = new FakeChain();
    chain.reads = 'never';
    const controller = new AbortController();
    const reading = chain.getBalance({ address: ALICE, network: request.network }, controller.signal).catch((error: unknown) => error);
    controller.abort('gone');
    expect(await reading).toBe('gone');
  });
});

describe('a fake storage', () => {
  it('begins with texts, corrupted ones too', () => {
    const storage = new FakeStorage({ a: '{"half' });
    expect([storage.get('a'), storage.persisted]).toEqual(['{"half', { a: '{"half' }]);
  });

  it('says that nothing lasts from the moment it is blocked', () => {
    const storage = new FakeStorage();
    const durability: string[] = [];
    storage.durability$.subscribe((value) => durability.push(value));
    storage.mode = 'blocked';
    storage.set('a', 'one');
    expect([durability, storage.persisted]).toEqual([['persistent', 'memory'], {}]);
  });
});

describe('a fake browser', () => {
  it('lets slow pictures arrive when told to', async () => {
    const browser = new FakeBrowser();
    browser.images = 'slow';
    let over = false;
    const loading = browser.preloadImages(['data:image/png;base64,AA'], patient()).then(() => {
      over = true;
    });
    await settle();
    expect([over, browser.preloaded]).toEqual([false, ['data:image/png;base64,AA']]);
    browser.finishImages();
    await loading;
  });
});
