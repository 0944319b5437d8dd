import { describe, expect, it } from 'vitest';
import { conformingFault } from '../../../../../domain/wallet-protocol/rules/namespaces-rule.js';
import { approveFault, rejectFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { describeFault, invalidAccountMessage, invalidListMessage, missingValueMessage, NAMESPACES, NOW, NOW_S, SOON } from './contexts.js';

const VALID_CONTEXT = {
  deleted: null,
  proposal: { expiryTimestamp: SOON, requiredNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } },
  nowMs: NOW,
} as const;
const PARAMS = { id: 1, namespaces: NAMESPACES };
const entry = { accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: ['accountsChanged'] };

describe.each([
  ['approve()', approveFault, PARAMS],
  ['reject()', rejectFault, { id: 1, reason: { code: 5000, message: 'User rejected.' } }],
] as const)('proposal of %s', (call, faultOf, params) => {
  it('is accepted if pending', () => {
    expect(faultOf(params, VALID_CONTEXT)).toBeNull();
  });

  it('is rejected otherwise', () => {
    expect(describeFault(faultOf(undefined, VALID_CONTEXT))).toBe(`Missing or invalid. ${call} params: undefined`);
    expect(describeFault(faultOf(null, VALID_CONTEXT))).toBe(`Missing or invalid. ${call} params: null`);
    expect(describeFault(faultOf({ ...params, id: '1' }, VALID_CONTEXT))).toBe('Missing or invalid. proposal id should be a number: 1');
    expect(describeFault(faultOf({}, VALID_CONTEXT))).toBe('Missing or invalid. proposal id should be a number: undefined');
    expect(describeFault(faultOf(params, { ...VALID_CONTEXT, proposal: null }))).toBe("No matching key. proposal id doesn't exist: 1");
    expect(describeFault(faultOf(params, { ...VALID_CONTEXT, proposal: { ...VALID_CONTEXT.proposal, expiryTimestamp: NOW_S } }))).toEqual([
      'Expired. proposal id: 1',
      'proposal',
    ]);
    expect(describeFault(faultOf(params, { ...VALID_CONTEXT, deleted: 'proposal' }))).toBe(
      'Missing or invalid. Record was recently deleted - proposal: 1',
    );
  });
});

describe('approve()', () => {
  it.each([
    ['a relay', { relayProtocol: 'irn' }],
    ['properties', { sessionProperties: { a: '' }, scopedProperties: { eip155: {}, 'eip155:1': 0, 'solana:main': 'x' } }],
  ])('accepts %s', (_, more) => {
    expect(approveFault({ ...PARAMS, ...more }, VALID_CONTEXT)).toBeNull();
  });

  it.each([
    [{ namespaces: {} }, 'Missing or invalid. approve(), namespaces should be an object with data'],
    [{ namespaces: undefined }, 'Missing or invalid. approve(), namespaces should be an object with data'],
    [{ namespaces: null }, 'Missing or invalid. approve(), namespaces should be an object with data'],
    [
      { namespaces: { eip155: { ...entry, accounts: 'eip155:1:0xab' } } },
      'Unsupported accounts. approve() namespace, accounts should be an array of strings conforming to "namespace:chainId:address" format',
    ],
    [
      { namespaces: { eip155: null } },
      'Unsupported accounts. approve() namespace, accounts should be an array of strings conforming to "namespace:chainId:address" format',
    ],
    [{ namespaces: { eip155: { ...entry, accounts: ['eip155:1:0xab', 'eip155:1'] } } }, invalidAccountMessage('approve()', 'eip155:1')],
    [{ namespaces: { eip155: { ...entry, methods: undefined } } }, invalidListMessage('approve()', 'methods')],
    [{ namespaces: { eip155: { ...entry, events: [1] } } }, invalidListMessage('approve()', 'events')],
    [{ relayProtocol: '' }, 'Missing or invalid. approve() relayProtocol: '],
    [{ relayProtocol: 5 }, 'Missing or invalid. approve() relayProtocol: 5'],
    [{ sessionProperties: { a: null } }, missingValueMessage('sessionProperties', 'a', null)],
    [{ scopedProperties: { a: null } }, missingValueMessage('scopedProperties', 'a', null)],
    [
      { scopedProperties: { cosmos: 'x' } },
      'Scoped properties must be a subset of approved namespaces, received: {"cosmos":"x"}, approved namespaces: eip155, solana:main',
    ],
  ])('rejects %o', (invalid, message) => {
    expect(describeFault(approveFault({ ...PARAMS, ...invalid }, VALID_CONTEXT))).toBe(message);
  });

  it('checks proposal, namespaces, conformity, relay, then properties', () => {
    const broken = { id: 1, namespaces: {}, relayProtocol: 5, sessionProperties: { a: null }, scopedProperties: { a: null } };
    const messageOf = (params: object) => approveFault(params, VALID_CONTEXT)?.message;
    expect(messageOf({ ...broken, id: 'x' })).toMatch(/proposal id/);
    expect(messageOf(broken)).toMatch(/namespaces should be/);
    expect(messageOf({ ...broken, namespaces: { eip155: { ...entry, methods: [] } } })).toMatch(/^Non conforming/);
    expect(messageOf({ ...broken, namespaces: NAMESPACES })).toMatch(/relayProtocol/);
    expect(messageOf({ ...broken, namespaces: NAMESPACES, relayProtocol: 'irn' })).toMatch(/sessionProperties/);
    expect(messageOf({ ...broken, namespaces: NAMESPACES, relayProtocol: 'irn', sessionProperties: {} })).toMatch(/scopedProperties/);
  });
});

