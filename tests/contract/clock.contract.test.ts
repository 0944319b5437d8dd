import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { clockContract } from '../../testing/contracts/clock.contract.js';

const api = { describe, it, expect };
clockContract(api, 'SYSTEM_CLOCK', () => ({ clock: SYSTEM_CLOCK }));
clockContract(api, 'FakeClock', () => {
  const clock = new FakeClock();
  return { clock, advance: (ms) => clock.advance(ms) };
});
