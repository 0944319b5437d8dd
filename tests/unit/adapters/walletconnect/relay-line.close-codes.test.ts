import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { setUp, TOPIC } from '../support/relay-line-world.js';
import type { TestRelayServer } from '../support/test-relay-server.js';

const OTHER = 'cd'.repeat(32);
/** Calls of a pairing: the greeting, two mailboxes, two messages. */
const CALLS = 4;

/** What an app says to the relay while it pairs. Gives what each of it came to. */
const pairing = async ({ line, clock }: ReturnType<typeof setUp>): Promise<readonly string[]> => {
  const outcomes: string[] = [];
  const steps = [
    () => line.open(patient()),
    () => line.subscribe([TOPIC], patient()),
    () => line.request('irn_publish', { topic: TOPIC }, patient()),
    () => line.subscribe([OTHER], patient()),
  ];
  for (const step of steps) {
    const ended = codeOf(step());
    // Two addresses one after the other are more promises than the clock waits for by itself.
    for (let turn = 0; turn < 5; turn += 1) await settle();
    await clock.run(30_000);
    outcomes.push(await ended);
  }
  return outcomes;
};

/** The relay closes the line instead of answering some calls, by their number. */
const closeAt = (server: TestRelayServer, closes: (call: number) => boolean, code: number, reason?: string): void => {
  const { answer } = server;
  let count = 0;
  server.answer = (call) => {
    if (!closes(count++)) return answer(call);
    queueMicrotask(() => server.last.end(code, reason));
    return null;
  };
};

describe('a relay that closes the line in the middle of a pairing', () => {
  it.each([1000, 1001, 1006, 1011, 1012, 4000, 4008, 4010])('with %i is asked again, whichever call it closes it at', async (code) => {
    for (let at = 0; at < CALLS; at += 1) {
      const world = setUp();
      const { server, line, clock } = world;
      closeAt(server, (call) => call === at, code);
      expect(await pairing(world), `at call ${at}`).toEqual(Array.from({ length: CALLS }, () => 'no error'));
      await line.unsubscribe([TOPIC, OTHER]);
      await clock.run(10_000);
      expect([server.open, clock.pending]).toEqual([0, 0]);
    }
  });

  it('with 3000 for good is not asked again by itself, and says so to each call', async () => {
    for (let at = 0; at < CALLS; at += 1) {
      const world = setUp();
      const { server, clock } = world;
      closeAt(server, (call) => call >= at, 3000, 'Unauthorized: invalid key');
      const outcomes = await pairing(world);
      expect(outcomes, `at call ${at}`).toEqual(outcomes.map((_, index) => (index < at ? 'no error' : 'relay/unauthorized')));
      const { length } = server.sockets;
      await clock.run(100_000);
      expect([server.sockets.length, server.open, clock.pending]).toEqual([length, 0, 0]);
    }
  });
});
