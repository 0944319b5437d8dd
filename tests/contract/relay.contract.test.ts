import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { FakeRelay } from '../../application/ports/relay.fake.js';
import { relayContract } from '../../testing/contracts/relay.contract.js';

relayContract({ describe, it, expect }, 'FakeRelay', async () => {
  const clock = new FakeClock();
  const relay = new FakeRelay(clock);
  const peer = relay.peer();
  return {
    relay,
    peer,
    otherTab: () => relay.otherTab(),
    reload: () => relay.reload(),
    setDoor: async (door) => {
      relay.door = door;
    },
    dropLine: async () => relay.drop(),
    refusePublication: async () => relay.refusePublications(),
    repeat: async () => relay.repeat(),
    run: (ms) => clock.run(ms),
    until: async (holds) => {
      await clock.run(1);
      if (!holds()) throw new Error('It does not hold.');
    },
    stop: async () => {
      relay.dispose();
      peer.dispose();
      expect(clock.pending).toBe(0);
    },
  };
});
