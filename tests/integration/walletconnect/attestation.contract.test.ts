import { startVerify } from '@latchkey/sandbox';
import { expect, vi } from 'vitest';
import { HttpAttestation } from '../../../adapters/walletconnect/attestation/http-attestation.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { attestationContract } from '../../../testing/contracts/attestation.contract.js';
import { contractRunner } from '../support/contract-runner.js';
import { FramePage } from '../support/frame-page.js';

attestationContract(contractRunner, 'HttpAttestation', async () => {
  const verify = await startVerify();
  const clock = new FakeClock(Date.now());
  const origin = 'https://app.example';
  const page = new FramePage(origin);
  const options = { server: verify.origin, projectId: 'any', clock };
  return {
    attestation: new HttpAttestation({ ...options, page, records: new FakeRecordStore() }),
    verifier: new HttpAttestation({ ...options, page: undefined, records: new FakeRecordStore() }),
    server: verify.origin,
    origin,
    fail: (fault) => verify.control.setMode(fault === 'never' ? 'never' : 'down'),
    reportScam: (scam) => verify.control.setScams([scam]),
    removeOrigin: () => verify.control.setOrigins([]),
    until: (holds) =>
      vi.waitFor(
        async () => {
          await clock.run(1_000);
          if (!holds()) throw new Error('The condition does not hold yet');
        },
        { timeout: 15_000 },
      ),
    stop: async () => {
      await verify.stop();
      expect(clock.pending).toBe(0);
      expect(page.frames.size).toBe(0);
    },
  };
});
