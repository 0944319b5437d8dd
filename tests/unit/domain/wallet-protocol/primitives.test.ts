import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  isAccountIdString,
  isChainIdString,
  isExpired,
  isHttpUrl,
  isNonEmptyObject,
  isNonEmptyString,
  isNumber,
  isPlainObject,
  isReason,
  isRelay,
  isRelayList,
  isRpcResponse,
  isStringList,
  isSubset,
} from '../../../../domain/wallet-protocol/primitives.js';
import { isUrlString } from '../../../../domain/wallet-protocol/rules/pair-rule.js';

class Other {
  readonly member = 1;
}
const nothing = [undefined, null, Number.NaN, true, Symbol('s'), () => 1];

describe('validators', () => {
  it.each([
    ['isNonEmptyString', isNonEmptyString, ['a', ' a '], [...nothing, '', ' ', '\n', 5, {}, ['a']]],
    ['isNumber', isNumber, [0, -1, 1.5, Number.POSITIVE_INFINITY], [...nothing, '1', {}, 1n]],
    [
      'isPlainObject',
      isPlainObject,
      [{}, { a: 1 }, runInNewContext('({ a: 1 })')],
      [...nothing, 'a', [], new Other(), new Map(), Object.create(null)],
    ],
    [
      'isNonEmptyObject',
      isNonEmptyObject,
      [{ a: 1 }, { a: undefined }, runInNewContext('({ a: 1 })')],
      [...nothing, {}, 'a', [1], new Other()],
    ],
    ['isChainIdString', isChainIdString, ['eip155:1', 'cosmos:hub', ':', 'a:'], [...nothing, '', 'eip155', 'a:b:c', 5, ['eip155:1']]],
    ['isAccountIdString', isAccountIdString, ['eip155:1:0xab', '::a'], [...nothing, '', 'eip155:1', 'eip155:1:', 'a:b:c:d', 5]],
    ['isStringList', isStringList, [[], ['a', 'b']], [...nothing, 'a', {}, [''], [1], ['a', null], new Array(2)]],
    [
      'isUrlString',
      isUrlString,
      ['wc:abc@2?relay-protocol=irn', 'https://a.example', 'wc://a', 'mailto:x', btoa('wc:abc@2?symKey=a'), ' wc:a '],
      [...nothing, '', 'abc', 'https://', 'http:', '//a.example', '1a:b', btoa('not a URL')],
    ],
    [
      'isHttpUrl',
      isHttpUrl,
      ['http://127.0.0.1:8545', 'https://rpc.example/v1?x=1', 'HTTPS://A.example'],
      [...nothing, '', 'ws://a', 'http:a', 'https://', 'ftp://a', 'a.example', 'http:// a'],
    ],
    ['isRelay', isRelay, [{ protocol: 'irn' }], [...nothing, {}, { protocol: '' }, { protocol: 5 }, 'irn']],
    [
      'isRelayList',
      isRelayList,
      [[{ protocol: 'irn' }], [{}], [{}, { protocol: 'irn' }]],
      [...nothing, [], {}, 'irn', [{ protocol: 5 }, {}], [null], ['irn'], new Array(1)],
    ],
    [
      'isReason',
      isReason,
      [
        { code: 1, message: 'm' },
        { code: -1, message: 'm', data: 1 },
      ],
      [...nothing, {}, { code: 0, message: 'm' }, { code: '1', message: 'm' }, { code: 1, message: ' ' }, { code: 1 }],
    ],
    [
      'isRpcResponse',
      isRpcResponse,
      [
        { id: 1, jsonrpc: '2.0', result: null },
        { id: 1, jsonrpc: '2.0', error: 'e' },
      ],
      [
        ...nothing,
        {},
        { id: 1, jsonrpc: '2.0' },
        { id: '1', jsonrpc: '2.0', result: 1 },
        { id: 1, result: 1 },
        { id: 1, jsonrpc: 2, result: 1 },
        { id: Number.NaN, jsonrpc: '2.0', result: 1 },
      ],
    ],
  ] as const)('%s', (_, validate, valid, invalid) => {
    expect(valid.filter((value) => !validate(value))).toEqual([]);
    expect(invalid.filter((value) => validate(value))).toEqual([]);
  });

  it('detect subsets and expired times', () => {
    expect(isSubset([], [])).toBe(true);
    expect(isSubset(['a', 'a'], ['b', 'a'])).toBe(true);
    expect(isSubset(['a', 'c'], ['b', 'a'])).toBe(false);
    expect(isExpired(10, 9_999)).toBe(false);
    expect(isExpired(10, 10_000)).toBe(true);
    for (const invalid of [...nothing, '10', {}]) expect(isExpired(invalid, 0)).toBe(true);
  });
});
