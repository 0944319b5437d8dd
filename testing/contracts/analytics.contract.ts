import type { Analytics } from '../../application/ports/analytics.port.js';
import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** Failure of a service. */
export type AnalyticsFault = 'down' | { readonly status: number };

/** An analytics service to test. */
export interface AnalyticsHarness {
  readonly analytics: Analytics;
  /** Sets the configuration of the service. */
  setEnabled(enabled: boolean): Promise<void> | void;
  /** Makes every request fail. */
  fail(fault: AnalyticsFault): Promise<void> | void;
  /** Returns the accepted events, oldest first. */
  accepted(): Promise<readonly Pick<TrackedEvent, 'type' | 'event' | 'properties' | 'address' | 'timestamp'>[]>;
  stop?(): Promise<void> | void;
}

const EVENT: TrackedEvent = {
  type: 'track',
  event: 'CONNECT_SUCCESS',
  properties: { method: 'browser', name: 'Example' },
  address: '0x1111111111111111111111111111111111111111',
  timestamp: 1_700_000_000_000,
};
const NAMELESS: TrackedEvent = { type: 'track', event: 'CLICK_NETWORKS', properties: undefined, address: undefined, timestamp: 1 };

/** Status of a refusal; `null` for another error. */
const statusOf = (error: unknown): number | null => (isLatchkeyError(error, 'service/refused') ? error.context.status : null);

/**
 * Contract of every `Analytics`, including failures of its service.
 * @example analyticsContract({ describe, it, expect }, 'MyAnalytics', makeHarness);
 */
export const analyticsContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => Promise<AnalyticsHarness> | AnalyticsHarness,
): void => {
  describe(`${name}: Analytics contract`, () => {
    const run = async (test: (harness: AnalyticsHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };

    it('reads the configuration', () =>
      run(async ({ analytics, setEnabled }) => {
        expect(await analytics.isEnabled(neverAborted())).toBe(true);
        await setEnabled(false);
        expect(await analytics.isEnabled(neverAborted())).toBe(false);
      }));

    it('sends events with name, properties, address and time', () =>
      run(async ({ analytics, accepted }) => {
        await analytics.send(EVENT, neverAborted());
        await analytics.send(NAMELESS, neverAborted());
        expect(await accepted()).toEqual([EVENT, NAMELESS]);
      }));

    it('rejects with service/refused and the status', () =>
      run(async ({ analytics, fail, accepted }) => {
        await fail({ status: 403 });
        expect(await codeOf(analytics.send(EVENT, neverAborted()))).toBe('service/refused');
        expect(await analytics.send(EVENT, neverAborted()).catch(statusOf)).toBe(403);
        expect(await codeOf(analytics.isEnabled(neverAborted()))).toBe('service/refused');
        expect(await accepted()).toEqual([]);
      }));

    it('rejects with service/unreachable if the connection is refused', () =>
      run(async ({ analytics, fail }) => {
        await fail('down');
        expect(await codeOf(analytics.send(EVENT, neverAborted()))).toBe('service/unreachable');
        expect(await codeOf(analytics.isEnabled(neverAborted()))).toBe('service/unreachable');
      }));

    it('rejects with the reason of the signal', () =>
      run(async ({ analytics, accepted }) => {
        const signal = AbortSignal.abort('stop');
        expect(await analytics.send(EVENT, signal).catch((error: unknown) => error)).toBe('stop');
        expect(await analytics.isEnabled(signal).catch((error: unknown) => error)).toBe('stop');
        expect(await accepted()).toEqual([]);
      }));
  });
};
