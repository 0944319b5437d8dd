import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProperties } from '../../../../domain/wallet-protocol/properties.js';
import { requestedNamespacesSchema, sessionGrantsSchema } from '../../../../domain/wallet-protocol/session-grants.js';
import { parseOrNull } from '../../../../domain/wire.js';
import { itHolds } from '../properties.js';

const grant = { accounts: ['cosmos:hub:a'], methods: ['cosmos_signDirect'], events: [] };
const requested = { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] };

describe('sessionGrantsSchema', () => {
  it('keeps any chains, and drops unknown members', () => {
    const namespaces = { cosmos: { ...grant, chains: ['cosmos:hub'] }, 'eip155:1': { ...grant, accounts: ['eip155:1:0x1'] } };
    expect(parseOrNull(sessionGrantsSchema, namespaces)).toEqual(namespaces);
    expect(parseOrNull(sessionGrantsSchema, { cosmos: { ...grant, extension: [{}], chains: null } })).toEqual({ cosmos: grant });
  });

  it.each([
    ['not an object', []],
    ['an empty object', {}],
    ['an invalid entry', { cosmos: grant, eip155: null }],
    ['no accounts', { cosmos: { ...grant, accounts: [] } }],
    ['accounts that are not strings', { cosmos: { ...grant, accounts: [1] } }],
    ['no methods', { cosmos: { ...grant, methods: undefined } }],
    ['events that are not a list', { cosmos: { ...grant, events: 'accountsChanged' } }],
    ['a list that is too long', { cosmos: { ...grant, methods: Array.from({ length: 1_001 }, () => 'm') } }],
  ])('rejects %s', (_, value) => {
    expect(parseOrNull(sessionGrantsSchema, value)).toBeNull();
  });
});

describe('requestedNamespacesSchema', () => {
  it('accepts no namespaces, and chains as keys', () => {
    expect(parseOrNull(requestedNamespacesSchema, {})).toEqual({});
    const { chains: _, ...chainless } = requested;
    expect(parseOrNull(requestedNamespacesSchema, { cosmos: requested, 'cosmos:hub': chainless })).toEqual({
      cosmos: requested,
      'cosmos:hub': chainless,
    });
  });

  it.each([
    ['not an object', 'cosmos'],
    ['an invalid entry', { cosmos: 1 }],
    ['chains that are not strings', { cosmos: { ...requested, chains: [{}] } }],
    ['no methods', { cosmos: { ...requested, methods: undefined } }],
  ])('rejects %s', (_, value) => {
    expect(parseOrNull(requestedNamespacesSchema, value)).toBeNull();
  });

  itHolds('never throws for any value', fc.anything({ withNullPrototype: true }), (value) => {
    parseOrNull(sessionGrantsSchema, { a: value });
    parseOrNull(requestedNamespacesSchema, { a: value });
    readProperties({ sessionProperties: value, scopedProperties: value });
  });
});

describe('readProperties', () => {
  it('keeps properties with a value, and drops empty objects', () => {
    const scopedProperties = { eip155: { a: 1 }, solana: null };
    expect(readProperties({ sessionProperties: { a: 'b', c: 1, d: null }, scopedProperties })).toEqual({
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: { a: 1 } },
    });
    expect(readProperties({ sessionProperties: { a: 1 }, scopedProperties: [] })).toEqual({});
  });
});
