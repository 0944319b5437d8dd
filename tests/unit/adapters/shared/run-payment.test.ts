import { beforeEach, describe, expect, it } from 'vitest';
import { runPayment } from '../../../../adapters/shared/run-payment.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import type { Locks } from '../../../../application/ports/locks.port.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';

/** A tab whose payments are prompts that the test approves. */
class Tab {
  readonly #locks: Locks;
  readonly #clock: FakeClock;
  readonly events: string[] = [];

  constructor(locks: Locks, clock: FakeClock) {
    this.#locks = locks;
    this.#clock = clock;
  }

  /** Starts a payment. */
  pay() {
    const { events } = this;
    const controller = new AbortController();
    let approve: () => void = () => undefined;
    const action = (): Promise<string> => {
      events.push('prompted');
      return new Promise((resolve) => {
        approve = () => resolve('sent');
      });
    };
    const options = { locks: this.#locks, clock: this.#clock, name: 'payment', chainId: 'polkadot:1', action };
    const outcome = runPayment({ ...options, onEvent: ({ type }) => events.push(type) }, controller.signal).catch((error: unknown) =>
      isLatchkeyError(error) ? error.code : error,
    );
    return { outcome, approve: () => approve(), abort: () => controller.abort('aborted') };
  }
}

let clock: FakeClock;
let locks: FakeLocks;
beforeEach(() => {
  clock = new FakeClock();
  locks = new FakeLocks();
});

describe('a payment while the prompt of another one is open in another tab', () => {
  const setUp = async () => {
    const [first, second] = [new Tab(locks, clock), new Tab(locks.otherTab(), clock)];
    const open = first.pay();
    await flushPromises();
    const waiting = second.pay();
    await flushPromises();
    return { first, second, open, waiting };
  };

  it('reports at once that it waits, and is made afterwards', async () => {
    const { first, second, open, waiting } = await setUp();
    expect([first.events, second.events]).toEqual([['prompted'], ['waiting']]);
    open.approve();
    await flushPromises();
    expect(second.events).toEqual(['waiting', 'resumed', 'prompted']);
    waiting.approve();
    expect([await open.outcome, await waiting.outcome, clock.pending]).toEqual(['sent', 'sent', 0]);
  });

  it('fails after five minutes, without a prompt', async () => {
    const { second, open, waiting } = await setUp();
    await clock.run(5 * 60_000);
    expect(await waiting.outcome).toBe('send/other-payment-pending');
    open.approve();
    await open.outcome;
    await flushPromises();
    expect(second.events).toEqual(['waiting']);
  });

  it('leaves the queue at once when it is aborted', async () => {
    const { second, open, waiting } = await setUp();
    waiting.abort();
    expect(await waiting.outcome).toBe('aborted');
    open.approve();
    await open.outcome;
    await flushPromises();
    expect([second.events, clock.pending]).toEqual([['waiting'], 0]);
  });
});

it('a prompt of a payment that does not wait has no time limit', async () => {
  const tab = new Tab(locks, clock);
  const { outcome, approve } = tab.pay();
  await clock.run(60 * 60_000);
  approve();
  expect([await outcome, tab.events]).toEqual(['sent', ['prompted']]);
});
