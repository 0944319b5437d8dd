import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { PairWalletInput, PairWalletState } from '../../../../application/wallet-protocol/pair-wallet.use-case.js';
import { TakeUpPairing } from '../../../../application/wallet-protocol/take-up-pairing.use-case.js';
import { record } from '../support/world.js';

const KEY = '@latchkey/pending_pairing';
const WALLET = { id: 'w1', name: 'Rainbow' };
const LINKING = { href: 'rainbow://', name: 'Rainbow' };

/** A pairing that never ends by itself. */
const setUp = (stored: unknown) => {
  const clock = new FakeClock();
  const storage = new FakeStorage(stored === undefined ? {} : { [KEY]: typeof stored === 'string' ? stored : JSON.stringify(stored) });
  const runs: (PairWalletInput | undefined)[] = [];
  let cancelled = 0;
  const pair = {
    execute: (input?: PairWalletInput): Observable<PairWalletState> =>
      new Observable((subscriber) => {
        runs.push(input);
        subscriber.next({ status: 'pending', step: 'working' });
        return () => {
          cancelled += 1;
        };
      }),
  };
  return { clock, storage, runs, cancelled: () => cancelled, takeUp: new TakeUpPairing(pair, storage, clock) };
};
const pending = (leftMs: number) => ({ wallet: WALLET, linking: LINKING, until: new FakeClock().now() + leftMs });

describe('TakeUpPairing', () => {
  it('goes on with the wallet and the link that the page was left for', () => {
    const here = setUp(pending(60_000));
    record(here.takeUp.execute());
    expect(here.runs).toEqual([{ wallet: WALLET, linking: LINKING }]);
  });

  it('ends, and forgets, when the time of the pairing is over', () => {
    const here = setUp(pending(60_000));
    const run = record(here.takeUp.execute());
    here.clock.advance(59_999);
    expect(here.cancelled()).toBe(0);
    here.clock.advance(1);
    expect(here.cancelled()).toBe(1);
    expect([run.values.at(-1), run.end]).toMatchObject([{ status: 'error', error: { code: 'pairing/expired' } }, 'complete']);
    expect(here.storage.get(KEY)).toBeNull();
    expect(here.clock.pending).toBe(0);
  });

  it('ends in its time also where the clock was set back', () => {
    const here = setUp(pending(86_400_000));
    const run = record(here.takeUp.execute());
    here.clock.advance(240_000);
    expect([run.end, here.cancelled(), here.clock.pending]).toEqual(['complete', 1, 0]);
  });

  it('ends with the pairing, and leaves no timer', () => {
    const here = setUp(pending(60_000));
    record(here.takeUp.execute()).cancel();
    expect([here.cancelled(), here.clock.pending]).toEqual([1, 0]);
  });

  it.each([
    ['nothing', undefined],
    ['one that is over', pending(0)],
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['no wallet', { linking: LINKING, until: Number.MAX_SAFE_INTEGER }],
    ['a link that runs code', { wallet: WALLET, linking: { href: 'javascript:alert(1)', name: '' }, until: Number.MAX_SAFE_INTEGER }],
    ['no time', { wallet: WALLET, linking: LINKING }],
  ])('does nothing where there is %s to go on with', (_, stored) => {
    const here = setUp(stored);
    const run = record(here.takeUp.execute());
    expect(here.runs).toEqual([]);
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: null },
    ]);
    expect(here.storage.get(KEY)).toBeNull();
  });
});