describe('conformity of approved namespaces', () => {
  const required = { methods: ['personal_sign'], events: ['accountsChanged'] };

  it.each([
    ['nothing is required', {}, { eip155: entry }],
    ['listed chains', { eip155: { ...required, chains: ['eip155:1'] } }, { eip155: entry }],
    ['a chain key, by an account of the namespace', { 'eip155:1': required }, { eip155: entry }],
    ['a listed chain, by an entry with the chain as key', { eip155: { ...required, chains: ['eip155:1'] } }, { 'eip155:1': entry }],
    // Entries of the same chain are merged; the official client evaluates only the last of them.
    ['entries that share a chain', { 'eip155:1': required }, { eip155: { ...entry, events: [] }, 'eip155:1': { ...entry, methods: [] } }],
  ])('is satisfied for %s', (_, requiredNamespaces, approved) => {
    expect(conformingFault(requiredNamespaces, approved, 'approve()')).toBeNull();
  });

  it.each([
    [
      'keys',
      { eip155: { ...required, chains: [] }, cosmos: { ...required, chains: [] } },
      { eip155: entry },
      "namespaces keys don't satisfy requiredNamespaces.\n      Required: cosmos\n      Received: eip155",
    ],
    [
      'chains, which are checked before keys',
      { eip155: { ...required, chains: ['eip155:1', 'eip155:137'] }, cosmos: { ...required, chains: ['cosmos:hub'] } },
      { eip155: entry },
      "namespaces chains don't satisfy required namespaces.\n      Required: eip155:1,eip155:137,cosmos:hub\n      Approved: eip155:1",
    ],
    [
      'accounts',
      {},
      { 'eip155:137': entry },
      "namespaces accounts don't satisfy namespace accounts for eip155:137\n        Required: eip155:137\n        Approved: eip155:1",
    ],
    [
      'methods',
      { 'eip155:1': { ...required, methods: ['eth_sign'], events: ['x'] } },
      { eip155: entry },
      "namespaces methods don't satisfy namespace methods for eip155:1",
    ],
    [
      'events',
      { 'eip155:1': { ...required, events: ['chainChanged'] } },
      { eip155: entry },
      "namespaces events don't satisfy namespace events for eip155:1",
    ],
  ])('reports missing %s', (_, requiredNamespaces, approved, text) => {
    for (const call of ['approve()', 'update()'])
      expect(describeFault(conformingFault(requiredNamespaces, approved, call))).toBe(`Non conforming namespaces. ${call} ${text}`);
  });
});

describe('reject()', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, '{}'],
    ['no', '"no"'],
    [{ code: 0, message: 'm' }, '{"code":0,"message":"m"}'],
    [{ code: 1, message: '' }, '{"code":1,"message":""}'],
    [{ code: '1', message: 'm' }, '{"code":"1","message":"m"}'],
  ])('rejects the reason %o', (reason, text) => {
    expect(describeFault(rejectFault({ id: 1, reason }, VALID_CONTEXT))).toBe(`Missing or invalid. reject() reason: ${text}`);
  });
});
