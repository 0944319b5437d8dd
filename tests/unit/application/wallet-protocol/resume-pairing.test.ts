import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { PairWalletInput, PairWalletState } from '../../../../application/wallet-protocol/pair-wallet.use-case.js';
import { ResumePairing } from '../../../../application/wallet-protocol/resume-pairing.use-case.js';
import { record } from '../support/client-fixture.js';

const KEY = '@latchkey/pending_pairing';
const WALLET = { id: 'w1', name: 'Rainbow' };
const LINKING = { href: 'rainbow://', name: 'Rainbow' };

/** A pairing that never completes. */
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
  return { clock, storage, runs, cancelled: () => cancelled, resumePairing: new ResumePairing(pair, storage, clock) };
};
const pending = (remainingMs: number) => ({ wallet: WALLET, linking: LINKING, until: new FakeClock().now() + remainingMs });

describe('ResumePairing', () => {
  it('resumes with the stored wallet and link', () => {
    const fixture = setUp(pending(60_000));
    record(fixture.resumePairing.execute());
    expect(fixture.runs).toEqual([{ wallet: WALLET, linking: LINKING }]);
  });

  it('fails with pairing/expired and removes the record when the pairing expires', () => {
    const fixture = setUp(pending(60_000));
    const run = record(fixture.resumePairing.execute());
    fixture.clock.advance(59_999);
    expect(fixture.cancelled()).toBe(0);
    fixture.clock.advance(1);
    expect(fixture.cancelled()).toBe(1);
    expect([run.values.at(-1), run.end]).toMatchObject([{ status: 'error', error: { code: 'pairing/expired' } }, 'complete']);
    expect(fixture.storage.get(KEY)).toBeNull();
    expect(fixture.clock.pending).toBe(0);
  });

  it('expires at the latest after the pairing validity, even if the clock was set back', () => {
    const fixture = setUp(pending(86_400_000));
    const run = record(fixture.resumePairing.execute());
    fixture.clock.advance(240_000);
    expect([run.end, fixture.cancelled(), fixture.clock.pending]).toEqual(['complete', 1, 0]);
  });

  it('cancels the pairing and clears its timer when unsubscribed', () => {
    const fixture = setUp(pending(60_000));
    record(fixture.resumePairing.execute()).cancel();
    expect([fixture.cancelled(), fixture.clock.pending]).toEqual([1, 0]);
  });

  it.each([
    ['no record', undefined],
    ['an expired record', pending(0)],
    ['invalid JSON', '{'],
    ['a record of another shape', '[]'],
    ['no wallet', { linking: LINKING, until: Number.MAX_SAFE_INTEGER }],
    ['a javascript: link', { wallet: WALLET, linking: { href: 'javascript:alert(1)', name: '' }, until: Number.MAX_SAFE_INTEGER }],
    ['no expiry', { wallet: WALLET, linking: LINKING }],
  ])('does nothing for %s', (_, stored) => {
    const fixture = setUp(stored);
    const run = record(fixture.resumePairing.execute());
    expect(fixture.runs).toEqual([]);
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: null },
    ]);
    expect(fixture.storage.get(KEY)).toBeNull();
  });
});
