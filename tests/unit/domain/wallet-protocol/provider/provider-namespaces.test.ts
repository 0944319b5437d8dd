import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountsIn,
  addressesOn,
  approvedNamespaces,
  mergeNamespaces,
  namespacePrefixOf,
  type ProviderNamespaces,
  withApprovedDefaults,
  withoutRpcSettings,
  withValidDefaults,
} from '../../../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { itHolds } from '../../properties.js';

const ACCOUNT = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
const namespaceOf = (namespace: string) =>
  fc.record(
    {
      chains: fc.uniqueArray(fc.constantFrom(`${namespace}:1`, `${namespace}:2`, `${namespace}:3`), { minLength: 1, maxLength: 3 }),
      methods: words,
      events: words,
    },
    { noNullPrototype: true },
  );
const namespaces = fc.record({ eip155: namespaceOf('eip155'), solana: namespaceOf('solana') }, { requiredKeys: [], noNullPrototype: true });

describe('mergeNamespaces', () => {
  it('merges entries of single chains into their namespace', () => {
    const requested = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
      'eip155:137': { methods: ['eth_sign', 'personal_sign'], events: [] },
      'solana:x': { chains: ['solana:y'], methods: [], events: [] },
    };
    expect(mergeNamespaces(requested)).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign', 'eth_sign'], events: ['accountsChanged'] },
      solana: { chains: ['solana:x'], methods: [], events: [] },
    });
  });

  it('keeps the first default chain and RPC URLs', () => {
    const first = { eip155: { chains: ['eip155:1'], methods: [], events: [], defaultChain: '1', rpcMap: { 1: 'https://a' } } };
    const second = {
      eip155: { chains: ['eip155:10'], methods: [], events: [], defaultChain: '10', rpcMap: { 1: 'https://b', 10: 'https://c' } },
    };
    expect(mergeNamespaces(first, second).eip155).toMatchObject({ defaultChain: '1', rpcMap: { 1: 'https://a', 10: 'https://c' } });
    expect(mergeNamespaces({ eip155: { chains: ['eip155:1'], methods: [], events: [] } }, second).eip155).toMatchObject({
      defaultChain: '10',
    });
  });

  it.each([
    [undefined],
    [null],
    ['eip155'],
    [{}],
    [{ eip155: null }],
    [{ eip155: { chains: [], methods: ['a'], events: [] } }],
    [{ eip155: { methods: ['a'], events: ['b'] } }],
    [{ eip155: { chains: 'eip155:1', methods: [], events: [] } }],
    [{ eip155: { chains: [5], methods: [], events: [] } }],
  ])('drops %j, which has no chains', (given) => {
    expect(mergeNamespaces(given)).toEqual({});
  });

  it('drops invalid lists, RPC URLs and default chains', () => {
    const given = { eip155: { chains: ['eip155:1'], methods: 'eth_sign', events: [1], rpcMap: { 1: 5 }, defaultChain: 1 } };
    expect(mergeNamespaces(given)).toEqual({ eip155: { chains: ['eip155:1'], methods: [], events: [] } });
  });

  itHolds('contains exactly the values of both, and is idempotent', namespaces, namespaces, (a, b) => {
    const merged = mergeNamespaces(a, b);
    for (const kind of ['chains', 'methods', 'events'] as const) {
      for (const name of ['eip155', 'solana'] as const) {
        const expected = new Set([...(a[name]?.[kind] ?? []), ...(b[name]?.[kind] ?? [])]);
        expect(new Set(merged[name]?.[kind])).toEqual(expected);
        expect(merged[name]?.[kind].length ?? 0).toBe(expected.size);
      }
    }
    expect(mergeNamespaces(merged, merged)).toEqual(merged);
    expect(mergeNamespaces(merged, a, b)).toEqual(merged);
  });

  it('does not mutate its input', () => {
    const given: ProviderNamespaces = Object.freeze({
      eip155: Object.freeze({ chains: ['eip155:1'], methods: ['a'], events: [] }),
    });
    mergeNamespaces(given).eip155?.chains.push('eip155:5');
    expect(given.eip155?.chains).toEqual(['eip155:1']);
  });
});

