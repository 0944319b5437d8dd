import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProtocolFault } from '../../../../../domain/wallet-protocol/protocol-fault.js';
import { authenticateFault } from '../../../../../domain/wallet-protocol/rules/authenticate-rule.js';
import { approveFault, connectFault, rejectFault, settleFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import {
  disconnectFault,
  emitFault,
  extendFault,
  pingFault,
  requestFault,
  respondFault,
  updateFault,
} from '../../../../../domain/wallet-protocol/rules/session-rules.js';
import { NOW, NOW_S, SOON } from './contexts.js';
import { approved, chain, mostly, pick, properties, requested, state, word } from './official-cases.js';
import { type Check, OfficialEngine } from './official-engine.js';

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const topic = mostly(pick('topic'), undefined, null, '', ' ', 5, {}, []);
const id = mostly(pick(1), undefined, null, '1', {}, Number.NaN);
const requestedChain = mostly(chain, undefined, null, 'eip155', 'a:b:c', 5, {}, 'eip155:5');

type Rule = readonly [
  name: string,
  check: Check,
  params: fc.Arbitrary<unknown>,
  rule: (params: unknown, state: never) => ProtocolFault | null,
];

const RULES: readonly Rule[] = [
  [
    'connect()',
    'isValidConnect',
    fc.record(
      {
        pairingTopic: mostly(pick('topic'), null, '', 5),
        relays: pick(undefined, [{ protocol: 'irn' }], [{}], [], 'irn', [{ protocol: 5 }], [{ protocol: '' }], {}),
        requiredNamespaces: requested,
        optionalNamespaces: requested,
        sessionProperties: properties,
        scopedProperties: properties,
      },
      { requiredKeys: [] },
    ),
    connectFault,
  ],
  [
    'approve()',
    'isValidApprove',
    fc.record(
      {
        id,
        namespaces: approved,
        relayProtocol: mostly(pick('irn', undefined), null, '', ' ', 5, {}),
        sessionProperties: properties,
        scopedProperties: properties,
      },
      { requiredKeys: ['id', 'namespaces'] },
    ),
    approveFault,
  ],
  [
    'reject()',
    'isValidReject',
    fc.record({
      id,
      reason: pick(
        undefined,
        null,
        {},
        'no',
        { code: 0, message: 'm' },
        { code: 1 },
        { code: '1', message: 'm' },
        { code: 1, message: ' ' },
        { code: 1, message: 'm' },
        [],
        { code: Number.NaN, message: 'm' },
      ),
    }),
    rejectFault,
  ],
  [
    'onSessionSettleRequest()',
    'isValidSessionSettleRequest',
    fc.record({
      relay: mostly(pick({ protocol: 'irn' }), { protocol: 5 }, { protocol: '' }, { protocol: null }),
      controller: mostly(pick({ publicKey: 'ab' }), undefined, null, {}, { publicKey: '' }, { publicKey: 5 }),
      namespaces: approved,
      expiry: pick(SOON, SOON, NOW_S, 0, -1),
    }),
    settleFault,
  ],
  ['update()', 'isValidUpdate', fc.record({ topic, namespaces: approved }), updateFault],
  ['extend()', 'isValidExtend', fc.record({ topic }), extendFault],
  ['ping()', 'isValidPing', fc.record({ topic }), pingFault],
  ['disconnect()', 'isValidDisconnect', fc.record({ topic }), disconnectFault],
  [
    'request()',
    'isValidRequest',
    fc.record({
      topic,
      chainId: requestedChain,
      request: mostly(
        word.map((method) => ({ method, params: [] })),
        undefined,
        {},
        { method: '' },
        { method: 5 },
        { method: 'eth_sign' },
      ),
      expiry: pick(undefined, 299, 300, 604_800, 604_801, '300', {}, true, -1),
    }),
    requestFault,
  ],
  [
    'respond()',
    'isValidRespond',
    fc.record({
      topic,
      response: pick(
        undefined,
        {},
        { id: 1, jsonrpc: '2.0', result: null },
        { id: 1, jsonrpc: '2.0', error: { code: 1 } },
        { id: '1', jsonrpc: '2.0', result: 1 },
        { id: 1, jsonrpc: 2, result: 1 },
        { id: 1, jsonrpc: '2.0' },
        { id: Number.NaN, jsonrpc: '2.0', result: 1 },
      ),
    }),
    respondFault,
  ],
  [
    'emit()',
    'isValidEmit',
    fc.record({
      topic,
      chainId: requestedChain,
      event: mostly(
        word.map((name) => ({ name, data: 1 })),
        undefined,
        {},
        { name: '' },
        { name: 5 },
        { name: 'z' },
      ),
    }),
    emitFault,
  ],
  [
    'authenticate()',
    'isValidAuthenticate',
    fc.record({
      chains: pick(
        ['eip155:1'],
        ['eip155:1', 'eip155:10'],
        ['solana:main'],
        ['eip155:1', 'solana:main'],
        [],
        undefined,
        'eip155:1',
        null,
        {},
      ),
      uri: mostly(pick('https://app.example'), undefined, '', 5),
      domain: mostly(pick('app.example'), undefined, ' ', null),
      nonce: mostly(pick('n'), undefined, '', {}),
    }),
    authenticateFault,
  ],
];

it.each(RULES)('%s has the same result and message as the official client', async (_, check, params, rule) => {
  const official = new OfficialEngine();
  let faults = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 30, arbitrary: params }, pick(undefined)), state, async (given, state) => {
      const officialMessage = await official.describeFault(check, given, state);
      // Each rule reads the members that it needs.
      const fault = rule(given, { ...state, nowMs: NOW } as never);
      if (fault !== null) faults += 1;
      if (officialMessage === 'crash') expect(fault).not.toBeNull();
      else expect(fault?.message ?? null).toBe(officialMessage);
    }),
  );
  expect(faults).toBeGreaterThan(10);
});
