import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProperties } from '../../../../domain/wallet-protocol/properties.js';
import { proposalDemandsSchema, sessionGrantsSchema } from '../../../../domain/wallet-protocol/session-grants.js';
import { read } from '../../../../domain/wire.js';
import { itHolds } from '../properties.js';

const granted = { accounts: ['cosmos:hub:a'], methods: ['cosmos_signDirect'], events: [] };
const asked = { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] };

describe('what a wallet allows, of whatever chains', () => {
  it('is kept as it is, without members that the protocol does not know', () => {
    const namespaces = { cosmos: { ...granted, chains: ['cosmos:hub'] }, 'eip155:1': { ...granted, accounts: ['eip155:1:0x1'] } };
    expect(read(sessionGrantsSchema, namespaces)).toEqual(namespaces);
    expect(read(sessionGrantsSchema, { cosmos: { ...granted, extension: [{}], chains: null } })).toEqual({ cosmos: granted });
  });

  it.each([
    ['no table', []],
    ['nothing', {}],
    ['an entry that is none', { cosmos: granted, eip155: null }],
    ['no account at all', { cosmos: { ...granted, accounts: [] } }],
    ['accounts that are no texts', { cosmos: { ...granted, accounts: [1] } }],
    ['no methods', { cosmos: { ...granted, methods: undefined } }],
    ['events that are no list', { cosmos: { ...granted, events: 'accountsChanged' } }],
    ['a list that is too long', { cosmos: { ...granted, methods: Array.from({ length: 1_001 }, () => 'm') } }],
  ])('is none with %s', (_, value) => {
    expect(read(sessionGrantsSchema, value)).toBeNull();
  });
});

describe('what is asked of a wallet, of whatever chains', () => {
  it('may be nothing, and may name its chains in the key', () => {
    expect(read(proposalDemandsSchema, {})).toEqual({});
    const { chains: _, ...chainless } = asked;
    expect(read(proposalDemandsSchema, { cosmos: asked, 'cosmos:hub': chainless })).toEqual({ cosmos: asked, 'cosmos:hub': chainless });
  });

  it.each([
    ['no table', 'cosmos'],
    ['an entry that is none', { cosmos: 1 }],
    ['chains that are no texts', { cosmos: { ...asked, chains: [{}] } }],
    ['no methods', { cosmos: { ...asked, methods: undefined } }],
  ])('is none with %s', (_, value) => {
    expect(read(proposalDemandsSchema, value)).toBeNull();
  });

  itHolds('never makes a reader throw', fc.anything({ withNullPrototype: true }), (value) => {
    read(sessionGrantsSchema, { a: value });
    read(proposalDemandsSchema, { a: value });
    readProperties({ sessionProperties: value, scopedProperties: value });
  });
});

describe('the properties of a proposal or a session', () => {
  it('are those with a value; a table without any is left out', () => {
    const scopedProperties = { eip155: { a: 1 }, solana: null };
    expect(readProperties({ sessionProperties: { a: 'b', c: 1, d: null }, scopedProperties })).toEqual({
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: { a: 1 } },
    });
    expect(readProperties({ sessionProperties: { a: 1 }, scopedProperties: [] })).toEqual({});
  });
});
