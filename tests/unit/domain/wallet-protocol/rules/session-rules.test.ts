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
import { describeFault, EMPTY_CONTEXT, invalidAccountMessage, NAMESPACES, NOW_S, SOON, VALID_CONTEXT } from './contexts.js';

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
] as const)('session of %s', (call, faultOf, params) => {
  it('is rejected if unusable', () => {
    const expired = { ...VALID_CONTEXT.session, expiry: NOW_S };
    expect(describeFault(faultOf(undefined, VALID_CONTEXT))).toBe(`Missing or invalid. ${call} params: undefined`);
    expect(describeFault(faultOf(null, VALID_CONTEXT))).toBe(`Missing or invalid. ${call} params: null`);
    expect(describeFault(faultOf({ ...params, topic: 5 }, EMPTY_CONTEXT))).toBe('Missing or invalid. session topic should be a string: 5');
    expect(describeFault(faultOf({}, EMPTY_CONTEXT))).toBe('Missing or invalid. session topic should be a string: undefined');
    expect(describeFault(faultOf(params, { ...EMPTY_CONTEXT, deleted: 'session' }))).toBe(
      'Missing or invalid. Record was recently deleted - session: abc',
    );
    expect(describeFault(faultOf(params, EMPTY_CONTEXT))).toBe("No matching key. session topic doesn't exist: abc");
    expect(describeFault(faultOf(params, { ...VALID_CONTEXT, session: expired }))).toEqual(['Expired. session topic: abc', 'session']);
    expect(describeFault(faultOf(params, { ...VALID_CONTEXT, hasKey: false }))).toEqual([
      'Missing or invalid. session topic does not exist in keychain: abc',
      'session',
    ]);
    // Expiry is checked before the key.
    expect(faultOf(params, { ...VALID_CONTEXT, session: expired, hasKey: false })?.name).toBe('EXPIRED');
  });
});

it.each([
  ['update()', updateFault, UPDATE],
  ['extend()', extendFault, TOPIC],
  ['emit()', emitFault, EVENT],
] as const)('%s accepts what the session approves', (_, faultOf, params) => {
  expect(faultOf(params, VALID_CONTEXT)).toBeNull();
});

describe.each([
  ['ping()', pingFault],
  ['disconnect()', disconnectFault],
] as const)('%s', (call, faultOf) => {
  it('accepts a session and a pairing', () => {
    expect(faultOf(TOPIC, VALID_CONTEXT)).toBeNull();
    expect(faultOf(TOPIC, { ...EMPTY_CONTEXT, pairing: { expiry: SOON } })).toBeNull();
  });

  it('rejects unknown and expired topics', () => {
    expect(describeFault(faultOf(undefined, VALID_CONTEXT))).toBe(`Missing or invalid. ${call} params: undefined`);
    expect(describeFault(faultOf({ topic: 5 }, EMPTY_CONTEXT))).toBe('Missing or invalid. session or pairing topic should be a string: 5');
    expect(describeFault(faultOf(TOPIC, EMPTY_CONTEXT))).toBe("No matching key. session or pairing topic doesn't exist: abc");
    expect(describeFault(faultOf(TOPIC, { ...EMPTY_CONTEXT, deleted: 'pairing' }))).toBe(
      'Missing or invalid. Record was recently deleted - pairing: abc',
    );
    expect(describeFault(faultOf(TOPIC, { ...EMPTY_CONTEXT, pairing: { expiry: NOW_S } }))).toEqual([
      'Expired. pairing topic: abc',
      'pairing',
    ]);
    expect(describeFault(faultOf(TOPIC, { ...VALID_CONTEXT, session: { ...VALID_CONTEXT.session, expiry: NOW_S } }))).toEqual([
      'Expired. session topic: abc',
      'session',
    ]);
    expect(describeFault(faultOf(TOPIC, { ...VALID_CONTEXT, hasKey: false }))).toEqual([
      'Missing or invalid. session topic does not exist in keychain: abc',
      'session',
    ]);
  });
});

