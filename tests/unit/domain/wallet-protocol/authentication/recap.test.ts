import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chainsIn,
  checkRecap,
  decodeRecap,
  encodeRecap,
  isRecapUri,
  makeRecap,
  methodsIn,
  type Recap,
  recapOf,
  recapUriOf,
} from '../../../../../domain/wallet-protocol/authentication/recap.js';
import erc5573 from '../../../../vectors/erc-5573.json' with { type: 'json' };
import walletAuthentication from '../../../../vectors/wallet-authentication.json' with { type: 'json' };
import { itHolds } from '../../properties.js';
import { thrownBy } from '../../throws.js';
import { arbitraryRecap } from './arbitrary-recap.js';

const messageOf = (action: () => unknown): string => thrownBy('wallet-protocol/invalid-parameter', action).message;

/** A resource that holds any JSON, as a peer could send it. */
const uriOf = (json: string): string => `urn:recap:${Buffer.from(json).toString('base64')}`;

describe('a ReCap', () => {
  it.each([
    ['nothing', undefined, 'No recap provided, value is undefined'],
    ['null', null, 'No recap provided, value is undefined'],
    ['an empty text', '', 'No recap provided, value is undefined'],
    ['a text', 'recap', 'No `att` property found'],
    ['a list', [], 'No `att` property found'],
    ['no resources', {}, 'No `att` property found'],
    ['null for its resources', { att: null }, 'No `att` property found'],
    ['an empty table of resources', { att: {} }, 'No resources found in `att` property'],
    ['a list for a resource', { att: { eip155: [] } }, 'Resource must be an object: eip155'],
    ['a text for a resource', { att: { eip155: 'request' } }, 'Resource must be an object: eip155'],
    ['null for a resource', { att: { eip155: null } }, 'Resource must be an object: eip155'],
    ['a resource without abilities', { att: { eip155: {} } }, 'Resource object is empty: eip155'],
    ['one good and one empty resource', { att: { a: { 'b/c': [{}] }, eip155: {} } }, 'Resource object is empty: eip155'],
    ['no limit', { att: { eip155: { 'request/a': [] } } }, 'Value of request/a is empty array, must be an array with objects'],
  ])('with %s is none, and the sentence says why', (_, value, sentence) => {
    expect(messageOf(() => checkRecap(value))).toBe(sentence);
  });

  it.each([
    ['a text', 'x', 'request/a', 'x'],
    ['an object', {}, 'request/a', '[object Object]'],
    ['an object that cannot be shown', { toString: 1 }, 'request/a', '[object Object]'],
    ['null', null, 'request/a', 'null'],
    ['a number in a list', [{}, 1], '(request/a)', '1'],
    ['null in a list', [null], '(request/a)', 'null'],
    ['a list in a list', [['x']], '(request/a)', 'x'],
  ])('with %s for limits is none, and the sentence says why', (_, limits, place, found) => {
    const sentence = `Ability limits ${place} must be an array of objects, found: ${found}`;
    expect(messageOf(() => checkRecap({ att: { eip155: { 'request/a': limits } } }))).toBe(sentence);
  });

  itHolds('is read or refused, whatever it is, and never throws anything else', fc.anything(), (value) => {
    try {
      expect(Object.keys(checkRecap(value).att).length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({ code: 'wallet-protocol/invalid-parameter' });
    }
  });

  it('keeps its proofs and nothing that ERC-5573 does not know', () => {
    const att = { eip155: { 'request/a': [{}] } };
    expect(checkRecap({ att, prf: ['bafy', 1], extra: true })).toEqual({ att, prf: ['bafy'] });
    expect(checkRecap({ att, prf: [] })).toEqual({ att });
  });

  it('for methods has each once and in order, whatever the letters', () => {
    const recap = makeRecap('eip155', 'request', ['wallet_b', 'eth_sign', 'Eth_sign', 'eth_sign', 'eth_Send']);
    expect(Object.keys(recap.att['eip155'] ?? {})).toEqual([
      'request/eth_Send',
      'request/eth_sign',
      'request/Eth_sign',
      'request/wallet_b',
    ]);
    expect(Object.values(recap.att['eip155'] ?? {})).toEqual([[{}], [{}], [{}], [{}]]);
    expect(methodsIn(recap)).toEqual(['eth_Send', 'eth_sign', 'Eth_sign', 'wallet_b']);
  });
});

describe('the resource that holds a ReCap', () => {
  const { recap, uri } = erc5573.detailsObject;

  it('is that of ERC-5573', () => {
    expect(decodeRecap(uri)).toEqual(recap);
    // The standard's own ReCap holds no character that the two alphabets write differently.
    expect(encodeRecap(recap)).toBe(uri);
  });

  it('is that of the wallet protocol, with padding or without', () => {
    expect(decodeRecap(walletAuthentication.uri)).toEqual(walletAuthentication.recap);
    expect(encodeRecap(walletAuthentication.recap)).toBe(walletAuthentication.uri.replace(/=+$/, ''));
    expect(encodeRecap(makeRecap('eip155', 'request', ['personal_sign', 'eth_signTypedData_v4']))).toBe(
      walletAuthentication.uri.replace(/=+$/, ''),
    );
  });

  itHolds('gives back what was written, in both alphabets', arbitraryRecap, (any) => {
    const written = encodeRecap(any);
    expect(written).toMatch(/^urn:recap:[A-Za-z0-9+/]+$/);
    expect(decodeRecap(written)).toEqual(any);
    expect(decodeRecap(written.replaceAll('+', '-').replaceAll('/', '_'))).toEqual(any);
  });

  it('is refused where it says nothing that can be read', () => {
    for (const none of [
      'urn:recap:',
      'urn:recap:%',
      'urn:recap:e30x',
      uriOf('{'),
      `urn:recap:${Buffer.from([0xff, 0xfe]).toString('base64')}`,
    ])
      expect(messageOf(() => decodeRecap(none))).toBe('The recap is not JSON in base64');
    expect(messageOf(() => decodeRecap(uriOf('null')))).toBe('No recap provided, value is undefined');
    expect(messageOf(() => decodeRecap(uriOf('{"att":{"eip155":{"request/a":{"toString":1}}}}')))).toContain('[object Object]');
    expect(messageOf(() => decodeRecap(erc5573.withoutLimits))).toBe(
      'Value of example/append is empty array, must be an array with objects',
    );
    expect(messageOf(() => encodeRecap({ att: {} }))).toBe('No resources found in `att` property');
  });

  it('does not reach the prototype of anything', () => {
    const read = decodeRecap(uriOf('{"att":{"__proto__":{"request/a":[{}]}}}'));
    expect(Object.keys(read.att)).toEqual(['__proto__']);
    expect(methodsIn(read)).toEqual([]);
    expect(decodeRecap(encodeRecap(read))).toEqual(read);
  });

  it('is the last among resources, or there is none', () => {
    expect(recapUriOf(['https://a.example', uri])).toBe(uri);
    expect(recapOf(['https://a.example', uri])).toEqual(recap);
    for (const resources of [undefined, [], [uri, 'https://a.example'], ['https://a.example/?x=urn:recap:e30']]) {
      expect(recapUriOf(resources)).toBeNull();
      expect(recapOf(resources)).toBeNull();
    }
    expect(isRecapUri('URN:RECAP:e30')).toBe(false);
  });
});

describe('what a ReCap grants', () => {
  const recap: Recap = {
    att: {
      eip155: {
        'request/personal_sign': [{ chains: ['eip155:1', 'eip155:10'] }, { chains: ['eip155:137', 'eip155:1'] }],
        'request/eth_sign': [{}],
        'push/notify': [{ chains: ['eip155:8453'] }],
      },
      solana: { 'request/solana_signMessage': [{ chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }] },
    },
  };

  it('is the methods of eip155 that may be requested, and no other ability', () => {
    expect(methodsIn(recap)).toEqual(['personal_sign', 'eth_sign']);
    expect(methodsIn({ att: { solana: { 'request/a': [{}] } } })).toEqual([]);
  });

  it('is the chains of all of their limits, each once, and only well-formed ones of eip155', () => {
    expect(chainsIn(recap)).toEqual(['eip155:1', 'eip155:10', 'eip155:137']);
    const foreign = {
      'request/a': [{ chains: ['eip155:01', 'solana:x', 1, null, 'eip155:5'] }, { chains: 'eip155:7' }, { chains: { a: 1 } }, {}],
    };
    expect(chainsIn({ att: { eip155: foreign } })).toEqual(['eip155:5', 'eip155:7']);
    expect(chainsIn({ att: { solana: { 'request/a': [{ chains: ['eip155:1'] }] } } })).toEqual([]);
  });
});
