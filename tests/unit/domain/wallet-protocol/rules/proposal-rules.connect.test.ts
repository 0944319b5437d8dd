import { describe, expect, it } from 'vitest';
import { connectFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { describeFault, invalidListMessage, missingValueMessage, NOW, NOW_S, SOON } from './contexts.js';

const entry = { methods: ['personal_sign'], events: [] };
const EIP155 = { ...entry, chains: ['eip155:1'] };
const FORM =
  'chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }';
const NO_PAIRING = { pairing: null, nowMs: NOW };

describe('connect()', () => {
  it.each([
    ['no parameters', {}],
    ['no relays', { relays: undefined }],
    ['relays', { relays: [{ protocol: 'irn' }, {}] }],
    ['empty namespaces', { requiredNamespaces: {}, optionalNamespaces: {} }],
    ['chains in a list', { requiredNamespaces: { eip155: EIP155 } }],
    ['a chain in the key', { optionalNamespaces: { 'eip155:1': entry, 'cosmos:hub': { methods: [], events: [] } } }],
    ['properties', { sessionProperties: { expiry: '1' }, scopedProperties: {}, optionalNamespaces: { eip155: EIP155 } }],
    [
      'scoped properties',
      {
        requiredNamespaces: { solana: { ...entry, chains: ['solana:x'] } },
        optionalNamespaces: { eip155: EIP155 },
        scopedProperties: { 'eip155:1': { a: 1 }, solana: 's' },
      },
    ],
    // The official client rejects properties of a chain that is requested as key.
    ['scoped properties of a chain key', { optionalNamespaces: { 'eip155:1': entry }, scopedProperties: { 'eip155:1': 'x' } }],
  ])('accepts %s', (_, params) => {
    expect(connectFault(params, NO_PAIRING)).toBeNull();
  });

  it.each([
    [undefined, 'Missing or invalid. connect() params: undefined'],
    [null, 'Missing or invalid. connect() params: null'],
    [{ relays: [] }, 'Missing or invalid. connect() relays: '],
    [{ relays: 'irn' }, 'Missing or invalid. connect() relays: irn'],
    [{ relays: 0 }, 'Missing or invalid. connect() relays: 0'],
    [{ relays: [{ protocol: 5 }, { protocol: 'irn' }] }, 'Missing or invalid. connect() relays: [object Object],[object Object]'],
    [{ requiredNamespaces: 'eip155' }, 'Missing or invalid. connect(), requiredNamespaces should be an object with data'],
    [{ requiredNamespaces: null }, 'Missing or invalid. connect(), requiredNamespaces should be an object with data'],
    [{ optionalNamespaces: [] }, 'Missing or invalid. connect(), optionalNamespaces should be an object with data'],
    [{ requiredNamespaces: { eip155: entry } }, `Unsupported chains. connect() requiredNamespaces, ${FORM}`],
    [{ requiredNamespaces: { eip155: null } }, `Unsupported chains. connect() requiredNamespaces, ${FORM}`],
    [{ optionalNamespaces: { eip155: { ...entry, chains: 'eip155:1' } } }, `Unsupported chains. connect() optionalNamespaces, ${FORM}`],
    [
      { optionalNamespaces: { eip155: { ...entry, chains: ['eip155:1', 'eip155'] } } },
      'Unsupported chains. connect() optionalNamespaces, chain eip155 should be a string and conform to "namespace:chainId" format',
    ],
    [
      { requiredNamespaces: { eip155: { ...entry, chains: [1] } } },
      'Unsupported chains. connect() requiredNamespaces, chain 1 should be a string and conform to "namespace:chainId" format',
    ],
    [
      { requiredNamespaces: { 'eip155:1:2': entry } },
      'Unsupported chains. connect() requiredNamespaces, chain eip155:1:2 should be a string and conform to "namespace:chainId" format',
    ],
    [{ requiredNamespaces: { eip155: { ...EIP155, methods: 'personal_sign' } } }, invalidListMessage('connect()', 'methods')],
    [{ optionalNamespaces: { eip155: { ...EIP155, events: [''] } } }, invalidListMessage('connect()', 'events')],
    [{ sessionProperties: { a: '1', b: null } }, missingValueMessage('sessionProperties', 'b', null)],
    [{ sessionProperties: null }, missingValueMessage('sessionProperties', 'sessionProperties', null)],
    [{ scopedProperties: { eip155: undefined } }, missingValueMessage('scopedProperties', 'eip155', undefined)],
    [
      { optionalNamespaces: { eip155: EIP155 }, scopedProperties: { cosmos: { a: 1 } } },
      'Scoped properties must be a subset of required/optional namespaces, received: {"cosmos":{"a":1}}, required/optional namespaces: ["eip155"]',
    ],
  ])('rejects %o', (params, message) => {
    expect(describeFault(connectFault(params, NO_PAIRING))).toBe(message);
  });

  it('checks the pairing of its topic', () => {
    const withTopic = (pairingTopic: unknown, pairing: { readonly expiry: number } | null) =>
      describeFault(connectFault({ pairingTopic }, { pairing, nowMs: NOW }));
    expect(withTopic('abc', { expiry: SOON })).toBeNull();
    expect(withTopic(undefined, null)).toBeNull();
    expect(withTopic(5, null)).toBe('Missing or invalid. pairing topic should be a string: 5');
    expect(withTopic(null, null)).toBe('Missing or invalid. pairing topic should be a string: null');
    expect(withTopic(' ', { expiry: SOON })).toBe('Missing or invalid. pairing topic should be a string:  ');
    expect(withTopic('abc', null)).toBe("No matching key. pairing topic doesn't exist: abc");
    expect(withTopic('abc', { expiry: NOW_S })).toEqual(['Expired. pairing topic: abc', 'pairing']);
  });

  it('checks pairing, relays, required and optional namespaces, then session and scoped properties', () => {
    const faults: readonly (readonly [member: string, invalid: unknown, prefix: string])[] = [
      ['pairingTopic', 5, 'Missing or invalid. pairing topic'],
      ['relays', [], 'Missing or invalid. connect() relays'],
      ['requiredNamespaces', { eip155: { ...entry, chains: [1] } }, 'Unsupported chains. connect() requiredNamespaces'],
      ['optionalNamespaces', { eip155: { ...EIP155, methods: 5 } }, 'Unsupported methods. connect()'],
      ['sessionProperties', { a: null }, 'Missing or invalid. sessionProperties'],
      ['scopedProperties', { b: null }, 'Missing or invalid. scopedProperties'],
    ];
    const params: Record<string, unknown> = Object.fromEntries(faults.map(([member, invalid]) => [member, invalid]));
    for (const [member, , prefix] of faults) {
      expect(connectFault(params, NO_PAIRING)?.message.startsWith(prefix)).toBe(true);
      delete params[member];
    }
    expect(connectFault(params, NO_PAIRING)).toBeNull();
  });

  it('reports chains before methods, in any entry', () => {
    const params = { requiredNamespaces: { eip155: { ...EIP155, methods: 5 }, solana: { methods: [], events: [] } } };
    expect(connectFault(params, NO_PAIRING)?.name).toBe('UNSUPPORTED_CHAINS');
  });
});
