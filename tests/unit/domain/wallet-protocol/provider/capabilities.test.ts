import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCachedCapabilities,
  approvedCapabilities,
  CAPABILITIES_PROPERTY,
  cachedCapabilities,
  capabilitiesKey,
  requestedChains,
} from '../../../../../domain/wallet-protocol/provider/capabilities.js';
import { forAll } from '../../properties.js';

const ADDRESS = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const RESPONSE = { '0x1': { atomic: { status: 'supported' } } };

describe('capabilities cache', () => {
  it('returns the cached response, stored as JSON under the address and the chains', () => {
    const key = capabilitiesKey(ADDRESS, ['0x89', '0x1']);
    const text = addCachedCapabilities(undefined, key, RESPONSE);
    expect(JSON.parse(text)).toEqual({ [`${ADDRESS.toLowerCase()}0x1,0x89`]: RESPONSE });
    expect(cachedCapabilities({ [CAPABILITIES_PROPERTY]: text }, key)).toEqual(RESPONSE);
    expect(
      cachedCapabilities(
        { [CAPABILITIES_PROPERTY]: text },
        capabilitiesKey(ADDRESS.toUpperCase().replace('0X', '0x'), ['0x1', '0x89', '0x1']),
      ),
    ).toEqual(RESPONSE);
  });

  it('separates addresses and requested chains', () => {
    const text = addCachedCapabilities(undefined, capabilitiesKey(ADDRESS, ['0x1']), RESPONSE);
    expect(cachedCapabilities({ capabilities: text }, capabilitiesKey(ADDRESS, []))).toBeNull();
    expect(cachedCapabilities({ capabilities: text }, capabilitiesKey('0x1', ['0x1']))).toBeNull();
    const both = addCachedCapabilities({ capabilities: text }, capabilitiesKey(ADDRESS, []), { '0x89': {} });
    expect(cachedCapabilities({ capabilities: both }, capabilitiesKey(ADDRESS, ['0x1']))).toEqual(RESPONSE);
    expect(cachedCapabilities({ capabilities: both }, capabilitiesKey(ADDRESS, []))).toEqual({ '0x89': {} });
  });

  it('reads the format of other clients and wallets: an object, or an address in mixed case', () => {
    expect(cachedCapabilities({ capabilities: { [ADDRESS]: RESPONSE } }, capabilitiesKey(ADDRESS, []))).toEqual(RESPONSE);
    expect(
      cachedCapabilities({ capabilities: JSON.stringify({ [ADDRESS]: JSON.stringify(RESPONSE) }) }, capabilitiesKey(ADDRESS, [])),
    ).toEqual(RESPONSE);
  });

  it.each([
    [undefined],
    [{}],
    [{ capabilities: '' }],
    [{ capabilities: '[' }],
    [{ capabilities: '5' }],
    [{ capabilities: `{"${ADDRESS}":"x"}` }],
  ])('is empty for %j', (properties) => {
    expect(cachedCapabilities(properties, capabilitiesKey(ADDRESS, []))).toBeNull();
  });

  it('keeps every response', () => {
    const chains = fc.uniqueArray(fc.constantFrom('0x1', '0xa', '0x89'));
    forAll(fc.array(fc.tuple(fc.constantFrom('0xA', '0xB'), chains, fc.integer()), { minLength: 1 }), (responses) => {
      const last = new Map<string, unknown>();
      let properties: Readonly<Record<string, string>> = {};
      for (const [address, requested, response] of responses) {
        const key = capabilitiesKey(address, requested);
        last.set(key, { response });
        properties = { capabilities: addCachedCapabilities(properties, key, { response }) };
      }
      for (const [key, response] of last) expect(cachedCapabilities(properties, key)).toEqual(response);
    });
  });

  it.each([
    [undefined, []],
    [[ADDRESS], []],
    [[ADDRESS, ['0x1']], ['0x1']],
    [[ADDRESS, '0x1'], []],
    [[ADDRESS, [1]], []],
  ])('requestedChains of %j are %j', (params, expected) => {
    expect(requestedChains(params)).toEqual(expected);
  });
});

describe('approvedCapabilities', () => {
  const properties = {
    sessionProperties: { atomic: '{"status":"supported"}', other: 'x' },
    scopedProperties: {
      'eip155:1': { paymasterService: '{"supported":true}', [`eip155:1:${ADDRESS}`]: { atomic: '{"status":"ready"}' } },
      'eip155:137': '{"auxiliaryFunds":{"supported":false}}',
    },
  };

  it('merges properties for all chains, a chain and an account, the most specific one winning', () => {
    expect(approvedCapabilities(properties, ADDRESS.toLowerCase(), ['0x1', '137'])).toEqual({
      '0x1': { atomic: { status: 'ready' }, paymasterService: { supported: true } },
      '0x89': { atomic: { status: 'supported' }, auxiliaryFunds: { supported: false } },
    });
    expect(approvedCapabilities(properties, '0x1', ['0x1'])).toMatchObject({ '0x1': { atomic: { status: 'supported' } } });
  });

  it('is null without properties or valid chains', () => {
    expect(approvedCapabilities(properties, ADDRESS, [])).toBeNull();
    expect(approvedCapabilities({}, ADDRESS, ['0x1'])).toBeNull();
    expect(approvedCapabilities({ sessionProperties: { capabilities: '{}' } }, ADDRESS, ['0x1'])).toBeNull();
    expect(approvedCapabilities(properties, ADDRESS, ['one', '0x', '-1', '0'])).toBeNull();
  });
});
