import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestName } from '../../../domain/options/schema-builders.js';
import { forAll } from '../domain/properties.js';

const KNOWN = ['chainImages', 'customRpcUrls', 'features', 'metadata', 'tokens'];

describe('closestName', () => {
  it.each([
    ['chainImage', 'chainImages'],
    ['CHAINIMAGES', 'chainImages'],
    ['chianImages', 'chainImages'],
    ['customRpcUrl', 'customRpcUrls'],
    ['feature', 'features'],
    ['token', 'tokens'],
    ['metdata', 'metadata'],
  ])('corrects %s to %s', (mistyped, name) => {
    expect(closestName(mistyped, KNOWN)).toBe(name);
  });

  it.each(['adapters', '', 'x', 'entirelyDifferent', 'f'.repeat(10_000)])('finds nothing near %s', (mistyped) => {
    expect(closestName(mistyped, KNOWN)).toBeNull();
  });

  it('returns the name itself if it is known', () => {
    forAll(fc.constantFrom(...KNOWN), fc.array(fc.string()), (name, others) => closestName(name, [...others, name]) !== null);
    forAll(fc.constantFrom(...KNOWN), (name) => closestName(name, KNOWN) === name);
  });

  it('finds a name with one character removed, added or replaced', () => {
    const index = fc.nat(4);
    forAll(fc.constantFrom(...KNOWN), index, fc.constantFrom('', 'q', 'qq'), (name, at, instead) => {
      expect(closestName(name.slice(0, at) + instead + name.slice(at + 1), KNOWN)).toBe(name);
    });
  });
});
