import type { Attestation } from '../../application/ports/attestation.port.js';
import type { AttestedOrigin } from '../../domain/wallet-protocol/origin/attestation.js';
import { membersOf } from '../../domain/wire.js';
import { patient, type TestApi } from './test-api.js';

/** A service that attests origins, with a page to attest, and its switches. */
export interface AttestationHarness {
  readonly attestation: Attestation;
  /** The same service seen from where there is no page. */
  readonly elsewhere: Attestation;
  /** Address of the service. */
  readonly server: string;
  /** Origin of the page. */
  readonly origin: string;
  /** From now on the service cannot be reached, or never answers. */
  fail(fault: 'unreachable' | 'never'): Promise<void> | void;
  /** Warns of an origin. */
  warnOf(origin: string): Promise<void> | void;
  /** Takes an origin off the project's list. */
  unlist(origin: string): Promise<void> | void;
  /** Lets time pass until `holds`. */
  until(holds: () => boolean): Promise<void>;
  stop?(): Promise<void>;
}

const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };
const OTHERS = { envelopeId: 'ba'.repeat(32), messageId: 'dc'.repeat(32) };

/**
 * What every service does that attests origins, also one that fails.
 * @example attestationContract({ describe, it, expect }, 'MyAttestation', makeHarness);
 */
export const attestationContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => AttestationHarness | Promise<AttestationHarness>,
): void => {
  describe(`${name} keeps the contract of an attestation`, () => {
    const run = async (test: (harness: AttestationHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };
    const attested = async ({ attestation }: AttestationHarness, ids = IDS): Promise<string> => {
      const jwt = await attestation.attest?.(ids, patient());
      if (typeof jwt !== 'string') throw new Error('There is no attestation');
      return jwt;
    };
    const verify = ({ elsewhere, server }: AttestationHarness, jwt: string, envelopeId = IDS.envelopeId): Promise<AttestedOrigin> =>
      elsewhere.verify({ server, jwt, envelopeId }, patient());
    const lookUp = ({ elsewhere, server }: AttestationHarness, messageId = IDS.messageId): Promise<AttestedOrigin> =>
      elsewhere.lookUp({ server, messageId }, patient());

    it('attests the origin of the page, which everybody else can verify and look up', () =>
      run(async (harness) => {
        const known = { isKnown: true, origin: harness.origin, isScam: false };
        const jwt = await attested(harness);
        expect([await verify(harness, jwt), await verify(harness, jwt), await lookUp(harness)]).toEqual([known, known, known]);
      }));

    it('attests several messages at once, each for itself', () =>
      run(async (harness) => {
        const [one = '', two = ''] = await Promise.all([attested(harness), attested(harness, OTHERS)]);
        const found = [await verify(harness, one), await verify(harness, two), await verify(harness, two, OTHERS.envelopeId)];
        expect(found.map(({ isKnown }) => isKnown)).toEqual([true, false, true]);
      }));

    it('has no origin to attest where there is no page', () =>
      run(async ({ elsewhere }) => {
        expect(elsewhere.attest).toBe(null);
      }));

    it('knows nothing of a message that nobody attested, nor of a text that it has not signed', () =>
      run(async (harness) => {
        const [head = '', , signature = ''] = (await attested(harness)).split('.');
        const found = [
          await lookUp(harness, OTHERS.messageId),
          await verify(harness, 'no attestation'),
          await verify(harness, ''),
          await verify(harness, `${head}.e30.${signature}`),
        ];
        expect(found.map(({ isKnown }) => isKnown)).toEqual([false, false, false, false]);
      }));

    it('warns of origins that are known for fraud', () =>
      run(async (harness) => {
        await harness.warnOf(harness.origin);
        const scam = { isKnown: true, origin: harness.origin, isScam: true };
        expect([await verify(harness, await attested(harness)), await lookUp(harness)]).toEqual([scam, scam]);
      }));

    it('says nothing of an origin that the project has not listed', () =>
      run(async (harness) => {
        await harness.unlist(harness.origin);
        const found = [await verify(harness, await attested(harness)), await lookUp(harness)];
        expect(found.map(({ isKnown }) => isKnown)).toEqual([false, false]);
      }));

    for (const fault of ['unreachable', 'never'] as const) {
      it(`says nothing when the service is ${fault === 'never' ? 'silent for five seconds' : 'out of reach'}`, () =>
        run(async (harness) => {
          const jwt = await attested(harness);
          await harness.fail(fault);
          let answers: readonly unknown[] | null = null;
          const { attestation } = harness;
          Promise.all([attestation.attest?.(OTHERS, patient()), verify(harness, jwt), lookUp(harness)]).then((all) => {
            answers = all;
          });
          await harness.until(() => answers !== null);
          const [none, ...found] = answers ?? [];
          expect(none).toBe(null);
          expect(found.map((origin) => membersOf(origin)['isKnown'])).toEqual([false, false]);
        }));
    }

    it('is withdrawn with the reason of a signal', () =>
      run(async (harness) => {
        const jwt = await attested(harness);
        await harness.fail('never');
        const { attestation, elsewhere, server } = harness;
        const calls = [
          (signal: AbortSignal) => attestation.attest?.(OTHERS, signal) ?? Promise.resolve(),
          (signal: AbortSignal) => elsewhere.verify({ server, jwt, envelopeId: IDS.envelopeId }, signal),
          (signal: AbortSignal) => elsewhere.lookUp({ server, messageId: IDS.messageId }, signal),
        ];
        for (const call of calls) {
          const leaving = new AbortController();
          const left = call(leaving.signal).catch((error: unknown) => error);
          leaving.abort('left');
          expect(await left).toBe('left');
          expect(await call(AbortSignal.abort('gone')).catch((error: unknown) => error)).toBe('gone');
        }
      }));
  });
};
