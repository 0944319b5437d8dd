import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type InteropWorld, startInteropWorld } from '../support/interop/interop-world.js';
import { UNHANDLED_BY_OFFICIALS } from '../support/interop/official-faults.js';
import { pairs } from '../support/interop/pairs.js';
import { SCENARIOS } from '../support/interop/scenarios.js';
import { UnhandledRejections } from '../support/interop/unhandled-rejections.js';

describe.each(pairs())('$app.name as the app, $wallet.name as the wallet', ({ app, wallet }) => {
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

  it.each(SCENARIOS)('$name', async ({ play, tags, servesSignIn = true }) => {
    world = await startInteropWorld({ app, wallet, servesSignIn });
    await play(world);
    await expectCrossed(world, tags);
  });
});

/** Every kind of message has crossed the relay, or does so soon. */
const expectCrossed = async ({ relay, clock }: InteropWorld, tags: readonly number[]): Promise<void> => {
  const missing = async (): Promise<readonly number[]> => {
    const crossed = new Set((await relay.control.traffic()).map(({ tag }) => tag));
    return tags.filter((tag) => !crossed.has(tag));
  };
  if ((await missing()).length > 0) await clock.pass(5_000);
  expect(await missing()).toEqual([]);
};
