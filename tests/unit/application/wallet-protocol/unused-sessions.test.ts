import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { isRpcFailure, isRpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { turns } from '../support/world.js';
import type { Kill } from './engine/support/mortal-ports.js';
import type { Proposal } from './support/protocol-wallet.js';
import { ProtocolWorld } from './support/protocol-world.js';

const MINUTE = 60_000;

/** Whether the wallet believes that a session which it settled is open. */
const isOpenAtWallet = ({ wallet }: ProtocolWorld, topic: string): boolean =>
  !wallet.calls.some((call) => call.topic === topic && call.request.method === 'wc_sessionDelete') &&
  !wallet.answers.some((answer) => answer.topic === topic && isRpcFailure(answer.response));

/** Milliseconds since 1970. */
const expiryOf = ({ request }: Proposal): number => {
  // A proposal of the engine under test.
  const { expiryTimestamp } = request.params as { readonly expiryTimestamp: number };
  return expiryTimestamp * 1_000;
};

/** One attempt to pair, as whoever began it sees it. */
class Attempt {
  readonly #run = new AbortController();
  session: RemoteSession | null = null;

  constructor(world: ProtocolWorld, reuse = false) {
    const { signal } = this.#run;
    world.pair(signal, reuse).then(
      (session) => {
        this.session = session;
      },
      () => undefined,
    );
  }

  leave(): Promise<void> {
    this.#run.abort();
    return settle();
  }
}

let world: ProtocolWorld;

beforeEach(() => {
  world = new ProtocolWorld();
});
afterEach(() => world.end());

/** An attempt whose URI a wallet has scanned. */
const scanned = async (reuse = false) => {
  const attempt = new Attempt(world, reuse);
  return { attempt, proposal: await world.wallet.pair(await world.shown()) };
};

/** What must hold for each session that a wallet settled: it is open there if, and only if, somebody here was given it. */
const check = (world: ProtocolWorld, topics: readonly string[], attempts: readonly Attempt[]): void => {
  const given = attempts.flatMap(({ session }) => (session?.live === true ? [session.topic] : []));
  expect(topics.filter((topic) => isOpenAtWallet(world, topic)).sort()).toEqual([...given].sort());
  expect([...world.records.persisted.keys()].filter((key) => key.includes('/session/')).sort()).toEqual(
    given.map((topic) => `@latchkey/wc/session/${topic}`).sort(),
  );
};

describe('a session that a wallet settles', () => {
  it('is used or ended at the wallet, whenever the person leaves, and never anything between', async () => {
    const outcomes = new Set<boolean>();
    for (let after = 0; after < 160; after += 1) {
      const { attempt, proposal } = await scanned();
      const approved = world.wallet.approve(proposal);
      await turns(after);
      void attempt.leave();
      const topic = await approved;
      await settle();
      outcomes.add(attempt.session !== null);
      check(world, [topic], [attempt]);
      world.end();
      world = new ProtocolWorld();
    }
    // Both sides of the instant were met.
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('is told its end with the code of a person who leaves', async () => {
    const { attempt, proposal } = await scanned();
    void attempt.leave();
    const topic = await world.wallet.approve(proposal);
    const end = world.wallet.calls.find((call) => call.topic === topic);
    expect(end?.request).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000, message: 'User disconnected.' } });
    expect(world.relay.published.find(({ message }) => message.id === end?.request.id)?.delivery).toEqual({
      tag: 1112,
      ttl: 86_400,
      prompt: false,
    });
    expect([world.relay.keys, world.relay.topics]).toEqual([[], []]);
  });

  it('is the only one of a pairing: who takes another of its URIs up at the same time is told', async () => {
    const { attempt, proposal: first } = await scanned();
    await world.clock.run(210_000);
    const second = await world.wallet.pair(await world.shown());
    expect(world.uris).toHaveLength(2);
    const topics = await Promise.all([world.wallet.approve(first), world.wallet.approve(second)]);
    await settle();
    expect(attempt.session?.live).toBe(true);
    check(world, topics, [attempt]);
  });

  it('is ended when it comes after the protocol let the proposal expire', async () => {
    const { attempt, proposal } = await scanned();
    const topic = await world.wallet.agree(proposal);
    void attempt.leave();
    await world.clock.run(6 * MINUTE);
    await world.wallet.settle(topic);
    expect(isOpenAtWallet(world, topic)).toBe(false);
    expect([world.relay.keys, world.relay.topics]).toEqual([[], []]);
  });

  it('is ended where the wallet says no after it said yes, or says yes once more elsewhere', async () => {
    for (const again of ['no', 'yes'] as const) {
      const { attempt, proposal } = await scanned();
      const first = await world.wallet.agree(proposal);
      const { topic, request } = proposal;
      if (again === 'no') await world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
      const second = again === 'yes' ? await world.wallet.approve(proposal) : first;
      await world.wallet.settle(first);
      await settle();
      expect(isOpenAtWallet(world, first)).toBe(false);
      check(world, [first, second], [attempt]);
      expect(attempt.session?.topic).toBe(again === 'yes' ? second : undefined);
      world.end();
      world = new ProtocolWorld();
    }
  });

  it('waits on a page that is put to sleep for who comes back, and is ended when nobody does', async () => {
    const { attempt: first, proposal } = await scanned(true);
    await first.leave();
    const topic = await world.wallet.approve(proposal);
    expect([isOpenAtWallet(world, topic), world.wallet.answers]).toEqual([true, []]);
    const second = new Attempt(world, true);
    await settle();
    expect(second.session).toMatchObject({ topic, live: true });
    check(world, [topic], [second]);

    const third = new Attempt(world, true);
    const other = await world.wallet.pair(await world.shown());
    await third.leave();
    const late = await world.wallet.approve(other);
    await world.clock.run(6 * MINUTE);
    check(world, [topic, late], [second]);
  });

  it('waits for the next page where this one was closed, and is its own at once', async () => {
    const { attempt: first, proposal } = await scanned(true);
    await first.leave();
    const topic = await world.wallet.approve(proposal);
    await world.reload();
    const second = new Attempt(world, true);
    await settle();
    expect(second.session?.topic).toBe(topic);
    check(world, [topic], [second]);
  });

  it('is there at once on the next page where this one was closed before the wallet was answered', async () => {
    const { attempt: first, proposal } = await scanned(true);
    world.hold(({ message }) => !isRpcRequest(message));
    const topic = await world.wallet.approve(proposal);
    expect(first.session?.topic).toBe(topic);
    await world.reload();
    const second = new Attempt(world, true);
    await settle();
    expect(second.session).toMatchObject({ topic, live: true });
    expect(world.uris).toHaveLength(1);
    await settle();
    check(world, [topic], [second]);
    expect([...world.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
  });

  it('is not taken for one that nobody used when the proposal before it is swept away', async () => {
    const { attempt: first, proposal } = await scanned();
    world.hold(({ message }) => !isRpcRequest(message));
    const topic = await world.wallet.approve(proposal);
    expect(first.session?.topic).toBe(topic);
    await world.reload(() => world.clock.run(6 * MINUTE));
    const resumed = await world.client.resume();
    const other = new Attempt(world);
    await settle();
    expect(resumed).toMatchObject({ topic, live: true });
    expect(isOpenAtWallet(world, topic)).toBe(true);
    void other.leave();
  });

  it('is ended when the next pairing is to be another one', async () => {
    const { attempt: first, proposal } = await scanned(true);
    await first.leave();
    const topic = await world.wallet.approve(proposal);
    const second = new Attempt(world, false);
    await settle();
    check(world, [topic], [second]);
    void second.leave();
  });

  it('holds for every order of people who leave and come, wallets that approve, and a relay that is slow', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('pair' as const), reuse: fc.boolean() }),
      fc.record({ does: fc.constant('leave' as const) }),
      fc.record({ does: fc.constant('approve' as const) }),
      fc.record({ does: fc.constant('hold' as const) }),
      fc.record({ does: fc.constant('let go' as const) }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 210_000) }),
    );
    const script = fc.array(fc.tuple(step, fc.nat({ max: 40 })), { minLength: 3, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const world = new ProtocolWorld();
        const attempts: Attempt[] = [];
        const taken = new Set<string>();
        const approvals: Promise<string>[] = [];
        let letGo: () => unknown = () => undefined;
        for (const [what, after] of steps) {
          if (what.does === 'pair') attempts.push(new Attempt(world, what.reuse));
          if (what.does === 'leave') void attempts.at(-1)?.leave();
          if (what.does === 'hold') {
            letGo();
            letGo = world.hold();
          }
          if (what.does === 'let go') letGo();
          if (what.does === 'wait') await world.clock.run(what.ms);
          const uri = world.uris.at(-1);
          if (what.does === 'approve' && uri !== undefined && !taken.has(uri)) {
            taken.add(uri);
            const proposal = await world.wallet.pair(uri).catch(() => null);
            // Wallets take up nothing that has expired.
            if (proposal !== null && expiryOf(proposal) > world.clock.now()) approvals.push(world.wallet.approve(proposal));
          }
          await turns(after);
        }
        letGo();
        const topics = await Promise.all(approvals);
        // Nobody comes back, and every proposal expires. Whoever paired and was given nothing leaves.
        for (const attempt of attempts) if (attempt.session === null) void attempt.leave();
        await world.clock.run(11 * MINUTE);
        check(world, topics, attempts);
        world.end();
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

/** Everything that a page does by itself has time to be done. */
const rest = async (): Promise<void> => {
  for (let count = 0; count < 4; count += 1) await settle();
};

/** A person on a phone pairs: whenever the page is killed, the next one takes up the session that is there, or goes on pairing. */
class Story {
  readonly world = new ProtocolWorld();
  session: RemoteSession | null = null;

  constructor(kill: Kill | null) {
    this.world.ports.kill = kill;
  }

  async tell(): Promise<string> {
    await this.#open();
    await this.#reopen();
    const { wallet, uris } = this.world;
    const topic = await wallet.approve(await wallet.pair(uris.at(-1) ?? ''));
    await rest();
    await this.#reopen();
    return topic;
  }

  async #reopen(): Promise<void> {
    if (!this.world.ports.isKilled) return;
    this.session = null;
    await this.world.reload();
    await this.#open();
  }

  async #open(): Promise<void> {
    const { client } = this.world;
    void (async () => {
      this.session = (await client.resume()) ?? (await this.world.pair(undefined, true));
    })().catch(() => undefined);
    await rest();
  }
}

