import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { isRpcFailure, isRpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { flushMicrotasks } from '../support/client-fixture.js';
import type { Kill } from './engine/support/killable-ports.js';
import { CALL_STEP, MICROTASK_STEP } from './support/moments.js';
import { ProtocolFixture } from './support/protocol-fixture.js';
import type { Proposal } from './support/protocol-wallet.js';

const MINUTE = 60_000;

/** Returns whether a session is open from the wallet's point of view. */
const isOpenAtWallet = ({ wallet }: ProtocolFixture, topic: string): boolean =>
  !wallet.calls.some((call) => call.topic === topic && call.request.method === 'wc_sessionDelete') &&
  !wallet.responses.some((response) => response.topic === topic && isRpcFailure(response.response));

/** Milliseconds since 1970. */
const expiryOf = ({ request }: Proposal): number => {
  // Sent by the engine under test.
  const { expiryTimestamp } = request.params as { readonly expiryTimestamp: number };
  return expiryTimestamp * 1_000;
};

/** One pairing attempt. */
class Attempt {
  readonly #run = new AbortController();
  session: RemoteSession | null = null;

  constructor(fixture: ProtocolFixture, reuse = false) {
    const { signal } = this.#run;
    fixture.pair(signal, reuse).then(
      (session) => {
        this.session = session;
      },
      () => undefined,
    );
  }

  cancel(): Promise<void> {
    this.#run.abort();
    return flushPromises();
  }
}

let fixture: ProtocolFixture;

beforeEach(() => {
  fixture = new ProtocolFixture();
});
afterEach(() => fixture.dispose());

/** An attempt whose URI a wallet has scanned. */
const scanned = async (reuse = false) => {
  const attempt = new Attempt(fixture, reuse);
  return { attempt, proposal: await fixture.wallet.pair(await fixture.displayedUri()) };
};

/** Asserts that a session is open at the wallet exactly if it was returned to a caller. */
const check = (fixture: ProtocolFixture, topics: readonly string[], attempts: readonly Attempt[]): void => {
  const returned = attempts.flatMap(({ session }) => (session?.isLive === true ? [session.topic] : []));
  expect(topics.filter((topic) => isOpenAtWallet(fixture, topic)).sort()).toEqual([...returned].sort());
  expect([...fixture.records.persisted.keys()].filter((key) => key.includes('/session/')).sort()).toEqual(
    returned.map((topic) => `@latchkey/wc/session/${topic}`).sort(),
  );
};

describe('a session settled by a wallet', () => {
  it('is either used or disconnected, whenever the user cancels', async () => {
    const outcomes = new Set<boolean>();
    for (let after = 0; after < 160; after += MICROTASK_STEP) {
      const { attempt, proposal } = await scanned();
      const approved = fixture.wallet.approve(proposal);
      await flushMicrotasks(after);
      void attempt.cancel();
      const topic = await approved;
      await flushPromises();
      outcomes.add(attempt.session !== null);
      check(fixture, [topic], [attempt]);
      fixture.dispose();
      fixture = new ProtocolFixture();
    }
    // Both outcomes occurred.
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('is deleted with code 6000 if the user has cancelled', async () => {
    const { attempt, proposal } = await scanned();
    void attempt.cancel();
    const topic = await fixture.wallet.approve(proposal);
    const end = fixture.wallet.calls.find((call) => call.topic === topic);
    expect(end?.request).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000, message: 'User disconnected.' } });
    expect(fixture.relay.published.find(({ message }) => message.id === end?.request.id)?.delivery).toEqual({
      tag: 1112,
      ttl: 86_400,
      prompt: false,
    });
    expect([fixture.relay.keys, fixture.relay.topics]).toEqual([[], []]);
  });

  it('is the only one of a pairing: a second approval of another URI is deleted', async () => {
    const { attempt, proposal: first } = await scanned();
    await fixture.clock.run(210_000);
    const second = await fixture.wallet.pair(await fixture.displayedUri());
    expect(fixture.uris).toHaveLength(2);
    const topics = await Promise.all([fixture.wallet.approve(first), fixture.wallet.approve(second)]);
    await flushPromises();
    expect(attempt.session?.isLive).toBe(true);
    check(fixture, topics, [attempt]);
  });

  it('is deleted if it arrives after the proposal has expired', async () => {
    const { attempt, proposal } = await scanned();
    const topic = await fixture.wallet.agree(proposal);
    void attempt.cancel();
    await fixture.clock.run(6 * MINUTE);
    await fixture.wallet.settle(topic);
    expect(isOpenAtWallet(fixture, topic)).toBe(false);
    expect([fixture.relay.keys, fixture.relay.topics]).toEqual([[], []]);
  });

  it('is deleted if the wallet rejects after approving, or replaced if it approves again', async () => {
    for (const again of ['no', 'yes'] as const) {
      const { attempt, proposal } = await scanned();
      const first = await fixture.wallet.agree(proposal);
      const { topic, request } = proposal;
      if (again === 'no') await fixture.wallet.respond(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
      const second = again === 'yes' ? await fixture.wallet.approve(proposal) : first;
      await fixture.wallet.settle(first);
      await flushPromises();
      expect(isOpenAtWallet(fixture, first)).toBe(false);
      check(fixture, [first, second], [attempt]);
      expect(attempt.session?.topic).toBe(again === 'yes' ? second : undefined);
      fixture.dispose();
      fixture = new ProtocolFixture();
    }
  });

  it('waits for the user to return on a suspended page, and is deleted if they do not', async () => {
    const { attempt: first, proposal } = await scanned(true);
    await first.cancel();
    const topic = await fixture.wallet.approve(proposal);
    expect([isOpenAtWallet(fixture, topic), fixture.wallet.responses]).toEqual([true, []]);
    const second = new Attempt(fixture, true);
    await flushPromises();
    expect(second.session).toMatchObject({ topic, isLive: true });
    check(fixture, [topic], [second]);

    const third = new Attempt(fixture, true);
    const other = await fixture.wallet.pair(await fixture.displayedUri());
    await third.cancel();
    const lateTopic = await fixture.wallet.approve(other);
    await fixture.clock.run(6 * MINUTE);
    check(fixture, [topic, lateTopic], [second]);
  });

  it('waits for the next page load if the page was closed', async () => {
    const { attempt: first, proposal } = await scanned(true);
    await first.cancel();
    const topic = await fixture.wallet.approve(proposal);
    await fixture.reload();
    const second = new Attempt(fixture, true);
    await flushPromises();
    expect(second.session?.topic).toBe(topic);
    check(fixture, [topic], [second]);
  });

  it('is restored immediately if the page was closed before the acknowledgement', async () => {
    const { attempt: first, proposal } = await scanned(true);
    fixture.holdPublishes(({ message }) => !isRpcRequest(message));
    const topic = await fixture.wallet.approve(proposal);
    expect(first.session?.topic).toBe(topic);
    await fixture.reload();
    const second = new Attempt(fixture, true);
    await flushPromises();
    expect(second.session).toMatchObject({ topic, isLive: true });
    expect(fixture.uris).toHaveLength(1);
    await flushPromises();
    check(fixture, [topic], [second]);
    expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
  });

  it('is not deleted with its expired proposal', async () => {
    const { attempt: first, proposal } = await scanned();
    fixture.holdPublishes(({ message }) => !isRpcRequest(message));
    const topic = await fixture.wallet.approve(proposal);
    expect(first.session?.topic).toBe(topic);
    await fixture.reload(() => fixture.clock.run(6 * MINUTE));
    const resumed = await fixture.client.resume();
    const other = new Attempt(fixture);
    await flushPromises();
    expect(resumed).toMatchObject({ topic, isLive: true });
    expect(isOpenAtWallet(fixture, topic)).toBe(true);
    void other.cancel();
  });

  it('is deleted if the next pairing does not reuse the URI', async () => {
    const { attempt: first, proposal } = await scanned(true);
    await first.cancel();
    const topic = await fixture.wallet.approve(proposal);
    const second = new Attempt(fixture, false);
    await flushPromises();
    check(fixture, [topic], [second]);
    void second.cancel();
  });

  it('is used or deleted for every order of attempts, cancels, approvals and relay delays', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('pair' as const), reuse: fc.boolean() }),
      fc.record({ does: fc.constant('cancel' as const) }),
      fc.record({ does: fc.constant('approve' as const) }),
      fc.record({ does: fc.constant('hold' as const) }),
      fc.record({ does: fc.constant('release' as const) }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 210_000) }),
    );
    const script = fc.array(fc.tuple(step, fc.nat({ max: 40 })), { minLength: 3, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const fixture = new ProtocolFixture();
        const attempts: Attempt[] = [];
        const taken = new Set<string>();
        const approvals: Promise<string>[] = [];
        let release: () => unknown = () => undefined;
        for (const [what, after] of steps) {
          if (what.does === 'pair') attempts.push(new Attempt(fixture, what.reuse));
          if (what.does === 'cancel') void attempts.at(-1)?.cancel();
          if (what.does === 'hold') {
            release();
            release = fixture.holdPublishes();
          }
          if (what.does === 'release') release();
          if (what.does === 'wait') await fixture.clock.run(what.ms);
          const uri = fixture.uris.at(-1);
          if (what.does === 'approve' && uri !== undefined && !taken.has(uri)) {
            taken.add(uri);
            const proposal = await fixture.wallet.pair(uri).catch(() => null);
            // Wallets do not scan expired proposals.
            if (proposal !== null && expiryOf(proposal) > fixture.clock.now()) approvals.push(fixture.wallet.approve(proposal));
          }
          await flushMicrotasks(after);
        }
        release();
        const topics = await Promise.all(approvals);
        // Finally, pending attempts are cancelled and every proposal expires.
        for (const attempt of attempts) if (attempt.session === null) void attempt.cancel();
        await fixture.clock.run(11 * MINUTE);
        check(fixture, topics, attempts);
        fixture.dispose();
      }),
    );
  });
});

