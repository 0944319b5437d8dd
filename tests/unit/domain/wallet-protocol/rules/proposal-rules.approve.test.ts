import { describe, expect, it } from 'vitest';
import { conformingFault } from '../../../../../domain/wallet-protocol/rules/namespaces-rule.js';
import { approveFault, rejectFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { NAMESPACES, NOW, noAccount, noList, noValue, OVER, SOON, verdict } from './known.js';

const KNOWN = {
  deleted: null,
  proposal: { expiryTimestamp: SOON, requiredNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } },
  nowMs: NOW,
} as const;
const PARAMS = { id: 1, namespaces: NAMESPACES };
const entry = { accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: ['accountsChanged'] };

describe.each([
  ['approve()', approveFault, PARAMS],
  ['reject()', rejectFault, { id: 1, reason: { code: 5000, message: 'User rejected.' } }],
] as const)('%s and its proposal', (call, faultOf, params) => {
  it('takes one that is there and waits', () => {
    expect(faultOf(params, KNOWN)).toBeNull();
  });

  it('refuses all others', () => {
    expect(verdict(faultOf(undefined, KNOWN))).toBe(`Missing or invalid. ${call} params: undefined`);
    expect(verdict(faultOf(null, KNOWN))).toBe(`Missing or invalid. ${call} params: null`);
    expect(verdict(faultOf({ ...params, id: '1' }, KNOWN))).toBe('Missing or invalid. proposal id should be a number: 1');
    expect(verdict(faultOf({}, KNOWN))).toBe('Missing or invalid. proposal id should be a number: undefined');
    expect(verdict(faultOf(params, { ...KNOWN, proposal: null }))).toBe("No matching key. proposal id doesn't exist: 1");
    expect(verdict(faultOf(params, { ...KNOWN, proposal: { ...KNOWN.proposal, expiryTimestamp: OVER } }))).toEqual([
      'Expired. proposal id: 1',
      'proposal',
    ]);
    expect(verdict(faultOf(params, { ...KNOWN, deleted: 'proposal' }))).toBe(
      'Missing or invalid. Record was recently deleted - proposal: 1',
    );
  });
});

describe('approve()', () => {
  it.each([
    ['a relay', { relayProtocol: 'irn' }],
    ['properties', { sessionProperties: { a: '' }, scopedProperties: { eip155: {}, 'eip155:1': 0, 'solana:main': 'x' } }],
  ])('takes %s', (_, more) => {
    expect(approveFault({ ...PARAMS, ...more }, KNOWN)).toBeNull();
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
    [{ namespaces: { eip155: { ...entry, accounts: ['eip155:1:0xab', 'eip155:1'] } } }, noAccount('approve()', 'eip155:1')],
    [{ namespaces: { eip155: { ...entry, methods: undefined } } }, noList('approve()', 'methods')],
    [{ namespaces: { eip155: { ...entry, events: [1] } } }, noList('approve()', 'events')],
    [{ relayProtocol: '' }, 'Missing or invalid. approve() relayProtocol: '],
    [{ relayProtocol: 5 }, 'Missing or invalid. approve() relayProtocol: 5'],
    [{ sessionProperties: { a: null } }, noValue('sessionProperties', 'a', null)],
    [{ scopedProperties: { a: null } }, noValue('scopedProperties', 'a', null)],
    [
      { scopedProperties: { cosmos: 'x' } },
      'Scoped properties must be a subset of approved namespaces, received: {"cosmos":"x"}, approved namespaces: eip155, solana:main',
    ],
  ])('refuses %o', (wrong, message) => {
    expect(verdict(approveFault({ ...PARAMS, ...wrong }, KNOWN))).toBe(message);
  });

  it('goes from the proposal over namespaces, what was required and the relay to the properties', () => {
    const broken = { id: 1, namespaces: {}, relayProtocol: 5, sessionProperties: { a: null }, scopedProperties: { a: null } };
    const name = (params: object) => approveFault(params, KNOWN)?.message;
    expect(name({ ...broken, id: 'x' })).toMatch(/proposal id/);
    expect(name(broken)).toMatch(/namespaces should be/);
    expect(name({ ...broken, namespaces: { eip155: { ...entry, methods: [] } } })).toMatch(/^Non conforming/);
    expect(name({ ...broken, namespaces: NAMESPACES })).toMatch(/relayProtocol/);
    expect(name({ ...broken, namespaces: NAMESPACES, relayProtocol: 'irn' })).toMatch(/sessionProperties/);
    expect(name({ ...broken, namespaces: NAMESPACES, relayProtocol: 'irn', sessionProperties: {} })).toMatch(/scopedProperties/);
  });
});

describe('what a wallet allows holds what was required', () => {
  const demand = { methods: ['personal_sign'], events: ['accountsChanged'] };

  it.each([
    ['nothing was', {}, { eip155: entry }],
    ['chains of a list', { eip155: { ...demand, chains: ['eip155:1'] } }, { eip155: entry }],
    ['a chain of a key, by an account of the namespace', { 'eip155:1': demand }, { eip155: entry }],
    ['a chain of a list, under its own key', { eip155: { ...demand, chains: ['eip155:1'] } }, { 'eip155:1': entry }],
    // Two entries for one chain count together; the official client looks at the last of them.
    ['entries that share a chain', { 'eip155:1': demand }, { eip155: { ...entry, events: [] }, 'eip155:1': { ...entry, methods: [] } }],
  ])('where it is: %s', (_, required, approved) => {
    expect(conformingFault(required, approved, 'approve()')).toBeNull();
  });

  it.each([
    [
      'keys',
      { eip155: { ...demand, chains: [] }, cosmos: { ...demand, chains: [] } },
      { eip155: entry },
      "namespaces keys don't satisfy requiredNamespaces.\n      Required: cosmos\n      Received: eip155",
    ],
    [
      'chains, which go before keys',
      { eip155: { ...demand, chains: ['eip155:1', 'eip155:137'] }, cosmos: { ...demand, chains: ['cosmos:hub'] } },
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
      { 'eip155:1': { ...demand, methods: ['eth_sign'], events: ['x'] } },
      { eip155: entry },
      "namespaces methods don't satisfy namespace methods for eip155:1",
    ],
    [
      'events',
      { 'eip155:1': { ...demand, events: ['chainChanged'] } },
      { eip155: entry },
      "namespaces events don't satisfy namespace events for eip155:1",
    ],
  ])('or says what is missing: %s', (_, required, approved, text) => {
    for (const call of ['approve()', 'update()'])
      expect(verdict(conformingFault(required, approved, call))).toBe(`Non conforming namespaces. ${call} ${text}`);
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
  ])('refuses the reason %o', (reason, text) => {
    expect(verdict(rejectFault({ id: 1, reason }, KNOWN))).toBe(`Missing or invalid. reject() reason: ${text}`);
  });
});
