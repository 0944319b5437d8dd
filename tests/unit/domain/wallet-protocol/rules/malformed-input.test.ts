import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProtocolFault } from '../../../../../domain/wallet-protocol/protocol-fault.js';
import { authenticateFault } from '../../../../../domain/wallet-protocol/rules/authenticate-rule.js';
import { pairFault } from '../../../../../domain/wallet-protocol/rules/pair-rule.js';
import { approveFault, connectFault, rejectFault, settleFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { capabilitiesFault, chainSwitchFault, httpUrlFault } from '../../../../../domain/wallet-protocol/rules/provider-rules.js';
import {
  disconnectFault,
  emitFault,
  extendFault,
  pingFault,
  requestFault,
  respondFault,
  updateFault,
} from '../../../../../domain/wallet-protocol/rules/session-rules.js';
import { forAll } from '../../properties.js';
import { NAMESPACES, NOW, SOON, VALID_CONTEXT } from './contexts.js';

const REQUIRED = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } };
const PAIRING = { pairing: { expiry: SOON }, nowMs: NOW };
const PROPOSAL = { deleted: null, proposal: { expiryTimestamp: SOON, requiredNamespaces: REQUIRED }, nowMs: NOW };
const URI = `wc:7969ec0fcb8b648dfde24b1d0ae24568d398dcc3a83b80a850f973238cdfd3d9@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`;

const PROPERTIES = String.raw`Missing or invalid\. (?:session|scoped)Properties must contain an existing value for each key\. Received: `;
const SESSION = String.raw`Missing or invalid\. session topic should be a string: `;
const EITHER = String.raw`Missing or invalid\. (?:session or pairing|session|pairing) topic should be a string: `;
const ID = String.raw`Missing or invalid\. proposal id should be a number: `;
const namespaceMessages = (call: string): string =>
  String.raw`Missing or invalid\. ${call}\(\), namespaces should be an object with data$|Unsupported (?:accounts|methods|events)\. ${call}\(\),? namespace, |Non conforming namespaces\. ${call}\(\) namespaces `;

interface Row {
  readonly faultOf: (params: unknown) => ProtocolFault | null;
  readonly valid: unknown;
  /** Pattern of the start of the rule's messages. */
  readonly messages: string;
}