describe('session namespaces', () => {
  const grants = {
    eip155: { chains: ['eip155:5'], accounts: [`eip155:1:${ACCOUNT}`, `eip155:1:0x2`], methods: ['personal_sign'], events: ['a'] },
    'eip155:137': { accounts: [`eip155:137:${ACCOUNT}`, `eip155:1:0x2`], methods: ['eth_sign'], events: [] },
    eip1559: { accounts: ['eip1559:1:0x9'], methods: [], events: [] },
  };

  it('contain the chains of accounts, not the listed ones', () => {
    expect(approvedNamespaces(grants)).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign', 'eth_sign'], events: ['a'] },
      eip1559: { chains: ['eip1559:1'], methods: [], events: [] },
    });
    expect(approvedNamespaces({ eip155: { accounts: [], methods: ['a'], events: [] } })).toEqual({});
  });

  it('contain the accounts of a namespace and its chains, without duplicates', () => {
    expect(accountsIn(grants, 'eip155')).toEqual([`eip155:1:${ACCOUNT}`, 'eip155:1:0x2', `eip155:137:${ACCOUNT}`]);
    expect(accountsIn(grants, 'eip15')).toEqual([]);
  });

  it('contain the addresses on a chain, without duplicates', () => {
    const accounts = accountsIn(grants, 'eip155');
    expect(addressesOn(accounts, ['1'])).toEqual([ACCOUNT, '0x2']);
    expect(addressesOn(accounts, ['1', '137'])).toEqual([ACCOUNT, '0x2']);
    expect(addressesOn(accounts, ['10'])).toEqual([]);
    expect(addressesOn(['eip155'], [''])).toEqual([]);
  });
});

describe('withoutRpcSettings', () => {
  it('keeps chains, methods and events, without the app’s RPC URLs', () => {
    const requested = {
      eip155: { chains: ['eip155:1'], methods: ['a'], events: ['b'], rpcMap: { 1: 'https://node/secret' }, defaultChain: '1' },
    };
    expect(withoutRpcSettings(requested)).toEqual({ eip155: { chains: ['eip155:1'], methods: ['a'], events: ['b'] } });
  });

  it('returns invalid values unchanged', () => {
    for (const given of [undefined, null, 'eip155', [], { eip155: null }, { eip155: { chains: 'x' } }, { 'eip155:1': { methods: [] } }])
      expect(withoutRpcSettings(given)).toEqual(given);
  });

  it('does not keep unapproved default chains (withApprovedDefaults)', () => {
    const requested = { eip155: { chains: ['eip155:1', 'eip155:10'], methods: [], events: [], defaultChain: '10' } };
    expect(withApprovedDefaults(requested, ['eip155:1', 'eip155:10'])).toEqual(requested);
    expect(withApprovedDefaults(requested, ['eip155:1', 'solana:10'])).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:10'], methods: [], events: [] },
    });
  });

  it('extracts prefixes (namespacePrefixOf)', () => {
    expect([namespacePrefixOf('eip155'), namespacePrefixOf('eip155:1'), namespacePrefixOf('eip155:1:0x'), namespacePrefixOf('')]).toEqual([
      'eip155',
      'eip155',
      'eip155',
      '',
    ]);
  });
});

describe('withValidDefaults', () => {
  const withDefault = (namespace: string, chains: string[], defaultChain: string): ProviderNamespaces => ({
    [namespace]: { chains, methods: [], events: [], defaultChain },
  });
  const defaultOf = (namespace: string, defaultChain: string, chains: string[]): string | undefined =>
    withValidDefaults(withDefault(namespace, chains, defaultChain), [`${namespace}:2`])[namespace]?.defaultChain;

  it('keeps decimal references of eip155, also of a chain that the user has switched to', () => {
    expect(['1', '2', '10'].map((reference) => defaultOf('eip155', reference, ['eip155:1']))).toEqual(['1', '2', '10']);
  });

  it('keeps the references of requested and approved chains in other namespaces', () => {
    expect(['1', '2', '3'].map((reference) => defaultOf('polkadot', reference, ['polkadot:1']))).toEqual(['1', '2', undefined]);
    const main = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    expect(defaultOf('solana', '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', [main])).toBe('4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ');
  });

  it.each(['mainnet', 'NaN', 'undefined', '0', '01', '0x1', '-1', '1.5', ' 1', 'eip155:1', '1'.repeat(33)])('drops %j', (reference) => {
    expect(defaultOf('eip155', reference, ['eip155:1', `eip155:${reference}`])).toBeUndefined();
    expect(withValidDefaults(withDefault('eip155', ['eip155:1'], reference), [])).toEqual({
      eip155: { chains: ['eip155:1'], methods: [], events: [] },
    });
  });
});
