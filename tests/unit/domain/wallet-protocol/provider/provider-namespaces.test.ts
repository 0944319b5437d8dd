import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountsIn,
  addressesOn,
  approvedNamespaces,
  demandsOf,
  familyOf,
  mergeNamespaces,
  type ProviderNamespaces,
  withApprovedDefaults,
} from '../../../../../domain/wallet-protocol/provider/provider-namespaces.js';
import { itHolds } from '../../properties.js';

const ACCOUNT = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

const texts = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
const namespaceOf = (family: string) =>
  fc.record(
    {
      chains: fc.uniqueArray(fc.constantFrom(`${family}:1`, `${family}:2`, `${family}:3`), { minLength: 1, maxLength: 3 }),
      methods: texts,
      events: texts,
    },
    { noNullPrototype: true },
  );
const namespaces = fc.record({ eip155: namespaceOf('eip155'), solana: namespaceOf('solana') }, { requiredKeys: [], noNullPrototype: true });

describe('merging namespaces', () => {
  it('puts what is asked of single chains to the others of their namespace', () => {
    const asked = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
      'eip155:137': { methods: ['eth_sign', 'personal_sign'], events: [] },
      'solana:x': { chains: ['solana:y'], methods: [], events: [] },
    };
    expect(mergeNamespaces(asked)).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign', 'eth_sign'], events: ['accountsChanged'] },
      solana: { chains: ['solana:x'], methods: [], events: [] },
    });
  });

  it('keeps the default chain and the nodes that were named first', () => {
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
  ])('leaves out %j, which names no chain', (given) => {
    expect(mergeNamespaces(given)).toEqual({});
  });

  it('reads what is no list of texts as none, and drops what is no address of a node or no chain', () => {
    const given = { eip155: { chains: ['eip155:1'], methods: 'eth_sign', events: [1], rpcMap: { 1: 5 }, defaultChain: 1 } };
    expect(mergeNamespaces(given)).toEqual({ eip155: { chains: ['eip155:1'], methods: [], events: [] } });
  });

  itHolds('loses nothing of either side, invents nothing, and changes nothing the second time', namespaces, namespaces, (one, other) => {
    const merged = mergeNamespaces(one, other);
    for (const what of ['chains', 'methods', 'events'] as const) {
      for (const family of ['eip155', 'solana'] as const) {
        const expected = new Set([...(one[family]?.[what] ?? []), ...(other[family]?.[what] ?? [])]);
        expect(new Set(merged[family]?.[what])).toEqual(expected);
        expect(merged[family]?.[what].length ?? 0).toBe(expected.size);
      }
    }
    expect(mergeNamespaces(merged, merged)).toEqual(merged);
    expect(mergeNamespaces(merged, one, other)).toEqual(merged);
  });

  it('leaves what it was given as it was', () => {
    const given: ProviderNamespaces = Object.freeze({
      eip155: Object.freeze({ chains: ['eip155:1'], methods: ['a'], events: [] }),
    });
    mergeNamespaces(given).eip155?.chains.push('eip155:5');
    expect(given.eip155?.chains).toEqual(['eip155:1']);
  });
});

describe('what a session allows', () => {
  const grants = {
    eip155: { chains: ['eip155:5'], accounts: [`eip155:1:${ACCOUNT}`, `eip155:1:0x2`], methods: ['personal_sign'], events: ['a'] },
    'eip155:137': { accounts: [`eip155:137:${ACCOUNT}`, `eip155:1:0x2`], methods: ['eth_sign'], events: [] },
    eip1559: { accounts: ['eip1559:1:0x9'], methods: [], events: [] },
  };

  it('has the chains that it shares an account on, not the ones that it lists', () => {
    expect(approvedNamespaces(grants)).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign', 'eth_sign'], events: ['a'] },
      eip1559: { chains: ['eip1559:1'], methods: [], events: [] },
    });
    expect(approvedNamespaces({ eip155: { accounts: [], methods: ['a'], events: [] } })).toEqual({});
  });

  it('has the accounts of a namespace and of its single chains, each once, and none of another namespace', () => {
    expect(accountsIn(grants, 'eip155')).toEqual([`eip155:1:${ACCOUNT}`, 'eip155:1:0x2', `eip155:137:${ACCOUNT}`]);
    expect(accountsIn(grants, 'eip15')).toEqual([]);
  });

  it('has the addresses on a chain, each once', () => {
    const accounts = accountsIn(grants, 'eip155');
    expect(addressesOn(accounts, ['1'])).toEqual([ACCOUNT, '0x2']);
    expect(addressesOn(accounts, ['1', '137'])).toEqual([ACCOUNT, '0x2']);
    expect(addressesOn(accounts, ['10'])).toEqual([]);
    expect(addressesOn(['eip155'], [''])).toEqual([]);
  });
});

describe('what a wallet gets to see', () => {
  it('is chains, calls and events, not where the nodes of the host are', () => {
    const asked = {
      eip155: { chains: ['eip155:1'], methods: ['a'], events: ['b'], rpcMap: { 1: 'https://node/secret' }, defaultChain: '1' },
    };
    expect(demandsOf(asked)).toEqual({ eip155: { chains: ['eip155:1'], methods: ['a'], events: ['b'] } });
  });

  it('is what was given where that is none of it', () => {
    for (const given of [undefined, null, 'eip155', [], { eip155: null }, { eip155: { chains: 'x' } }, { 'eip155:1': { methods: [] } }])
      expect(demandsOf(given)).toEqual(given);
  });

  it('uses no default chain that a wallet did not approve', () => {
    const asked = { eip155: { chains: ['eip155:1', 'eip155:10'], methods: [], events: [], defaultChain: '10' } };
    expect(withApprovedDefaults(asked, ['eip155:1', 'eip155:10'])).toEqual(asked);
    expect(withApprovedDefaults(asked, ['eip155:1', 'solana:10'])).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:10'], methods: [], events: [] },
    });
  });

  it('has a family for every text', () => {
    expect([familyOf('eip155'), familyOf('eip155:1'), familyOf('eip155:1:0x'), familyOf('')]).toEqual(['eip155', 'eip155', 'eip155', '']);
  });
});
