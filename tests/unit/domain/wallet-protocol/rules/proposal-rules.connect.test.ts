import { describe, expect, it } from 'vitest';
import { connectFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { NOW, noList, noValue, OVER, SOON, verdict } from './known.js';

const entry = { methods: ['personal_sign'], events: [] };
const EIP155 = { ...entry, chains: ['eip155:1'] };
const FORM =
  'chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }';
const none = { pairing: null, nowMs: NOW };

describe('connect()', () => {
  it.each([
    ['nothing at all', {}],
    ['no relays', { relays: undefined }],
    ['relays', { relays: [{ protocol: 'irn' }, {}] }],
    ['namespaces without any', { requiredNamespaces: {}, optionalNamespaces: {} }],
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
    // A property of a chain that is asked for by its key: the official client takes it for a stranger.
    ['scoped properties of a chain in a key', { optionalNamespaces: { 'eip155:1': entry }, scopedProperties: { 'eip155:1': 'x' } }],
  ])('takes %s', (_, params) => {
    expect(connectFault(params, none)).toBeNull();
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
    [{ requiredNamespaces: { eip155: { ...EIP155, methods: 'personal_sign' } } }, noList('connect()', 'methods')],
    [{ optionalNamespaces: { eip155: { ...EIP155, events: [''] } } }, noList('connect()', 'events')],
    [{ sessionProperties: { a: '1', b: null } }, noValue('sessionProperties', 'b', null)],
    [{ sessionProperties: null }, noValue('sessionProperties', 'sessionProperties', null)],
    [{ scopedProperties: { eip155: undefined } }, noValue('scopedProperties', 'eip155', undefined)],
    [
      { optionalNamespaces: { eip155: EIP155 }, scopedProperties: { cosmos: { a: 1 } } },
      'Scoped properties must be a subset of required/optional namespaces, received: {"cosmos":{"a":1}}, required/optional namespaces: ["eip155"]',
    ],
  ])('refuses %o', (params, message) => {
    expect(verdict(connectFault(params, none))).toBe(message);
  });

  it('checks the pairing that it names', () => {
    const on = (pairingTopic: unknown, pairing: { readonly expiry: number } | null) =>
      verdict(connectFault({ pairingTopic }, { pairing, nowMs: NOW }));
    expect(on('abc', { expiry: SOON })).toBeNull();
    expect(on(undefined, null)).toBeNull();
    expect(on(5, null)).toBe('Missing or invalid. pairing topic should be a string: 5');
    expect(on(null, null)).toBe('Missing or invalid. pairing topic should be a string: null');
    expect(on(' ', { expiry: SOON })).toBe('Missing or invalid. pairing topic should be a string:  ');
    expect(on('abc', null)).toBe("No matching key. pairing topic doesn't exist: abc");
    expect(on('abc', { expiry: OVER })).toEqual(['Expired. pairing topic: abc', 'pairing']);
  });

  it('goes from the pairing over relays, required and optional namespaces to session and scoped properties', () => {
    const faults: readonly (readonly [member: string, wrong: unknown, beginning: string])[] = [
      ['pairingTopic', 5, 'Missing or invalid. pairing topic'],
      ['relays', [], 'Missing or invalid. connect() relays'],
      ['requiredNamespaces', { eip155: { ...entry, chains: [1] } }, 'Unsupported chains. connect() requiredNamespaces'],
      ['optionalNamespaces', { eip155: { ...EIP155, methods: 5 } }, 'Unsupported methods. connect()'],
      ['sessionProperties', { a: null }, 'Missing or invalid. sessionProperties'],
      ['scopedProperties', { b: null }, 'Missing or invalid. scopedProperties'],
    ];
    const params: Record<string, unknown> = Object.fromEntries(faults.map(([member, wrong]) => [member, wrong]));
    for (const [member, , beginning] of faults) {
      expect(connectFault(params, none)?.message.startsWith(beginning)).toBe(true);
      delete params[member];
    }
    expect(connectFault(params, none)).toBeNull();
  });

  it('names chains before methods, in whichever entry they are', () => {
    const params = { requiredNamespaces: { eip155: { ...EIP155, methods: 5 }, solana: { methods: [], events: [] } } };
    expect(connectFault(params, none)?.name).toBe('UNSUPPORTED_CHAINS');
  });
});
