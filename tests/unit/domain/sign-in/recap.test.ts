import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chainsIn,
  checkRecap,
  createRecap,
  decodeRecap,
  encodeRecap,
  isRecapUri,
  methodsIn,
  type Recap,
  recapOf,
  recapUriOf,
  resourceLines,
} from '../../../../domain/sign-in/recap.js';
import erc5573 from '../../../vectors/erc-5573.json' with { type: 'json' };
import walletAuthentication from '../../../vectors/wallet-authentication.json' with { type: 'json' };
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';
import { arbitraryRecap } from './arbitrary-recap.js';

const messageOf = (action: () => unknown): string => thrownBy('wallet-protocol/invalid-parameter', action).message;

/** A ReCap URI of any JSON, as a peer could send it. */
const uriOf = (json: string): string => `urn:recap:${Buffer.from(json).toString('base64')}`;

describe('ReCaps', () => {
  it.each([
    ['nothing', undefined, 'No recap provided, value is undefined'],
    ['null', null, 'No recap provided, value is undefined'],
    ['an empty string', '', 'No recap provided, value is undefined'],
    ['a string', 'recap', 'No `att` property found'],
    ['a list', [], 'No `att` property found'],
    ['no resources', {}, 'No `att` property found'],
    ['null for its resources', { att: null }, 'No `att` property found'],
    ['an empty object of resources', { att: {} }, 'No resources found in `att` property'],
    ['a list for a resource', { att: { eip155: [] } }, 'Resource must be an object: eip155'],
    ['a string for a resource', { att: { eip155: 'request' } }, 'Resource must be an object: eip155'],
    ['null for a resource', { att: { eip155: null } }, 'Resource must be an object: eip155'],
    ['a resource without abilities', { att: { eip155: {} } }, 'Resource object is empty: eip155'],
    ['one good and one empty resource', { att: { a: { 'b/c': [{}] }, eip155: {} } }, 'Resource object is empty: eip155'],
    ['no limit', { att: { eip155: { 'request/a': [] } } }, 'Value of request/a is empty array, must be an array with objects'],
  ])('reject %s with a message', (_, value, message) => {
    expect(messageOf(() => checkRecap(value))).toBe(message);
  });

  it.each([
    ['a string', 'x', 'request/a', 'x'],
    ['an object', {}, 'request/a', '[object Object]'],
    ['an object without string conversion', { toString: 1 }, 'request/a', '[object Object]'],
    ['null', null, 'request/a', 'null'],
    ['a number in a list', [{}, 1], '(request/a)', '1'],
    ['null in a list', [null], '(request/a)', 'null'],
    ['a list in a list', [['x']], '(request/a)', 'x'],
  ])('reject %s as limits with a message', (_, limits, ability, found) => {
    const message = `Ability limits ${ability} must be an array of objects, found: ${found}`;
    expect(messageOf(() => checkRecap({ att: { eip155: { 'request/a': limits } } }))).toBe(message);
  });

  itHolds('are accepted or rejected with a typed error, for any value', fc.anything(), (value) => {
    try {
      expect(Object.keys(checkRecap(value).att).length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({ code: 'wallet-protocol/invalid-parameter' });
    }
  });

  it('keep proofs, and drop members unknown to ERC-5573', () => {
    const att = { eip155: { 'request/a': [{}] } };
    expect(checkRecap({ att, prf: ['bafy', 1], extra: true })).toEqual({ att, prf: ['bafy'] });
    expect(checkRecap({ att, prf: [] })).toEqual({ att });
  });

  it('contain methods sorted and without duplicates', () => {
    const recap = createRecap('eip155', 'request', ['wallet_b', 'eth_sign', 'Eth_sign', 'eth_sign', 'eth_Send']);
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

describe('ReCap URIs', () => {
  const { recap, uri } = erc5573.detailsObject;

  it('match ERC-5573', () => {
    expect(decodeRecap(uri)).toEqual(recap);
    // This ReCap has no character in which the two alphabets differ.
    expect(encodeRecap(recap)).toBe(uri);
  });

  it('match the WalletConnect specification, with or without padding', () => {
    expect(decodeRecap(walletAuthentication.uri)).toEqual(walletAuthentication.recap);
    expect(encodeRecap(walletAuthentication.recap)).toBe(walletAuthentication.uri.replace(/=+$/, ''));
    expect(encodeRecap(createRecap('eip155', 'request', ['personal_sign', 'eth_signTypedData_v4']))).toBe(
      walletAuthentication.uri.replace(/=+$/, ''),
    );
  });

  itHolds('round-trip in both alphabets', arbitraryRecap, (any) => {
    const encoded = encodeRecap(any);
    expect(encoded).toMatch(/^urn:recap:[A-Za-z0-9+/]+$/);
    expect(decodeRecap(encoded)).toEqual(any);
    expect(decodeRecap(encoded.replaceAll('+', '-').replaceAll('/', '_'))).toEqual(any);
  });

  it('are rejected if unreadable', () => {
    for (const invalid of [
      'urn:recap:',
      'urn:recap:%',
      'urn:recap:e30x',
      uriOf('{'),
      `urn:recap:${Buffer.from([0xff, 0xfe]).toString('base64')}`,
    ])
      expect(messageOf(() => decodeRecap(invalid))).toBe('The recap is not JSON in base64');
    expect(messageOf(() => decodeRecap(uriOf('null')))).toBe('No recap provided, value is undefined');
    expect(messageOf(() => decodeRecap(uriOf('{"att":{"eip155":{"request/a":{"toString":1}}}}')))).toContain('[object Object]');
    expect(messageOf(() => decodeRecap(erc5573.withoutLimits))).toBe(
      'Value of example/append is empty array, must be an array with objects',
    );
    expect(messageOf(() => encodeRecap({ att: {} }))).toBe('No resources found in `att` property');
  });

  it('do not affect prototypes', () => {
    const read = decodeRecap(uriOf('{"att":{"__proto__":{"request/a":[{}]}}}'));
    expect(Object.keys(read.att)).toEqual(['__proto__']);
    expect(methodsIn(read)).toEqual([]);
    expect(decodeRecap(encodeRecap(read))).toEqual(read);
  });

  it('are only found as the last resource', () => {
    expect(recapUriOf(['https://a.example', uri])).toBe(uri);
    expect(recapOf(['https://a.example', uri])).toEqual(recap);
    for (const resources of [undefined, [], [uri, 'https://a.example'], ['https://a.example/?x=urn:recap:e30']]) {
      expect(recapUriOf(resources)).toBeNull();
      expect(recapOf(resources)).toBeNull();
    }
    expect(isRecapUri('URN:RECAP:e30')).toBe(false);
  });
});

describe('ReCap capabilities', () => {
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

  it('include the methods of eip155, without other abilities', () => {
    expect(methodsIn(recap)).toEqual(['personal_sign', 'eth_sign']);
    expect(methodsIn({ att: { solana: { 'request/a': [{}] } } })).toEqual([]);
  });

  it('include the valid eip155 chains of all limits, without duplicates', () => {
    expect(chainsIn(recap)).toEqual(['eip155:1', 'eip155:10', 'eip155:137']);
    const foreign = {
      'request/a': [{ chains: ['eip155:01', 'solana:x', 1, null, 'eip155:5'] }, { chains: 'eip155:7' }, { chains: { a: 1 } }, {}],
    };
    expect(chainsIn({ att: { eip155: foreign } })).toEqual(['eip155:5', 'eip155:7']);
    expect(chainsIn({ att: { solana: { 'request/a': [{ chains: ['eip155:1'] }] } } })).toEqual([]);
  });

  it('are described by a line for each resource, with its abilities and actions', () => {
    const att = {
      eip155: { 'request/personal_sign': [{}], 'request/eth_sendTransaction': [{}], 'watch/blocks': [{}] },
      'https://files.example': { 'crud/read': [{ folder: 'a' }] },
    };
    expect(resourceLines(['https://app.example/terms', encodeRecap({ att })])).toEqual([
      'https://app.example/terms',
      'eip155: watch (blocks), request (eth_sendTransaction, personal_sign)',
      'https://files.example: crud (read)',
    ]);
    expect(resourceLines(['urn:recap:e30', 'urn:recap:%'])).toEqual(['urn:recap:e30', 'urn:recap:%']);
    expect(resourceLines([])).toEqual([]);
  });
});
