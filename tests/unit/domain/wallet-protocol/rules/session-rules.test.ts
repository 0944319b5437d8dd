import { describe, expect, it } from 'vitest';
import { grantedChains, grantedOn } from '../../../../../domain/wallet-protocol/rules/grants.js';
import {
  disconnectFault,
  emitFault,
  extendFault,
  pingFault,
  requestFault,
  respondFault,
  updateFault,
} from '../../../../../domain/wallet-protocol/rules/session-rules.js';
import { KNOWN, NAMESPACES, noAccount, OVER, SOON, UNKNOWN, verdict } from './known.js';

const REQUEST = { topic: 'abc', chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } };
const RESPONSE = { topic: 'abc', response: { id: 7, jsonrpc: '2.0', result: true } };
const EVENT = { topic: 'abc', chainId: 'eip155:137', event: { name: 'accountsChanged', data: [] } };
const UPDATE = { topic: 'abc', namespaces: NAMESPACES };
const TOPIC = { topic: 'abc' };

describe.each([
  ['update()', updateFault, UPDATE],
  ['extend()', extendFault, TOPIC],
  ['request()', requestFault, REQUEST],
  ['respond()', respondFault, { ...RESPONSE, response: { ...RESPONSE.response, id: null } }],
  ['emit()', emitFault, EVENT],
] as const)('%s and its session', (call, faultOf, params) => {
  it('refuses one that it cannot use', () => {
    const over = { ...KNOWN.session, expiry: OVER };
    expect(verdict(faultOf(undefined, KNOWN))).toBe(`Missing or invalid. ${call} params: undefined`);
    expect(verdict(faultOf(null, KNOWN))).toBe(`Missing or invalid. ${call} params: null`);
    expect(verdict(faultOf({ ...params, topic: 5 }, UNKNOWN))).toBe('Missing or invalid. session topic should be a string: 5');
    expect(verdict(faultOf({}, UNKNOWN))).toBe('Missing or invalid. session topic should be a string: undefined');
    expect(verdict(faultOf(params, { ...UNKNOWN, deleted: 'session' }))).toBe(
      'Missing or invalid. Record was recently deleted - session: abc',
    );
    expect(verdict(faultOf(params, UNKNOWN))).toBe("No matching key. session topic doesn't exist: abc");
    expect(verdict(faultOf(params, { ...KNOWN, session: over }))).toEqual(['Expired. session topic: abc', 'session']);
    expect(verdict(faultOf(params, { ...KNOWN, hasKey: false }))).toEqual([
      'Missing or invalid. session topic does not exist in keychain: abc',
      'session',
    ]);
    // Over goes before without a key.
    expect(faultOf(params, { ...KNOWN, session: over, hasKey: false })?.name).toBe('EXPIRED');
  });
});

it.each([
  ['update()', updateFault, UPDATE],
  ['extend()', extendFault, TOPIC],
  ['emit()', emitFault, EVENT],
] as const)('%s takes what its session allows', (_, faultOf, params) => {
  expect(faultOf(params, KNOWN)).toBeNull();
});

describe.each([
  ['ping()', pingFault],
  ['disconnect()', disconnectFault],
] as const)('%s', (call, faultOf) => {
  it('takes a session and a pairing', () => {
    expect(faultOf(TOPIC, KNOWN)).toBeNull();
    expect(faultOf(TOPIC, { ...UNKNOWN, pairing: { expiry: SOON } })).toBeNull();
  });

  it('refuses what is neither, or over', () => {
    expect(verdict(faultOf(undefined, KNOWN))).toBe(`Missing or invalid. ${call} params: undefined`);
    expect(verdict(faultOf({ topic: 5 }, UNKNOWN))).toBe('Missing or invalid. session or pairing topic should be a string: 5');
    expect(verdict(faultOf(TOPIC, UNKNOWN))).toBe("No matching key. session or pairing topic doesn't exist: abc");
    expect(verdict(faultOf(TOPIC, { ...UNKNOWN, deleted: 'pairing' }))).toBe(
      'Missing or invalid. Record was recently deleted - pairing: abc',
    );
    expect(verdict(faultOf(TOPIC, { ...UNKNOWN, pairing: { expiry: OVER } }))).toEqual(['Expired. pairing topic: abc', 'pairing']);
    expect(verdict(faultOf(TOPIC, { ...KNOWN, session: { ...KNOWN.session, expiry: OVER } }))).toEqual([
      'Expired. session topic: abc',
      'session',
    ]);
    expect(verdict(faultOf(TOPIC, { ...KNOWN, hasKey: false }))).toEqual([
      'Missing or invalid. session topic does not exist in keychain: abc',
      'session',
    ]);
  });
});

