import type { Attestation } from '../../application/ports/attestation.port.js';
import type { AttestedOrigin } from '../../domain/wallet-protocol/origin/attestation.js';
import { asRecord } from '../../domain/wire.js';
import { neverAborted, type TestApi } from './test-api.js';

/** An attestation service to test, and switches for its failures. */
export interface AttestationHarness {
  readonly attestation: Attestation;
  /** The same service used without a page. */
  readonly verifier: Attestation;
  /** URL of the service. */
  readonly server: string;
  /** Origin of the page. */
  readonly origin: string;
  /** Makes the service unreachable, or stops it from responding. */
  fail(fault: 'unreachable' | 'never'): Promise<void> | void;
  /** Reports an origin as a scam. */
  reportScam(origin: string): Promise<void> | void;
  /** Removes an origin from the list of the project. */
  removeOrigin(origin: string): Promise<void> | void;
  /** Advances time until `holds` returns true. */
  until(holds: () => boolean): Promise<void>;
  stop?(): Promise<void>;
}

const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };
const OTHERS = { envelopeId: 'ba'.repeat(32), messageId: 'dc'.repeat(32) };

/**
 * Contract of every attestation service, including its failures.
 * @example attestationContract({ describe, it, expect }, 'MyAttestation', makeHarness);
 */
export const attestationContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => AttestationHarness | Promise<AttestationHarness>,
): void => {
  describe(`${name}: Attestation contract`, () => {
    const run = async (test: (harness: AttestationHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };
    const attested = async ({ attestation }: AttestationHarness, ids = IDS): Promise<string> => {
      const jwt = await attestation.attest?.(ids, neverAborted());
      if (typeof jwt !== 'string') throw new Error('No attestation was returned');
      return jwt;
    };
    const verify = ({ verifier, server }: AttestationHarness, jwt: string, envelopeId = IDS.envelopeId): Promise<AttestedOrigin> =>
      verifier.verify({ server, jwt, envelopeId }, neverAborted());
    const lookUp = ({ verifier, server }: AttestationHarness, messageId = IDS.messageId): Promise<AttestedOrigin> =>
      verifier.lookUp({ server, messageId }, neverAborted());

    it('attests the origin of the page, which others can verify and look up', () =>
      run(async (harness) => {
        const expected = { isKnown: true, origin: harness.origin, isScam: false };
        const jwt = await attested(harness);
        expect([await verify(harness, jwt), await verify(harness, jwt), await lookUp(harness)]).toEqual([expected, expected, expected]);
      }));

    it('attests several messages at once', () =>
      run(async (harness) => {
        const [first = '', second = ''] = await Promise.all([attested(harness), attested(harness, OTHERS)]);
        const origins = [await verify(harness, first), await verify(harness, second), await verify(harness, second, OTHERS.envelopeId)];
        expect(origins.map(({ isKnown }) => isKnown)).toEqual([true, false, true]);
      }));

    it('cannot attest without a page', () =>
      run(async ({ verifier }) => {
        expect(verifier.attest).toBe(null);
      }));

    it('returns an unknown origin for an unattested message and for a JWT that it did not sign', () =>
      run(async (harness) => {
        const [head = '', , signature = ''] = (await attested(harness)).split('.');
        const origins = [
          await lookUp(harness, OTHERS.messageId),
          await verify(harness, 'no attestation'),
          await verify(harness, ''),
          await verify(harness, `${head}.e30.${signature}`),
        ];
        expect(origins.map(({ isKnown }) => isKnown)).toEqual([false, false, false, false]);
      }));

    it('reports scam origins', () =>
      run(async (harness) => {
        await harness.reportScam(harness.origin);
        const scam = { isKnown: true, origin: harness.origin, isScam: true };
        expect([await verify(harness, await attested(harness)), await lookUp(harness)]).toEqual([scam, scam]);
      }));

    it('returns an unknown origin if the project does not list it', () =>
      run(async (harness) => {
        await harness.removeOrigin(harness.origin);
        const origins = [await verify(harness, await attested(harness)), await lookUp(harness)];
        expect(origins.map(({ isKnown }) => isKnown)).toEqual([false, false]);
      }));

    for (const fault of ['unreachable', 'never'] as const) {
      it(`returns an unknown origin if the service ${fault === 'never' ? 'does not respond for five seconds' : 'is unreachable'}`, () =>
        run(async (harness) => {
          const jwt = await attested(harness);
          await harness.fail(fault);
          let results: readonly unknown[] | null = null;
          const { attestation } = harness;
          Promise.all([attestation.attest?.(OTHERS, neverAborted()), verify(harness, jwt), lookUp(harness)]).then((all) => {
            results = all;
          });
          await harness.until(() => results !== null);
          const [jwtOfOthers, ...origins] = results ?? [];
          expect(jwtOfOthers).toBe(null);
          expect(origins.map((origin) => asRecord(origin)['isKnown'])).toEqual([false, false]);
        }));
    }

    it('rejects with the reason of the signal on abort', () =>
      run(async (harness) => {
        const jwt = await attested(harness);
        await harness.fail('never');
        const { attestation, verifier, server } = harness;
        const calls = [
          (signal: AbortSignal) => attestation.attest?.(OTHERS, signal) ?? Promise.resolve(),
          (signal: AbortSignal) => verifier.verify({ server, jwt, envelopeId: IDS.envelopeId }, signal),
          (signal: AbortSignal) => verifier.lookUp({ server, messageId: IDS.messageId }, signal),
        ];
        for (const call of calls) {
          const controller = new AbortController();
          const reason = call(controller.signal).catch((error: unknown) => error);
          controller.abort('stop');
          expect(await reason).toBe('stop');
          expect(await call(AbortSignal.abort('aborted')).catch((error: unknown) => error)).toBe('aborted');
        }
      }));
  });
};
