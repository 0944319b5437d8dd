import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { setUp, TOPIC } from '../support/relay-connection-fixture.js';
import type { TestRelayServer } from '../support/test-relay-server.js';

const OTHER = 'cd'.repeat(32);
/** Number of calls of a pairing: the probe, two subscriptions, two publishes. */
const CALLS = 4;

/** Runs the relay calls of a pairing. Returns their outcomes. */
const pairing = async ({ connection, clock }: ReturnType<typeof setUp>): Promise<readonly string[]> => {
  const outcomes: string[] = [];
  const steps = [
    () => connection.open(neverAborted()),
    () => connection.subscribe([TOPIC], neverAborted()),
    () => connection.request('irn_publish', { topic: TOPIC }, neverAborted()),
    () => connection.subscribe([OTHER], neverAborted()),
  ];
  for (const step of steps) {
    const outcome = codeOf(step());
    // Two URLs one after the other take more promise turns than the clock waits for.
    for (let turn = 0; turn < 5; turn += 1) await flushPromises();
    await clock.run(30_000);
    outcomes.push(await outcome);
  }
  return outcomes;
};

/** Closes the connection instead of responding to some calls, by their number. */
const closeAt = (server: TestRelayServer, closes: (call: number) => boolean, code: number, reason?: string): void => {
  const { respond } = server;
  let count = 0;
  server.respond = (call) => {
    if (!closes(count++)) return respond(call);
    queueMicrotask(() => server.last.finishClose(code, reason));
    return null;
  };
};

describe('relay that closes the connection during a pairing', () => {
  it.each([1000, 1001, 1006, 1011, 1012, 4000, 4008, 4010])('reconnects after close code %i at any call', async (code) => {
    for (let at = 0; at < CALLS; at += 1) {
      const fixture = setUp();
      const { server, connection, clock } = fixture;
      closeAt(server, (call) => call === at, code);
      expect(await pairing(fixture), `at call ${at}`).toEqual(Array.from({ length: CALLS }, () => 'no error'));
      await connection.unsubscribe([TOPIC, OTHER]);
      await clock.run(10_000);
      expect([server.openCount, clock.pending]).toEqual([0, 0]);
    }
  });

  it('does not reconnect after close code 3000, and rejects each call', async () => {
    for (let at = 0; at < CALLS; at += 1) {
      const fixture = setUp();
      const { server, clock } = fixture;
      closeAt(server, (call) => call >= at, 3000, 'Unauthorized: invalid key');
      const outcomes = await pairing(fixture);
      expect(outcomes, `at call ${at}`).toEqual(outcomes.map((_, index) => (index < at ? 'no error' : 'relay/unauthorized')));
      const { length } = server.sockets;
      await clock.run(100_000);
      expect([server.sockets.length, server.openCount, clock.pending]).toEqual([length, 0, 0]);
    }
  });
});
