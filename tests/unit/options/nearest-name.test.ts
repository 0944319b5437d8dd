import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../domain/options/schema-parts.js';
import { forAll } from '../domain/properties.js';

const KNOWN = ['chainImages', 'customRpcUrls', 'features', 'metadata', 'tokens'];

describe('The nearest name', () => {
  it.each([
    ['chainImage', 'chainImages'],
    ['CHAINIMAGES', 'chainImages'],
    ['chianImages', 'chainImages'],
    ['customRpcUrl', 'customRpcUrls'],
    ['feature', 'features'],
    ['token', 'tokens'],
    ['metdata', 'metadata'],
  ])('to %s is %s', (mistyped, name) => {
    expect(nearestName(mistyped, KNOWN)).toBe(name);
  });

  it.each(['adapters', '', 'x', 'entirelyDifferent', 'f'.repeat(10_000)])('to %s is none', (mistyped) => {
    expect(nearestName(mistyped, KNOWN)).toBeNull();
  });

  it('is the name itself, whatever else is known', () => {
    forAll(fc.constantFrom(...KNOWN), fc.array(fc.string()), (name, others) => nearestName(name, [...others, name]) !== null);
    forAll(fc.constantFrom(...KNOWN), (name) => nearestName(name, KNOWN) === name);
  });

  it('is found after one character is lost, added or replaced', () => {
    const index = fc.nat(4);
    forAll(fc.constantFrom(...KNOWN), index, fc.constantFrom('', 'q', 'qq'), (name, at, instead) => {
      expect(nearestName(name.slice(0, at) + instead + name.slice(at + 1), KNOWN)).toBe(name);
    });
  });
});
