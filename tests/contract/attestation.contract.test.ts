import { describe, expect, it } from 'vitest';
import { FakeAttestation, FakeAttestationService } from '../../application/ports/attestation.fake.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { attestationContract } from '../../testing/contracts/attestation.contract.js';

attestationContract({ describe, it, expect }, 'FakeAttestation', () => {
  const clock = new FakeClock();
  const service = new FakeAttestationService();
  const origin = 'https://app.example';
  return {
    attestation: new FakeAttestation(service, clock, origin),
    verifier: new FakeAttestation(service, clock),
    server: 'https://verify.example',
    origin,
    fail: (fault) => {
      service.mode = fault;
    },
    reportScam: (scam) => void service.scams.add(scam),
    removeOrigin: (unlisted) => void service.unlisted.add(unlisted),
    until: async (holds) => {
      await clock.run(5_000);
      if (!holds()) throw new Error('The condition does not hold');
    },
    stop: async () => {
      expect(clock.pending).toBe(0);
    },
  };
});
