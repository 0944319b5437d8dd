import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Esplora } from '../../../../adapters/bip122/esplora/esplora.js';
import { findFeeRates, readFeeRates, readMempoolRates } from '../../../../adapters/bip122/esplora/fee-rates.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import { type EsploraAnswers, EsploraService } from '../support/esplora-service.js';

const MINIMUM = { slow: 1, normal: 1, fast: 1, basis: 'minimum' };
/** A full block at 7 and more, a second one at 3, and little else. */
const HISTOGRAM = [
  [20, 400_000],
  [7.2, 700_000],
  [3, 900_000],
  [1, 100_000],
];

describe('estimates of fees', () => {
  it('are whole rates, at least one satoshi, of the next sooner target where one is missing', () => {
    expect(readFeeRates({ 1: 10.2, 3: 4, 144: 1 })).toEqual({ fast: 11, normal: 4, slow: 4, basis: 'estimates' });
    expect(readFeeRates({ 25: 0.1 })).toEqual({ fast: 1, normal: 1, slow: 1, basis: 'estimates' });
  });

  it('are none where a node has seen nothing to estimate from', () => {
    for (const answer of [{}, { 1: -1, 6: -1 }, { 2: 0 }, { 1: null }]) expect(readFeeRates(answer)).toBeNull();
    // What it does know counts.
    expect(readFeeRates({ 1: -1, 6: 3 })).toMatchObject({ fast: 3, slow: 3 });
  });

  it('make no sense above what any market pays, or where there is no table', () => {
    for (const answer of [{ 1: 1e6 }, [], null, 'text', 7]) expect(() => readFeeRates(answer)).toThrow();
  });
});

describe('what waits for a block', () => {
  it('says what outbids all but the last in time', () => {
    expect(readMempoolRates({ fee_histogram: HISTOGRAM })).toEqual({ fast: 8, normal: 1, slow: 1, basis: 'mempool' });
    const crowded = HISTOGRAM.map(([rate, vsize = 0]) => [rate, vsize * 4]);
    expect(readMempoolRates({ fee_histogram: crowded })).toEqual({ fast: 21, normal: 8, slow: 4, basis: 'mempool' });
    expect(readMempoolRates({ fee_histogram: [] })).toEqual({ ...MINIMUM, basis: 'mempool' });
  });

  it('is not told by a service without the histogram, and makes no sense as anything else', () => {
    expect(readMempoolRates({ count: 0 })).toBeNull();
    for (const step of [7, [1], ['1', 2], [-1, 5], [1, Number.NaN]]) expect(() => readMempoolRates({ fee_histogram: [step] })).toThrow();
    expect(() => readMempoolRates({ fee_histogram: [[1e6, 2e6]] })).toThrow();
  });

  it('never asks more of who can wait longer, and never more than the most that is paid', () => {
    const step = fc.tuple(fc.double({ min: 0, max: 9_000, noNaN: true }), fc.integer({ min: 0, max: 3_000_000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const rates = readMempoolRates({ fee_histogram: steps });
        const most = Math.max(1, ...steps.map(([rate]) => Math.floor(rate) + 1));
        expect(rates !== null && rates.slow <= rates.normal && rates.normal <= rates.fast && rates.fast <= most).toBe(true);
      }),
    );
  });
});

describe('a service that is asked for rates', () => {
  const ask = async (...services: readonly EsploraAnswers[]) => {
    const here = await Promise.all(services.map((answers) => EsploraService.start(answers)));
    const esplora = new Esplora(new FakeClock(), () => here.map(({ url }) => url));
    return { asked: here[0]?.asked, rates: findFeeRates({ esplora, network: bitcoinTestNetwork('regtest') }, patient()) };
  };

  it('is asked for its estimates alone where it has some', async () => {
    const { asked, rates } = await ask({ '/fee-estimates': [200, '{"1":5}'] });
    expect(await rates).toEqual({ slow: 5, normal: 5, fast: 5, basis: 'estimates' });
    expect(asked).toEqual(['/fee-estimates']);
  });

  it('says what waits where it has none, and leaves the least where it does not say that either', async () => {
    const mempool = [200, JSON.stringify({ fee_histogram: HISTOGRAM })] as const;
    for (const estimates of [[200, '{}'] as const, [404, 'Not Found'] as const])
      expect(await (await ask({ '/fee-estimates': estimates, '/mempool': mempool })).rates).toMatchObject({ fast: 8, basis: 'mempool' });
    for (const without of [[404, 'Not Found'] as const, [200, '{"count":0}'] as const])
      expect(await (await ask({ '/fee-estimates': [200, '{}'], '/mempool': without })).rates).toEqual(MINIMUM);
  });

  it('is passed over for the next one that has estimates', async () => {
    const { rates } = await ask({ '/fee-estimates': [200, '{}'] }, { '/fee-estimates': [200, '{"3":4}'] });
    expect(await rates).toMatchObject({ normal: 4, basis: 'estimates' });
  });

  it('has to be read: one that is broken leaves nothing to guess from', async () => {
    for (const broken of [[500, 'oops'] as const, [200, '<html></html>'] as const, [200, '{"1":1000000}'] as const]) {
      expect(await codeOf((await ask({ '/fee-estimates': broken })).rates)).toBe('network/rpc-failed');
      expect(await codeOf((await ask({ '/fee-estimates': [200, '{}'], '/mempool': broken })).rates)).toBe(
        broken[1].startsWith('{') ? 'no error' : 'network/rpc-failed',
      );
    }
  });
});
