import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProtocolFault } from '../../../../../domain/wallet-protocol/protocol-fault.js';
import { authenticateFault } from '../../../../../domain/wallet-protocol/rules/authenticate-rule.js';
import { approveFault, connectFault, settleFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { requestFault, respondFault } from '../../../../../domain/wallet-protocol/rules/session-rules.js';
import { NAMESPACES, NOW, SOON, VALID_CONTEXT } from './contexts.js';
import { type Check, OfficialEngine } from './official-engine.js';

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const STATE = {
  ...VALID_CONTEXT,
  proposal: { expiryTimestamp: SOON, requiredNamespaces: { 'eip155:1': { methods: ['a'], events: ['b'] } } },
};
const ENTRY = { chains: ['eip155:1'], methods: [], events: [] };
const REQUEST = { topic: 'abc', chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } };
const SETTLEMENT = { relay: { protocol: 'irn' }, controller: { publicKey: 'ab' }, namespaces: NAMESPACES, expiry: SOON };
const AUTHENTICATION = { uri: 'https://a.example', domain: 'a.example', nonce: 'n' };
const SCOPED = { optionalNamespaces: { 'eip155:1': { methods: [], events: [] } }, scopedProperties: { 'eip155:1': 'x' } };
const SCOPE_MESSAGE =
  'Scoped properties must be a subset of required/optional namespaces, received: {"eip155:1":"x"}, required/optional namespaces: ["eip155:1"]';
const SHARED = {
  eip155: { accounts: ['eip155:1:0xab'], methods: ['a'], events: [] },
  'eip155:1': { accounts: ['eip155:1:0xab'], methods: [], events: ['b'] },
};

const connect = (params: unknown) => connectFault(params, STATE);
const approve = (params: unknown) => approveFault(params, STATE);
const request = (params: unknown) => requestFault(params, STATE);
const respond = (params: unknown) => respondFault(params, STATE);
const settle = (params: unknown) => settleFault(params, STATE);

type Row = readonly [
  difference: string,
  check: Check,
  rule: (params: unknown) => ProtocolFault | null,
  params: unknown,
  officialMessage: string | null,
  ownMessage: RegExp | null,
];

/** Rows of "Stricter validation" in docs/guides/coming-from-walletconnect.md that are about the sign client. */
const ROWS: readonly Row[] = [
  ['parameters of null', 'isValidConnect', connect, null, 'crash', /connect\(\) params: null$/],
  [
    'required namespaces of null',
    'isValidConnect',
    connect,
    { requiredNamespaces: null },
    'crash',
    /requiredNamespaces should be an object/,
  ],
  ['properties of null', 'isValidConnect', connect, { sessionProperties: null }, 'crash', /sessionProperties must contain/],
  ['a response of null', 'isValidRespond', respond, { topic: 'abc', response: null }, 'crash', /respond\(\) response: null$/],
  ['an invalid relay before a valid one', 'isValidConnect', connect, { relays: [{ protocol: 5 }, {}] }, null, /connect\(\) relays: /],
  ['relays of 0', 'isValidConnect', connect, { relays: 0 }, null, /connect\(\) relays: 0$/],
  ['an expiry of 0', 'isValidRequest', request, { ...REQUEST, expiry: 0 }, null, /request\(\) expiry: 0\./],
  ['an expiry of null', 'isValidRequest', request, { ...REQUEST, expiry: null }, null, /request\(\) expiry: null\./],
  ['a settlement without a valid expiry', 'isValidSessionSettleRequest', settle, { ...SETTLEMENT, expiry: 'never' }, null, /^Expired\. /],
  [
    'a relay without a protocol',
    'isValidSessionSettleRequest',
    settle,
    { ...SETTLEMENT, relay: {} },
    null,
    /relay protocol should be a string$/,
  ],
  ['properties as a list', 'isValidConnect', connect, { sessionProperties: ['a'] }, null, /sessionProperties must contain/],
  ['scoped properties of a chain key', 'isValidConnect', connect, SCOPED, SCOPE_MESSAGE, null],
  [
    'two entries for one chain',
    'isValidApprove',
    approve,
    { id: 1, namespaces: SHARED },
    "Non conforming namespaces. approve() namespaces methods don't satisfy namespace methods for eip155:1",
    null,
  ],
  ['invalid chains', 'isValidAuthenticate', authenticateFault, { ...AUTHENTICATION, chains: ['eip155'] }, null, /^chains is required/],
  [
    'chains that are not strings',
    'isValidAuthenticate',
    authenticateFault,
    { ...AUTHENTICATION, chains: [5] },
    'crash',
    /^chains is required/,
  ],
  ['an entry of null', 'isValidConnect', connect, { optionalNamespaces: { eip155: null } }, 'crash', /chains must be defined/],
  ['valid parameters (no difference)', 'isValidConnect', connect, { optionalNamespaces: { eip155: ENTRY } }, null, null],
];

it.each(ROWS)('the rules differ from the official client for %s', async (_, check, rule, params, officialMessage, ownMessage) => {
  expect(await new OfficialEngine().describeFault(check, params, STATE)).toBe(officialMessage);
  const fault = rule(params);
  if (ownMessage === null) expect(fault).toBeNull();
  else expect(fault?.message).toMatch(ownMessage);
});
