import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatChainId, isChainId, namespaceOf, parseChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { isNamespace, NAMESPACES } from '../../../../domain/caip/namespace.js';
import vectors from '../../../vectors/caip-2.json' with { type: 'json' };
import { forAll, itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

const isKnown = (value: string): boolean => isNamespace(value.slice(0, value.indexOf(':')));
const known = vectors.filter(({ value }) => isKnown(value));
const foreign = vectors.filter(({ value }) => !isKnown(value));

const reference = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/);
const chain = fc.oneof(
  fc.tuple(fc.constantFrom('solana', 'bip122', 'polkadot'), reference),
  fc.tuple(fc.constant('eip155'), fc.integer({ min: 1 }).map(String)),
);

describe('CAIP-2 chain ids', () => {
  it.each(known)('are parsed: $name', ({ value }) => {
    const parts = parseChainId(value);
    expect(`${parts.namespace}:${parts.reference}`).toBe(value);
    expect(formatChainId(parts.namespace, parts.reference)).toBe(value);
    expect(namespaceOf(toChainId(value))).toBe(parts.namespace);
  });

  it.each(foreign)('are rejected in an unregistered namespace: $name', ({ value }) => {
    expect(isChainId(value)).toBe(false);
    expect(thrownBy('caip/invalid-chain-id', () => parseChainId(value)).context).toEqual({ value });
  });

  it('cover at least six published ids of both kinds', () => {
    expect(known.length).toBeGreaterThan(5);
    expect(foreign.length).toBeGreaterThan(5);
  });

  it.each([
    ['no colon', 'eip155'],
    ['no reference', 'eip155:'],
    ['no namespace', ':1'],
    ['three parts', 'eip155:1:2'],
    ['a reference of 33 characters', `solana:${'a'.repeat(33)}`],
    ['a character outside of the alphabet', 'solana:a.b'],
    ['blanks', ' eip155:1'],
    ['a line break at the end', 'eip155:1\n'],
    ['a namespace in upper case', 'EIP155:1'],
    ['an EVM id with a leading zero', 'eip155:01'],
    ['an EVM id of zero', 'eip155:0'],
    ['an EVM id in hex', 'eip155:0x1'],
    ['a negative EVM id', 'eip155:-1'],
    ['a property of every object', '__proto__:1'],
  ])('are rejected with %s', (_, value) => {
    expect(isChainId(value)).toBe(false);
    expect(thrownBy('caip/invalid-chain-id', () => toChainId(value)).recovery).toBe('reconfigure');
  });

  it.each([null, undefined, 1, {}, [], ['eip155:1']])('reject %o', (value) => {
    expect(isChainId(value)).toBe(false);
  });

  itHolds('round-trip through parse and format', chain, ([namespace, ref]) => {
    const value = `${namespace}:${ref}`;
    const parts = parseChainId(value);
    expect(parts).toEqual({ namespace, reference: ref });
    expect(formatChainId(parts.namespace, parts.reference)).toBe(value);
  });

  it('match exactly the CAIP-2 grammar in the registered namespaces', () => {
    const grammar = new RegExp(`^(?:eip155:[1-9][0-9]{0,31}|(?:${NAMESPACES.slice(1).join('|')}):[-_a-zA-Z0-9]{1,32})$`);
    forAll(
      fc.oneof(
        fc.string(),
        chain.map((parts) => parts.join(':')),
        fc.stringMatching(/^(eip155|solana):.{0,34}$/),
      ),
      (value) => {
        expect(isChainId(value)).toBe(grammar.test(value) && !value.endsWith('\n'));
      },
    );
  });
});
