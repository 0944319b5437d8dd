import { describe, expect, it, vi } from 'vitest';
import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { FakeRandom } from '../../application/ports/random.fake.js';
import { randomContract } from '../../testing/contracts/random.contract.js';

const api = { describe, it, expect };
randomContract(api, 'SYSTEM_RANDOM', () => SYSTEM_RANDOM);
randomContract(api, 'FakeRandom', () => new FakeRandom([0, 0.25, 0.999]));

describe('SYSTEM_RANDOM', () => {
  it.each([
    [0, 0],
    [0x8000_0000, 0.5],
    [0xffff_ffff, 1 - 2 ** -32],
  ])('maps the system value %i to a number below 1', (word, number) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint32Array) array.fill(word);
      return array;
    });
    expect(SYSTEM_RANDOM.next()).toBe(number);
  });

  it('is uniformly distributed over tenths of the range', () => {
    const draws = 20_000;
    const tenths = new Array<number>(10).fill(0);
    for (let draw = 0; draw < draws; draw += 1) {
      const tenth = Math.floor(SYSTEM_RANDOM.next() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // Ten standard deviations: practically impossible by chance.
    const tolerance = 10 * Math.sqrt(draws * 0.1 * 0.9);
    expect(tenths.filter((count) => Math.abs(count - draws / 10) > tolerance)).toEqual([]);
  });
});

describe('FakeRandom', () => {
  it('repeats its numbers in order and counts the draws', () => {
    const random = new FakeRandom([0.1, 0.2]);
    expect([random.next(), random.next(), random.next()]).toEqual([0.1, 0.2, 0.1]);
    expect(random.drawn).toBe(3);
  });

  it.each([1, -0.1, Number.NaN])('rejects %d, which is out of range', (number) => {
    expect(() => new FakeRandom([number])).toThrow(RangeError);
  });
});
