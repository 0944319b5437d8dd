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
    setRelayMode: async (mode) => {
      relay.mode = mode;
    },
    dropConnection: async () => relay.dropConnection(),
    rejectNextPublish: async () => relay.rejectPublications(),
    redeliver: async () => relay.redeliver(),
    run: (ms) => clock.run(ms),
    until: async (holds) => {
      await clock.run(1);
      if (!holds()) throw new Error('The condition does not hold');
    },
    stop: async () => {
      relay.dispose();
      peer.dispose();
      expect(clock.pending).toBe(0);
    },
  };
});