/** Lets all work of a page finish. */
const settle = async (): Promise<void> => {
  for (let count = 0; count < 4; count += 1) await flushPromises();
};

/** A mobile pairing: whenever the page is killed, the next page load restores the session or continues pairing. */
class Scenario {
  readonly fixture = new ProtocolFixture();
  session: RemoteSession | null = null;

  constructor(kill: Kill | null) {
    this.fixture.ports.kill = kill;
  }

  async run(): Promise<string> {
    await this.#open();
    await this.#reopen();
    const { wallet, uris } = this.fixture;
    const topic = await wallet.approve(await wallet.pair(uris.at(-1) ?? ''));
    await settle();
    await this.#reopen();
    return topic;
  }

  async #reopen(): Promise<void> {
    if (!this.fixture.ports.isKilled) return;
    this.session = null;
    await this.fixture.reload();
    await this.#open();
  }

  async #open(): Promise<void> {
    const { client } = this.fixture;
    void (async () => {
      this.session = (await client.resume()) ?? (await this.fixture.pair(undefined, true));
    })().catch(() => undefined);
    await settle();
  }
}

describe('a pairing whose page is killed', () => {
  it.each(['before', 'after'] as const)(
    '%s any of its calls ends in one session on both sides, and leaves no other records',
    async (when) => {
      const reference = new Scenario(null);
      await reference.run();
      const { calls } = reference.fixture.ports;
      reference.fixture.dispose();
      expect(calls).toBeGreaterThan(15);
      for (let at = 0; at < calls; at += CALL_STEP) {
        const scenario = new Scenario({ at, when });
        const { fixture } = scenario;
        const topic = await scenario.run();
        expect(scenario.session, `call ${at}`).toMatchObject({ topic, isLive: true });
        expect(isOpenAtWallet(fixture, topic), `call ${at}`).toBe(true);
        expect(
          fixture.wallet.responses.filter((response) => response.topic === topic).map(({ response }) => response),
          `call ${at}`,
        ).toContainEqual(expect.objectContaining({ result: true }));
        // The records of the killed page expire, and the next pairing removes them.
        await fixture.clock.run(6 * MINUTE);
        const run = new AbortController();
        fixture.pair(run.signal).catch(() => undefined);
        await settle();
        run.abort();
        await fixture.clock.run(6 * MINUTE);
        expect([...fixture.records.persisted.keys()], `call ${at}`).toEqual([`@latchkey/wc/session/${topic}`]);
        expect(scenario.session?.isLive, `call ${at}`).toBe(true);
        fixture.dispose();
      }
    },
  );
});
