import { APPROVED_NAMESPACES, REQUESTED_NAMESPACES } from './engine-pair.js';
import { SIGN_IN } from './sign-in-pair.js';

const KEY = 'ab'.repeat(32);
const METADATA = { name: 'Peer', description: '', url: 'https://peer.example', icons: [] };

/** Valid params of each method of the protocol. */
export const GOOD_CALLS: Readonly<Record<string, unknown>> = {
  wc_sessionUpdate: { namespaces: APPROVED_NAMESPACES },
  wc_sessionExtend: {},
  wc_sessionPing: {},
  wc_sessionEvent: { event: { name: 'accountsChanged', data: ['cosmos:hub:a'] }, chainId: 'cosmos:hub' },
  wc_sessionRequest: { request: { method: 'cosmos_signDirect', params: ['a'], expiryTimestamp: 1_700_000_400 }, chainId: 'cosmos:hub' },
  wc_sessionDelete: { code: 6_000, message: 'User disconnected.' },
  wc_sessionSettle: {
    relay: { protocol: 'irn' },
    namespaces: APPROVED_NAMESPACES,
    controller: { publicKey: KEY, metadata: METADATA },
    expiry: 1_700_604_800,
  },
  wc_sessionPropose: {
    id: 1,
    expiryTimestamp: 1_700_000_300,
    relays: [{ protocol: 'irn' }],
    proposer: { publicKey: KEY, metadata: METADATA },
    requiredNamespaces: {},
    optionalNamespaces: REQUESTED_NAMESPACES,
    sessionProperties: { a: 'b' },
    scopedProperties: { cosmos: { a: 'b' } },
  },
  wc_sessionAuthenticate: {
    authPayload: {
      type: 'caip122',
      chains: SIGN_IN.chains,
      statement: '',
      aud: SIGN_IN.uri,
      domain: SIGN_IN.domain,
      version: '1',
      nonce: SIGN_IN.nonce,
      iat: '2023-11-14T22:13:20.000Z',
      resources: [],
    },
    requester: { publicKey: KEY, metadata: METADATA },
    expiryTimestamp: 1_700_003_600,
  },
  wc_pairingPing: {},
  wc_pairingDelete: { code: 6_000, message: 'User disconnected.' },
};
