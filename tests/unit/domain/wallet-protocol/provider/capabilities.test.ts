import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approvedCapabilities,
  askedChains,
  CAPABILITIES,
  capabilitiesKey,
  keepCapabilities,
  keptCapabilities,
} from '../../../../../domain/wallet-protocol/provider/capabilities.js';
import { forAll } from '../../properties.js';

const ADDRESS = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const ANSWER = { '0x1': { atomic: { status: 'supported' } } };

describe('the cache of capabilities', () => {
  it('gives back what was kept, as JSON text under the address and the chains', () => {
    const key = capabilitiesKey(ADDRESS, ['0x89', '0x1']);
    const text = keepCapabilities(undefined, key, ANSWER);
    expect(JSON.parse(text)).toEqual({ [`${ADDRESS.toLowerCase()}0x1,0x89`]: ANSWER });
    expect(keptCapabilities({ [CAPABILITIES]: text }, key)).toEqual(ANSWER);
    expect(
      keptCapabilities({ [CAPABILITIES]: text }, capabilitiesKey(ADDRESS.toUpperCase().replace('0X', '0x'), ['0x1', '0x89', '0x1'])),
    ).toEqual(ANSWER);
  });

  it('keeps apart addresses, and questions about other chains', () => {
    const text = keepCapabilities(undefined, capabilitiesKey(ADDRESS, ['0x1']), ANSWER);
    expect(keptCapabilities({ capabilities: text }, capabilitiesKey(ADDRESS, []))).toBeNull();
    expect(keptCapabilities({ capabilities: text }, capabilitiesKey('0x1', ['0x1']))).toBeNull();
    const both = keepCapabilities({ capabilities: text }, capabilitiesKey(ADDRESS, []), { '0x89': {} });
    expect(keptCapabilities({ capabilities: both }, capabilitiesKey(ADDRESS, ['0x1']))).toEqual(ANSWER);
    expect(keptCapabilities({ capabilities: both }, capabilitiesKey(ADDRESS, []))).toEqual({ '0x89': {} });
  });

  it('reads what other clients and wallets put there: an object, or an address in its own letters', () => {
    expect(keptCapabilities({ capabilities: { [ADDRESS]: ANSWER } }, capabilitiesKey(ADDRESS, []))).toEqual(ANSWER);
    expect(keptCapabilities({ capabilities: JSON.stringify({ [ADDRESS]: JSON.stringify(ANSWER) }) }, capabilitiesKey(ADDRESS, []))).toEqual(
      ANSWER,
    );
  });

  it.each([
    [undefined],
    [{}],
    [{ capabilities: '' }],
    [{ capabilities: '[' }],
    [{ capabilities: '5' }],
    [{ capabilities: `{"${ADDRESS}":"x"}` }],
  ])('has nothing in %j', (properties) => {
    expect(keptCapabilities(properties, capabilitiesKey(ADDRESS, []))).toBeNull();
  });

  it('keeps every answer whatever was kept before', () => {
    const chains = fc.uniqueArray(fc.constantFrom('0x1', '0xa', '0x89'));
    forAll(fc.array(fc.tuple(fc.constantFrom('0xA', '0xB'), chains, fc.integer()), { minLength: 1 }), (asked) => {
      const last = new Map<string, unknown>();
      let properties: Readonly<Record<string, string>> = {};
      for (const [address, about, answer] of asked) {
        const key = capabilitiesKey(address, about);
        last.set(key, { answer });
        properties = { capabilities: keepCapabilities(properties, key, { answer }) };
      }
      for (const [key, answer] of last) expect(keptCapabilities(properties, key)).toEqual(answer);
    });
  });

  it.each([
    [undefined, []],
    [[ADDRESS], []],
    [[ADDRESS, ['0x1']], ['0x1']],
    [[ADDRESS, '0x1'], []],
    [[ADDRESS, [1]], []],
  ])('asked with %j is about the chains %j', (params, expected) => {
    expect(askedChains(params)).toEqual(expected);
  });
});

describe('what a wallet said of its capabilities when it approved', () => {
  const properties = {
    sessionProperties: { atomic: '{"status":"supported"}', other: 'x' },
    scopedProperties: {
      'eip155:1': { paymasterService: '{"supported":true}', [`eip155:1:${ADDRESS}`]: { atomic: '{"status":"ready"}' } },
      'eip155:137': '{"auxiliaryFunds":{"supported":false}}',
    },
  };

  it('is what it said of all chains, of a chain and of an account, the last of which counts most', () => {
    expect(approvedCapabilities(properties, ADDRESS.toLowerCase(), ['0x1', '137'])).toEqual({
      '0x1': { atomic: { status: 'ready' }, paymasterService: { supported: true } },
      '0x89': { atomic: { status: 'supported' }, auxiliaryFunds: { supported: false } },
    });
    expect(approvedCapabilities(properties, '0x1', ['0x1'])).toMatchObject({ '0x1': { atomic: { status: 'supported' } } });
  });

  it('is nothing where it said nothing, or where no chain is asked about', () => {
    expect(approvedCapabilities(properties, ADDRESS, [])).toBeNull();
    expect(approvedCapabilities({}, ADDRESS, ['0x1'])).toBeNull();
    expect(approvedCapabilities({ sessionProperties: { capabilities: '{}' } }, ADDRESS, ['0x1'])).toBeNull();
    expect(approvedCapabilities(properties, ADDRESS, ['one', '0x', '-1', '0'])).toBeNull();
  });
});