describe('update()', () => {
  it('refuses namespaces that are none, or that leave out what was required', () => {
    const requiredNamespaces = { solana: { chains: ['solana:test'], methods: [], events: [] } };
    expect(verdict(updateFault({ topic: 'abc', namespaces: {} }, KNOWN))).toBe(
      'Missing or invalid. update(), namespaces should be an object with data',
    );
    expect(verdict(updateFault({ topic: 'abc', namespaces: { eip155: { accounts: ['x'], methods: [], events: [] } } }, KNOWN))).toBe(
      noAccount('update()', 'x'),
    );
    expect(verdict(updateFault(UPDATE, { ...KNOWN, session: { ...KNOWN.session, requiredNamespaces } }))).toBe(
      "Non conforming namespaces. update() namespaces chains don't satisfy required namespaces.\n      Required: solana:test\n      Approved: eip155:1,eip155:137,solana:main",
    );
  });
});

describe('request()', () => {
  it.each([[undefined], [300], [604_800], [3_600.5]])('takes an allowed call on an allowed chain that waits %o seconds', (expiry) => {
    expect(requestFault({ ...REQUEST, expiry }, KNOWN)).toBeNull();
  });

  it.each([
    [{ chainId: 'eip155:5' }, 'Missing or invalid. request() chainId: eip155:5'],
    [{ chainId: undefined }, 'Missing or invalid. request() chainId: undefined'],
    [{ chainId: 'eip155' }, 'Missing or invalid. request() chainId: eip155'],
    [{ chainId: 'eip155:1:0xab' }, 'Missing or invalid. request() chainId: eip155:1:0xab'],
    [{ request: undefined }, 'Missing or invalid. request() undefined'],
    [{ request: null }, 'Missing or invalid. request() null'],
    [{ request: { method: ' ' } }, 'Missing or invalid. request() {"method":" "}'],
    [{ request: { params: [`0x${'a'.repeat(130)}`] } }, 'Missing or invalid. request() {"params":["…"]}'],
    [{ request: { method: 'eth_sign' } }, 'Missing or invalid. request() method: eth_sign'],
    // Allowed in the session, but not on this chain.
    [{ request: { method: 'solana_signMessage' } }, 'Missing or invalid. request() method: solana_signMessage'],
    [{ expiry: 299 }, 'Missing or invalid. request() expiry: 299. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: 604_801 }, 'Missing or invalid. request() expiry: 604801. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: '300' }, 'Missing or invalid. request() expiry: 300. Expiry must be a number (in seconds) between 300 and 604800'],
    // The official client takes an expiry of 0 for none.
    [{ expiry: 0 }, 'Missing or invalid. request() expiry: 0. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: '' }, 'Missing or invalid. request() expiry: . Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: null }, 'Missing or invalid. request() expiry: null. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: Number.NaN }, 'Missing or invalid. request() expiry: NaN. Expiry must be a number (in seconds) between 300 and 604800'],
  ])('refuses %o', (wrong, message) => {
    expect(verdict(requestFault({ ...REQUEST, ...wrong }, KNOWN))).toBe(message);
  });

  it('goes from the chain over the request and its method to the expiry', () => {
    const broken = { topic: 'abc', chainId: 'x:y', request: {}, expiry: 1 };
    expect(requestFault(broken, KNOWN)?.message).toMatch(/chainId/);
    expect(requestFault({ ...broken, chainId: 'eip155:1' }, KNOWN)?.message).toMatch(/request\(\) {}/);
    expect(requestFault({ ...broken, chainId: 'eip155:1', request: { method: 'm' } }, KNOWN)?.message).toMatch(/method/);
    expect(requestFault({ ...broken, chainId: 'eip155:1', request: REQUEST.request }, KNOWN)?.message).toMatch(/expiry/);
  });
});

