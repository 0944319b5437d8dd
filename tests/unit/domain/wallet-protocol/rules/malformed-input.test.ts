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
import { KNOWN, NAMESPACES, NOW, SOON } from './known.js';

const DEMANDS = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } };
const PAIRING = { pairing: { expiry: SOON }, nowMs: NOW };
const PROPOSAL = { deleted: null, proposal: { expiryTimestamp: SOON, requiredNamespaces: DEMANDS }, nowMs: NOW };
const URI = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`;

const PROPERTIES = String.raw`Missing or invalid\. (?:session|scoped)Properties must contain an existing value for each key\. Received: `;
const SESSION = String.raw`Missing or invalid\. session topic should be a string: `;
const EITHER = String.raw`Missing or invalid\. (?:session or pairing|session|pairing) topic should be a string: `;
const ID = String.raw`Missing or invalid\. proposal id should be a number: `;
const granted = (call: string): string =>
  String.raw`Missing or invalid\. ${call}\(\), namespaces should be an object with data$|Unsupported (?:accounts|methods|events)\. ${call}\(\),? namespace, |Non conforming namespaces\. ${call}\(\) namespaces `;

interface Row {
  readonly faultOf: (params: unknown) => ProtocolFault | null;
  readonly right: unknown;
  /** How each message of the rule begins. */
  readonly own: string;
}

const ROWS: Readonly<Record<string, Row>> = {
  connect: {
    faultOf: (params) => connectFault(params, PAIRING),
    right: {
      pairingTopic: 'abc',
      relays: [{ protocol: 'irn' }],
      requiredNamespaces: DEMANDS,
      optionalNamespaces: DEMANDS,
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: 'x' },
    },
    own: String.raw`Missing or invalid\. (?:connect\(\) (?:params|relays): |pairing topic should be a string: |connect\(\), (?:required|optional)Namespaces should be an object with data$)|Unsupported chains\. connect\(\) (?:required|optional)Namespaces, chain|Unsupported (?:methods|events)\. connect\(\), namespace, |${PROPERTIES}|Scoped properties must be a subset of required/optional namespaces, received: `,
  },
  approve: {
    faultOf: (params) => approveFault(params, PROPOSAL),
    right: { id: 1, namespaces: NAMESPACES, relayProtocol: 'irn', sessionProperties: { a: 'b' }, scopedProperties: { eip155: 'x' } },
    own: String.raw`Missing or invalid\. approve\(\) (?:params|relayProtocol): |${ID}|${granted('approve')}|${PROPERTIES}|Scoped properties must be a subset of approved namespaces, received: `,
  },
  reject: {
    faultOf: (params) => rejectFault(params, PROPOSAL),
    right: { id: 1, reason: { code: 5000, message: 'No' } },
    own: String.raw`Missing or invalid\. reject\(\) (?:params|reason): |${ID}`,
  },
  settle: {
    faultOf: (params) => settleFault(params, { nowMs: NOW }),
    right: { relay: { protocol: 'irn' }, controller: { publicKey: 'ab' }, namespaces: NAMESPACES, expiry: SOON },
    own: String.raw`Missing or invalid\. onSessionSettleRequest\(\) (?:params: |relay protocol should be a string$|controller public key should be a string$)|${granted('onSessionSettleRequest')}|Expired\. onSessionSettleRequest\(\)$`,
  },
  update: {
    faultOf: (params) => updateFault(params, { ...KNOWN, session: { ...KNOWN.session, requiredNamespaces: DEMANDS } }),
    right: { topic: 'abc', namespaces: NAMESPACES },
    own: String.raw`Missing or invalid\. update\(\) params: |${SESSION}|${granted('update')}`,
  },
  extend: {
    faultOf: (params) => extendFault(params, KNOWN),
    right: { topic: 'abc' },
    own: String.raw`Missing or invalid\. extend\(\) params: |${SESSION}`,
  },
  ping: {
    faultOf: (params) => pingFault(params, KNOWN),
    right: { topic: 'abc' },
    own: String.raw`Missing or invalid\. ping\(\) params: |${EITHER}`,
  },
  disconnect: {
    faultOf: (params) => disconnectFault(params, { ...KNOWN, session: null, ...PAIRING }),
    right: { topic: 'abc' },
    own: String.raw`Missing or invalid\. disconnect\(\) params: |${EITHER}`,
  },
  request: {
    faultOf: (params) => requestFault(params, KNOWN),
    right: { topic: 'abc', chainId: 'eip155:1', request: { method: 'personal_sign', params: [] }, expiry: 300 },
    own: String.raw`Missing or invalid\. request\(\) |${SESSION}`,
  },
  respond: {
    faultOf: (params) => respondFault(params, KNOWN),
    right: { topic: 'abc', response: { id: 1, jsonrpc: '2.0', result: true } },
    own: String.raw`Missing or invalid\. respond\(\) (?:params|response): |${SESSION}`,
  },
  emit: {
    faultOf: (params) => emitFault(params, KNOWN),
    right: { topic: 'abc', chainId: 'eip155:1', event: { name: 'accountsChanged', data: [] } },
    own: String.raw`Missing or invalid\. emit\(\) (?:params|chainId|event): |${SESSION}`,
  },
  authenticate: {
    faultOf: authenticateFault,
    right: { chains: ['eip155:1'], uri: 'https://a.example', domain: 'a.example', nonce: 'n' },
    own: String.raw`chains is required and must be a non-empty array$|(?:uri|domain|nonce) is required parameter$|Multi-namespace requests are not supported\.|Only eip155 namespace is supported `,
  },
  pair: {
    faultOf: (params) => pairFault(params, { nowMs: NOW }),
    right: { uri: URI },
    own: String.raw`Missing or invalid\. pair\(\) (?:params: |uri: |uri#relay-protocol$|uri#symKey$)|Expired\. pair\(\) URI has expired\.`,
  },
  'chain switch': {
    faultOf: (params) => chainSwitchFault(params, NAMESPACES),
    right: [{ chainId: '0x1' }],
    own: "Failed to switch to chain 'eip155:",
  },
  capabilities: {
    faultOf: capabilitiesFault,
    right: ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'],
    own: 'Missing address parameter in `wallet_getCapabilities` request$',
  },
  'HTTP URL': { faultOf: httpUrlFault, right: 'https://rpc.example', own: 'Provided URL is not compatible with HTTP connection: ' },
};

/** Anything that a page can make or a peer can send. */
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

/** A right value in which one thing, at any depth, is something else. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const inner = members.map(([key, member]) =>
    spoilt(member).map((wrong) =>
      Array.isArray(value) ? value.map((item, at) => (String(at) === key ? wrong : item)) : { ...Object(value), [key]: wrong },
    ),
  );
  return fc.oneof(anything, ...inner);
};

it.each(Object.entries(ROWS))(
  'malformed input is refused by the rule of %s in its own words, or taken, and never breaks it',
  (_, { faultOf, right, own }) => {
    expect(faultOf(right)).toBeNull();
    const words = new RegExp(`^(?:${own})`);
    let refused = 0;
    forAll(spoilt(right), (params) => {
      const fault = faultOf(params);
      if (fault === null) return;
      refused += 1;
      expect(fault.message).toMatch(words);
      expect(fault.message.length).toBeLessThan(4_000);
    });
    expect(refused).toBeGreaterThan(0);
  },
);