const ROWS: Readonly<Record<string, Row>> = {
  connect: {
    faultOf: (params) => connectFault(params, PAIRING),
    valid: {
      pairingTopic: 'abc',
      relays: [{ protocol: 'irn' }],
      requiredNamespaces: REQUIRED,
      optionalNamespaces: REQUIRED,
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: 'x' },
    },
    messages: String.raw`Missing or invalid\. (?:connect\(\) (?:params|relays): |pairing topic should be a string: |connect\(\), (?:required|optional)Namespaces should be an object with data$)|Unsupported chains\. connect\(\) (?:required|optional)Namespaces, chain|Unsupported (?:methods|events)\. connect\(\), namespace, |${PROPERTIES}|Scoped properties must be a subset of required/optional namespaces, received: `,
  },
  approve: {
    faultOf: (params) => approveFault(params, PROPOSAL),
    valid: { id: 1, namespaces: NAMESPACES, relayProtocol: 'irn', sessionProperties: { a: 'b' }, scopedProperties: { eip155: 'x' } },
    messages: String.raw`Missing or invalid\. approve\(\) (?:params|relayProtocol): |${ID}|${namespaceMessages('approve')}|${PROPERTIES}|Scoped properties must be a subset of approved namespaces, received: `,
  },
  reject: {
    faultOf: (params) => rejectFault(params, PROPOSAL),
    valid: { id: 1, reason: { code: 5000, message: 'No' } },
    messages: String.raw`Missing or invalid\. reject\(\) (?:params|reason): |${ID}`,
  },
  settle: {
    faultOf: (params) => settleFault(params, { nowMs: NOW }),
    valid: { relay: { protocol: 'irn' }, controller: { publicKey: 'ab' }, namespaces: NAMESPACES, expiry: SOON },
    messages: String.raw`Missing or invalid\. onSessionSettleRequest\(\) (?:params: |relay protocol should be a string$|controller public key should be a string$)|${namespaceMessages('onSessionSettleRequest')}|Expired\. onSessionSettleRequest\(\)$`,
  },
  update: {
    faultOf: (params) => updateFault(params, { ...VALID_CONTEXT, session: { ...VALID_CONTEXT.session, requiredNamespaces: REQUIRED } }),
    valid: { topic: 'abc', namespaces: NAMESPACES },
    messages: String.raw`Missing or invalid\. update\(\) params: |${SESSION}|${namespaceMessages('update')}`,
  },
  extend: {
    faultOf: (params) => extendFault(params, VALID_CONTEXT),
    valid: { topic: 'abc' },
    messages: String.raw`Missing or invalid\. extend\(\) params: |${SESSION}`,
  },
  ping: {
    faultOf: (params) => pingFault(params, VALID_CONTEXT),
    valid: { topic: 'abc' },
    messages: String.raw`Missing or invalid\. ping\(\) params: |${EITHER}`,
  },
  disconnect: {
    faultOf: (params) => disconnectFault(params, { ...VALID_CONTEXT, session: null, ...PAIRING }),
    valid: { topic: 'abc' },
    messages: String.raw`Missing or invalid\. disconnect\(\) params: |${EITHER}`,
  },
  request: {
    faultOf: (params) => requestFault(params, VALID_CONTEXT),
    valid: { topic: 'abc', chainId: 'eip155:1', request: { method: 'personal_sign', params: [] }, expiry: 300 },
    messages: String.raw`Missing or invalid\. request\(\) |${SESSION}`,
  },
  respond: {
    faultOf: (params) => respondFault(params, VALID_CONTEXT),
    valid: { topic: 'abc', response: { id: 1, jsonrpc: '2.0', result: true } },
    messages: String.raw`Missing or invalid\. respond\(\) (?:params|response): |${SESSION}`,
  },
  emit: {
    faultOf: (params) => emitFault(params, VALID_CONTEXT),
    valid: { topic: 'abc', chainId: 'eip155:1', event: { name: 'accountsChanged', data: [] } },
    messages: String.raw`Missing or invalid\. emit\(\) (?:params|chainId|event): |${SESSION}`,
  },
  authenticate: {
    faultOf: authenticateFault,
    valid: { chains: ['eip155:1'], uri: 'https://a.example', domain: 'a.example', nonce: 'n' },
    messages: String.raw`chains is required and must be a non-empty array$|(?:uri|domain|nonce) is required parameter$|Multi-namespace requests are not supported\.|Only eip155 namespace is supported `,
  },
  pair: {
    faultOf: (params) => pairFault(params, { nowMs: NOW }),
    valid: { uri: URI },
    messages: String.raw`Missing or invalid\. pair\(\) (?:params: |uri: |uri#relay-protocol$|uri#symKey$)|Expired\. pair\(\) URI has expired\.`,
  },
  'chain switch': {
    faultOf: (params) => chainSwitchFault(params, NAMESPACES),
    valid: [{ chainId: '0x1' }],
    messages: "Failed to switch to chain 'eip155:",
  },
  capabilities: {
    faultOf: capabilitiesFault,
    valid: ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'],
    messages: 'Missing address parameter in `wallet_getCapabilities` request$',
  },
  'HTTP URL': { faultOf: httpUrlFault, valid: 'https://rpc.example', messages: 'Provided URL is not compatible with HTTP connection: ' },
};

/** Any value that an app can pass or a peer can send. */
const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** A valid value with one part, at any depth, replaced by any value. */
const corrupted = (value: unknown): fc.Arbitrary<unknown> => {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const inner = members.map(([key, member]) =>
    corrupted(member).map((replacement) =>
      Array.isArray(value) ? value.map((item, at) => (String(at) === key ? replacement : item)) : { ...Object(value), [key]: replacement },
    ),
  );
  return fc.oneof(anything, ...inner);
};

it.each(Object.entries(ROWS))(
  'the rule of %s rejects malformed input with its own messages, and never throws',
  (_, { faultOf, valid, messages }) => {
    expect(faultOf(valid)).toBeNull();
    const pattern = new RegExp(`^(?:${messages})`);
    let rejected = 0;
    forAll(corrupted(valid), (params) => {
      const fault = faultOf(params);
      if (fault === null) return;
      rejected += 1;
      expect(fault.message).toMatch(pattern);
      expect(fault.message.length).toBeLessThan(4_000);
    });
    expect(rejected).toBeGreaterThan(0);
  },
);