describe('respond()', () => {
  it.each([[{ id: 7, jsonrpc: '2.0', result: null }], [{ id: 7, jsonrpc: '2.0', error: { code: 5000, message: 'No' } }]])(
    'takes %o',
    (response) => {
      expect(respondFault({ topic: 'abc', response }, KNOWN)).toBeNull();
    },
  );

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{}, '{}'],
    [{ id: 7, jsonrpc: '2.0' }, '{"id":7,"jsonrpc":"2.0"}'],
    [{ id: '7', jsonrpc: '2.0', result: 1 }, '{"id":"7","jsonrpc":"2.0","result":1}'],
    [{ id: 7, jsonrpc: 2, result: 1 }, '{"id":7,"jsonrpc":2,"result":1}'],
    [{ jsonrpc: '2.0', result: `0x${'a'.repeat(130)}` }, '{"jsonrpc":"2.0","result":"…"}'],
  ])('refuses %o', (response, text) => {
    expect(verdict(respondFault({ topic: 'abc', response }, KNOWN))).toBe(`Missing or invalid. respond() response: ${text}`);
  });

  it('gives the request up with the session', () => {
    expect(respondFault(RESPONSE, UNKNOWN)?.stale).toEqual(['request']);
    expect(respondFault(RESPONSE, { ...KNOWN, hasKey: false })?.stale).toEqual(['session', 'request']);
    expect(respondFault({ topic: 'abc', response: {} }, UNKNOWN)?.stale).toEqual([]);
  });
});

describe('emit()', () => {
  it.each([
    [{ chainId: 'eip155:5' }, 'Missing or invalid. emit() chainId: eip155:5'],
    [{ chainId: 5 }, 'Missing or invalid. emit() chainId: 5'],
    [{ event: undefined }, 'Missing or invalid. emit() event: undefined'],
    [{ event: {} }, 'Missing or invalid. emit() event: {}'],
    [{ event: { name: '' } }, 'Missing or invalid. emit() event: {"name":""}'],
    [{ event: { name: 'chainChanged', data: 1 } }, 'Missing or invalid. emit() event: {"name":"chainChanged","data":1}'],
    [{ chainId: 'solana:main' }, 'Missing or invalid. emit() event: {"name":"accountsChanged","data":[]}'],
  ])('refuses %o', (wrong, message) => {
    expect(verdict(emitFault({ ...EVENT, ...wrong }, KNOWN))).toBe(message);
  });
});

describe('what a session allows', () => {
  it('is told by its accounts, over all entries that share one on a chain', () => {
    const grants = {
      eip155: { accounts: ['eip155:1:0xab'], methods: ['a'], events: ['x'], chains: ['eip155:10'] },
      'eip155:1': { accounts: ['eip155:1:0xab'], methods: ['a', 'b'], events: [] },
    };
    expect(grantedChains(grants)).toEqual(['eip155:1']);
    expect(grantedOn(grants, 'eip155:1', 'methods')).toEqual(['a', 'b']);
    expect(grantedOn(grants, 'eip155:1', 'events')).toEqual(['x']);
    expect(grantedOn(grants, 'eip155:10', 'methods')).toEqual([]);
  });
});
