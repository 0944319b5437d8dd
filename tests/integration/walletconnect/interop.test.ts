import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { type InteropFixture, startInteropFixture } from '../support/interop/interop-fixture.js';
import { faultOf, OFFICIAL_UNHANDLED_REJECTIONS } from '../support/interop/official-faults.js';
import { type Pair, pairs } from '../support/interop/pairs.js';
import type { Scenario } from '../support/interop/scenario.js';
import { NETWORK_SCENARIOS } from '../support/interop/scenarios/network.js';
import { PAIRING_SCENARIOS } from '../support/interop/scenarios/pairing.js';
import { REQUEST_SCENARIOS } from '../support/interop/scenarios/request.js';
import { RESTART_SCENARIOS } from '../support/interop/scenarios/restart.js';
import { SESSION_SCENARIOS } from '../support/interop/scenarios/session.js';
import { SIGN_IN_SCENARIOS } from '../support/interop/scenarios/sign-in.js';
import { UnhandledRejections } from '../support/interop/unhandled-rejections.js';

/** All scenarios for two clients. */
const SCENARIOS: readonly Scenario[] = [
  ...PAIRING_SCENARIOS,
  ...SESSION_SCENARIOS,
  ...REQUEST_SCENARIOS,
  ...SIGN_IN_SCENARIOS,
  ...RESTART_SCENARIOS,
  ...NETWORK_SCENARIOS,
];

/** Waits until every kind of message has passed the relay. */
const expectCrossed = async ({ relay, clock }: InteropFixture, tags: readonly number[]): Promise<void> => {
  const missing = async (): Promise<readonly number[]> => {
    const crossed = new Set((await relay.control.traffic()).map(({ tag }) => tag));
    return tags.filter((tag) => !crossed.has(tag));
  };
  if ((await missing()).length > 0) await clock.advance(5_000);
  expect(await missing()).toEqual([]);
};

/** Clients never send these to a conforming client. */
const NEVER_SENT: Readonly<Record<number, string>> = {
  1001: 'a deleted pairing has no topic for a response',
  1111: 'events have no response',
  1119: 'an automatic rejection of an invalid authentication request, which `authenticate()` prevents',
  1121: 'an automatic rejection of an invalid proposal, which `connect()` prevents',
};

describe('scenarios', () => {
  it('cover every message that clients send to each other', () => {
    const all = Object.values(PROTOCOL_METHODS).flatMap((deliveries) => Object.values(deliveries).map(({ tag }) => tag));
    const covered = new Set(SCENARIOS.flatMap(({ tags }) => tags));
    expect(all.filter((tag) => !covered.has(tag))).toEqual(all.filter((tag) => Object.hasOwn(NEVER_SENT, tag)));
  });

  it('have unique names', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
  });
});

const titleOf = ({ app, wallet }: Pair): string => `${app.name} as the app, ${wallet.name} as the wallet`;

describe.each(pairs().map((pair) => [titleOf(pair), pair] as const))('%s', (_, pair) => {
  const { app, wallet } = pair;
  let rejections: UnhandledRejections;
  let fixture: InteropFixture | null = null;

  beforeEach(() => {
    // The official client shares one Core per process by default; here every actor needs its own.
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    rejections = new UnhandledRejections();
  });

  afterEach(async () => {
    await fixture?.stop();
    fixture = null;
    rejections.release();
    expect(rejections.unexpected(app.isOfficial || wallet.isOfficial ? OFFICIAL_UNHANDLED_REJECTIONS : [])).toEqual([]);
  });

  const run = async ({ run, tags, supportsSignIn = true }: Scenario): Promise<void> => {
    fixture = await startInteropFixture({ app, wallet, supportsSignIn });
    await run(fixture);
    await expectCrossed(fixture, tags);
  };

  const withFaults = SCENARIOS.map((scenario) => ({ scenario, fault: faultOf(scenario.name, pair) }));
  const playable = withFaults.flatMap(({ scenario, fault }) => (fault === null ? [scenario] : []));

  it.each(playable.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) => run(scenario));

  for (const { scenario, fault } of withFaults) {
    if (fault === null) continue;
    it(`fails: ${scenario.name} (the ${fault.role}: ${fault.reason})`, async () => {
      await expect(run(scenario)).rejects.toThrow();
    });
  }
});
