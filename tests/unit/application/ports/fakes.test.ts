import { timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { testNetwork } from '../../adapters/support/networks.js';

const ID = 'com.example.wallet';
const request = { connectorId: ID, network: testNetwork(1) };

describe('FakeClock', () => {
  it('fires RxJS timers when advanced, and counts pending ones', () => {
    const clock = new FakeClock(1_000);
    const fired: number[] = [];
    timer(10, 20, clock.scheduler).subscribe(() => fired.push(clock.now()));
    clock.advance(9);
    expect(fired).toEqual([]);
    clock.advance(41);
    expect([fired, clock.now(), clock.pending]).toEqual([[1_010, 1_030, 1_050], 1_050, 1]);
  });

  it('flushes promises between timers in run()', async () => {
    const clock = new FakeClock(1_000);
    const firedAt: number[] = [];
    const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.scheduler.schedule(() => resolve(), ms));
    void (async () => {
      for (const ms of [10, 10, 10]) {
        await wait(ms);
        firedAt.push(clock.now());
      }
    })();
    await clock.run(25);
    expect([firedAt, clock.now()]).toEqual([[1_010, 1_020], 1_025]);
  });
});

describe('FakeWallet', () => {
  const connect = async (chain: FakeChain) => chain.connect(request, neverAborted());

  it('always responds as scripted, also with a custom error', async () => {
    const chain = new FakeChain();
    chain.wallet(ID).always('connect', new LatchkeyError('connection/no-accounts', { connectorId: ID }));
    expect([await codeOf(connect(chain)), await codeOf(connect(chain))]).toEqual(['connection/no-accounts', 'connection/no-accounts']);
  });

  it('rejects a forbidden call with a defect', async () => {
    const chain = new FakeChain();
    chain.wallet(ID).always('connect', 'forbidden');
    const error = await connect(chain).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, isLatchkeyError(error)]).toEqual([true, false]);
  });
});

describe('FakeStorage', () => {
  it('starts with the given texts, including corrupted ones', () => {
    const storage = new FakeStorage({ a: '{"half' });
    expect([storage.get('a'), storage.persisted]).toEqual(['{"half', { a: '{"half' }]);
  });

  it('is not persistent once it is blocked', () => {
    const storage = new FakeStorage();
    const durability: string[] = [];
    storage.durability$.subscribe((value) => durability.push(value));
    storage.mode = 'blocked';
    storage.set('a', 'one');
    expect([durability, storage.persisted]).toEqual([['persistent', 'memory'], {}]);
  });
});