describe('a pairing whose page is killed', () => {
  it.each(['before', 'after'] as const)(
    '%s any call of it takes effect ends in one session, on both sides, and leaves nothing',
    async (when) => {
      const whole = new Story(null);
      await whole.tell();
      const { calls } = whole.world.ports;
      whole.world.end();
      expect(calls).toBeGreaterThan(15);
      for (let at = 0; at < calls; at += 1) {
        const story = new Story({ at, when });
        const { world } = story;
        const topic = await story.tell();
        expect(story.session, `call ${at}`).toMatchObject({ topic, live: true });
        expect(isOpenAtWallet(world, topic), `call ${at}`).toBe(true);
        expect(
          world.wallet.answers.filter((answer) => answer.topic === topic).map(({ response }) => response),
          `call ${at}`,
        ).toContainEqual(expect.objectContaining({ result: true }));
        // What the killed page began is over in the end, and the next pairing sweeps it away.
        await world.clock.run(6 * MINUTE);
        const run = new AbortController();
        world.pair(run.signal).catch(() => undefined);
        await rest();
        run.abort();
        await world.clock.run(6 * MINUTE);
        expect([...world.records.persisted.keys()], `call ${at}`).toEqual([`@latchkey/wc/session/${topic}`]);
        expect(story.session?.live, `call ${at}`).toBe(true);
        world.end();
      }
    },
  );
});