describe('update()', () => {
  it('rejects invalid namespaces, and those that do not satisfy the required ones', () => {
    const requiredNamespaces = { solana: { chains: ['solana:test'], methods: [], events: [] } };
    expect(describeFault(updateFault({ topic: 'abc', namespaces: {} }, VALID_CONTEXT))).toBe(
      'Missing or invalid. update(), namespaces should be an object with data',
    );
    expect(
      describeFault(updateFault({ topic: 'abc', namespaces: { eip155: { accounts: ['x'], methods: [], events: [] } } }, VALID_CONTEXT)),
    ).toBe(invalidAccountMessage('update()', 'x'));
    expect(describeFault(updateFault(UPDATE, { ...VALID_CONTEXT, session: { ...VALID_CONTEXT.session, requiredNamespaces } }))).toBe(
      "Non conforming namespaces. update() namespaces chains don't satisfy required namespaces.\n      Required: solana:test\n      Approved: eip155:1,eip155:137,solana:main",
    );
  });
});

describe('request()', () => {
  it.each([[undefined], [300], [604_800], [3_600.5]])(
    'accepts an approved method on an approved chain with an expiry of %o seconds',
    (expiry) => {
      expect(requestFault({ ...REQUEST, expiry }, VALID_CONTEXT)).toBeNull();
    },
  );

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
    // Approved in the session, but not on this chain.
    [{ request: { method: 'solana_signMessage' } }, 'Missing or invalid. request() method: solana_signMessage'],
    [{ expiry: 299 }, 'Missing or invalid. request() expiry: 299. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: 604_801 }, 'Missing or invalid. request() expiry: 604801. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: '300' }, 'Missing or invalid. request() expiry: 300. Expiry must be a number (in seconds) between 300 and 604800'],
    // The official client treats an expiry of 0 as undefined.
    [{ expiry: 0 }, 'Missing or invalid. request() expiry: 0. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: '' }, 'Missing or invalid. request() expiry: . Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: null }, 'Missing or invalid. request() expiry: null. Expiry must be a number (in seconds) between 300 and 604800'],
    [{ expiry: Number.NaN }, 'Missing or invalid. request() expiry: NaN. Expiry must be a number (in seconds) between 300 and 604800'],
  ])('rejects %o', (invalid, message) => {
    expect(describeFault(requestFault({ ...REQUEST, ...invalid }, VALID_CONTEXT))).toBe(message);
  });

  it('checks chain, request, method, then expiry', () => {
    const broken = { topic: 'abc', chainId: 'x:y', request: {}, expiry: 1 };
    expect(requestFault(broken, VALID_CONTEXT)?.message).toMatch(/chainId/);
    expect(requestFault({ ...broken, chainId: 'eip155:1' }, VALID_CONTEXT)?.message).toMatch(/request\(\) {}/);
    expect(requestFault({ ...broken, chainId: 'eip155:1', request: { method: 'm' } }, VALID_CONTEXT)?.message).toMatch(/method/);
    expect(requestFault({ ...broken, chainId: 'eip155:1', request: REQUEST.request }, VALID_CONTEXT)?.message).toMatch(/expiry/);
  });
});

describe('respond()', () => {
  it.each([[{ id: 7, jsonrpc: '2.0', result: null }], [{ id: 7, jsonrpc: '2.0', error: { code: 5000, message: 'No' } }]])(
    'accepts %o',
    (response) => {
      expect(respondFault({ topic: 'abc', response }, VALID_CONTEXT)).toBeNull();
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
  ])('rejects %o', (response, text) => {
    expect(describeFault(respondFault({ topic: 'abc', response }, VALID_CONTEXT))).toBe(`Missing or invalid. respond() response: ${text}`);
  });

  it('makes the request stale together with the session', () => {
    expect(respondFault(RESPONSE, EMPTY_CONTEXT)?.stale).toEqual(['request']);
    expect(respondFault(RESPONSE, { ...VALID_CONTEXT, hasKey: false })?.stale).toEqual(['session', 'request']);
    expect(respondFault({ topic: 'abc', response: {} }, EMPTY_CONTEXT)?.stale).toEqual([]);
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
  ])('rejects %o', (invalid, message) => {
    expect(describeFault(emitFault({ ...EVENT, ...invalid }, VALID_CONTEXT))).toBe(message);
  });
});

describe('session grants', () => {
  it('depend on accounts, merging all entries with an account on the chain', () => {
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
