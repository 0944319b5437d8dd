import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { findFeeRates, readFeeRates, readMempoolRates } from '../../../../adapters/bip122/esplora/fee-rates.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { type EsploraResponses, EsploraService } from '../support/esplora-service.js';

const MINIMUM = { slow: 1, normal: 1, fast: 1, basis: 'minimum' };
/** A full block at 7 or more, a second one at 3, and little else. */
const HISTOGRAM = [
  [20, 400_000],
  [7.2, 700_000],
  [3, 900_000],
  [1, 100_000],
];

describe('readFeeRates', () => {
  it('rounds up, uses at least 1 sat/vB, and the next sooner target for a missing one', () => {
    expect(readFeeRates({ 1: 10.2, 3: 4, 144: 1 })).toEqual({ fast: 11, normal: 4, slow: 4, basis: 'estimates' });
    expect(readFeeRates({ 25: 0.1 })).toEqual({ fast: 1, normal: 1, slow: 1, basis: 'estimates' });
  });

  it('returns null when the node has no estimates', () => {
    for (const response of [{}, { 1: -1, 6: -1 }, { 2: 0 }, { 1: null }]) expect(readFeeRates(response)).toBeNull();
    // Known targets are used.
    expect(readFeeRates({ 1: -1, 6: 3 })).toMatchObject({ fast: 3, slow: 3 });
  });

  it('rejects absurd rates and malformed responses', () => {
    for (const response of [{ 1: 1e6 }, [], null, 'text', 7]) expect(() => readFeeRates(response)).toThrow();
  });
});

describe('readMempoolRates', () => {
  it('returns the rate that is included in time', () => {
    expect(readMempoolRates({ fee_histogram: HISTOGRAM })).toEqual({ fast: 8, normal: 1, slow: 1, basis: 'mempool' });
    const crowded = HISTOGRAM.map(([rate, vsize = 0]) => [rate, vsize * 4]);
    expect(readMempoolRates({ fee_histogram: crowded })).toEqual({ fast: 21, normal: 8, slow: 4, basis: 'mempool' });
    expect(readMempoolRates({ fee_histogram: [] })).toEqual({ ...MINIMUM, basis: 'mempool' });
  });

  it('returns null without a histogram, and rejects a malformed one', () => {
    expect(readMempoolRates({ count: 0 })).toBeNull();
    for (const step of [7, [1], ['1', 2], [-1, 5], [1, Number.NaN]]) expect(() => readMempoolRates({ fee_histogram: [step] })).toThrow();
    expect(() => readMempoolRates({ fee_histogram: [[1e6, 2e6]] })).toThrow();
  });

  it('never charges more for a later target, or more than the highest rate', () => {
    const step = fc.tuple(fc.double({ min: 0, max: 9_000, noNaN: true }), fc.integer({ min: 0, max: 3_000_000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const rates = readMempoolRates({ fee_histogram: steps });
        const highest = Math.max(1, ...steps.map(([rate]) => Math.floor(rate) + 1));
        expect(rates !== null && rates.slow <= rates.normal && rates.normal <= rates.fast && rates.fast <= highest).toBe(true);
      }),
    );
  });
});

describe('findFeeRates', () => {
  const findRates = async (...services: readonly EsploraResponses[]) => {
    const servers = await Promise.all(services.map((responses) => EsploraService.start(responses)));
    const esplora = new Esplora(new FakeClock(), () => servers.map(({ url }) => url));
    return {
      requestedPaths: servers[0]?.requestedPaths,
      rates: findFeeRates({ esplora, network: bitcoinTestNetwork('regtest') }, neverAborted()),
    };
  };

  it('uses only the estimates if there are any', async () => {
    const { requestedPaths, rates } = await findRates({ '/fee-estimates': [200, '{"1":5}'] });
    expect(await rates).toEqual({ slow: 5, normal: 5, fast: 5, basis: 'estimates' });
    expect(requestedPaths).toEqual(['/fee-estimates']);
  });

  it('falls back to the mempool, then to the minimum', async () => {
    const mempool = [200, JSON.stringify({ fee_histogram: HISTOGRAM })] as const;
    for (const estimates of [[200, '{}'] as const, [404, 'Not Found'] as const])
      expect(await (await findRates({ '/fee-estimates': estimates, '/mempool': mempool })).rates).toMatchObject({
        fast: 8,
        basis: 'mempool',
      });
    for (const without of [[404, 'Not Found'] as const, [200, '{"count":0}'] as const])
      expect(await (await findRates({ '/fee-estimates': [200, '{}'], '/mempool': without })).rates).toEqual(MINIMUM);
  });

  it('falls back to another service with estimates', async () => {
    const { rates } = await findRates({ '/fee-estimates': [200, '{}'] }, { '/fee-estimates': [200, '{"3":4}'] });
    expect(await rates).toMatchObject({ normal: 4, basis: 'estimates' });
  });

  it('rejects when a service is broken', async () => {
    for (const broken of [[500, 'oops'] as const, [200, '<html></html>'] as const, [200, '{"1":1000000}'] as const]) {
      expect(await codeOf((await findRates({ '/fee-estimates': broken })).rates)).toBe('network/rpc-failed');
      expect(await codeOf((await findRates({ '/fee-estimates': [200, '{}'], '/mempool': broken })).rates)).toBe(
        broken[1].startsWith('{') ? 'no error' : 'network/rpc-failed',
      );
    }
  });
});
