import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { type InteropWorld, startInteropWorld } from '../support/interop/interop-world.js';
import { faultOf, UNHANDLED_BY_OFFICIALS } from '../support/interop/official-faults.js';
import { type Pair, pairs } from '../support/interop/pairs.js';
import type { Scenario } from '../support/interop/scenario.js';
import { NETWORK_SCENARIOS } from '../support/interop/scenarios/network.js';
import { PAIRING_SCENARIOS } from '../support/interop/scenarios/pairing.js';
import { REQUEST_SCENARIOS } from '../support/interop/scenarios/request.js';
import { RESTART_SCENARIOS } from '../support/interop/scenarios/restart.js';
import { SESSION_SCENARIOS } from '../support/interop/scenarios/session.js';
import { SIGN_IN_SCENARIOS } from '../support/interop/scenarios/sign-in.js';
import { UnhandledRejections } from '../support/interop/unhandled-rejections.js';

/** Everything that two clients are tried with. */
const SCENARIOS: readonly Scenario[] = [
  ...PAIRING_SCENARIOS,
  ...SESSION_SCENARIOS,
  ...REQUEST_SCENARIOS,
  ...SIGN_IN_SCENARIOS,
  ...RESTART_SCENARIOS,
  ...NETWORK_SCENARIOS,
];

/** Every kind of message has crossed the relay, or does so soon. */
const expectCrossed = async ({ relay, clock }: InteropWorld, tags: readonly number[]): Promise<void> => {
  const missing = async (): Promise<readonly number[]> => {
    const crossed = new Set((await relay.control.traffic()).map(({ tag }) => tag));
    return tags.filter((tag) => !crossed.has(tag));
  };
  if ((await missing()).length > 0) await clock.pass(5_000);
  expect(await missing()).toEqual([]);
};

/** No client sends these to another that keeps to the protocol. */
const NEVER_SENT: Readonly<Record<number, string>> = {
  1001: 'who is told that a pairing is gone has no topic left to answer on',
  1111: 'nobody answers an event',
  1119: 'for a sign-in that makes no sense: `authenticate()` lets none pass',
  1121: 'for a proposal that makes no sense: `connect()` lets none pass',
};

describe('the scenarios', () => {
  it('hold every message of the protocol that a client sends to another', () => {
    const all = Object.values(PROTOCOL_METHODS).flatMap((deliveries) => Object.values(deliveries).map(({ tag }) => tag));
    const held = new Set(SCENARIOS.flatMap(({ tags }) => tags));
    expect(all.filter((tag) => !held.has(tag))).toEqual(all.filter((tag) => Object.hasOwn(NEVER_SENT, tag)));
  });

  it('are known by their names', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
  });
});

const titleOf = ({ app, wallet }: Pair): string => `${app.name} as the app, ${wallet.name} as the wallet`;

describe.each(pairs().map((pair) => [titleOf(pair), pair] as const))('%s', (_, pair) => {
  const { app, wallet } = pair;
  let rejections: UnhandledRejections;
  let world: InteropWorld | null = null;

  beforeEach(() => {
    // The official client shares one Core between all clients of a process otherwise: here every actor stands for a process of its own.
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    rejections = new UnhandledRejections();
  });

  afterEach(async () => {
    await world?.stop();
    world = null;
    rejections.release();
    expect(rejections.textsBut(app.isOfficial || wallet.isOfficial ? UNHANDLED_BY_OFFICIALS : [])).toEqual([]);
  });

  const run = async ({ play, tags, servesSignIn = true }: Scenario): Promise<void> => {
    world = await startInteropWorld({ app, wallet, servesSignIn });
    await play(world);
    await expectCrossed(world, tags);
  };

  const judged = SCENARIOS.map((scenario) => ({ scenario, fault: faultOf(scenario.name, pair) }));
  const playable = judged.flatMap(({ scenario, fault }) => (fault === null ? [scenario] : []));

  it.each(playable.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) => run(scenario));

  for (const { scenario, fault } of judged) {
    if (fault === null) continue;
    it(`does not get to its end: ${scenario.name} (the ${fault.role}: ${fault.why})`, async () => {
      await expect(run(scenario)).rejects.toThrow();
    });
  }
});
