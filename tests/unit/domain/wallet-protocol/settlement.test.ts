import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LegacyProposal } from '../../../../domain/wallet-protocol/proposal.js';
import { readPeerMetadata } from '../../../../domain/wallet-protocol/session.js';
import { readResponderKey, settle } from '../../../../domain/wallet-protocol/settlement.js';
import { itHolds } from '../properties.js';

const NOW = 1_700_000_000_000;
const KEY = 'a'.repeat(64);
const proposal: LegacyProposal = {
  id: 1,
  pairingTopic: 'b'.repeat(64),
  publicKey: 'c'.repeat(64),
  requiredNamespaces: {},
  optionalNamespaces: {},
  expiry: NOW / 1_000 + 300,
};
const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [] };
const params = {
  relay: { protocol: 'irn' },
  controller: {
    publicKey: KEY,
    metadata: { name: 'Wallet', description: 'd', url: 'https://wallet.example', icons: ['https://wallet.example/i.png'] },
  },
  namespaces: { eip155: { accounts: ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'], methods: [], events: [] } },
  expiry: NOW / 1_000 + 604_800,
  sessionProperties: { capabilities: '{}', broken: 1 },
  sessionConfig: { disableDeepLink: true },
};
const settled = (given: unknown) =>
  settle({ proposal, topic: 'd'.repeat(64), self: { publicKey: proposal.publicKey, metadata }, params: given, nowMs: NOW });

describe('settle', () => {
  it('builds the session of both peers', () => {
    expect(settled(params)).toEqual({
      topic: 'd'.repeat(64),
      pairingTopic: proposal.pairingTopic,
      relay: { protocol: 'irn' },
      expiry: params.expiry,
      acknowledged: true,
      controller: KEY,
      namespaces: params.namespaces,
      requiredNamespaces: {},
      optionalNamespaces: {},
      self: { publicKey: proposal.publicKey, metadata },
      peer: { publicKey: KEY, metadata: params.controller.metadata },
      sessionProperties: { capabilities: '{}' },
      sessionConfig: { disableDeepLink: true },
    });
  });

  it('keeps chains without an adapter, and scoped properties with a value', () => {
    const namespaces = { cosmos: { chains: ['cosmos:hub'], accounts: ['cosmos:hub:a'], methods: ['cosmos_signDirect'], events: [] } };
    const session = settled({ ...params, namespaces, scopedProperties: { cosmos: { a: 1 }, solana: null } });
    expect(session).toMatchObject({ namespaces, scopedProperties: { cosmos: { a: 1 } } });
    expect(session?.scopedProperties).not.toHaveProperty('solana');
  });

  it.each([
    ['no accounts', { ...params, namespaces: { eip155: { accounts: [], methods: [], events: [] } } }],
    ['no parameters', null],
    ['no relay', { ...params, relay: undefined }],
    ['a relay without a protocol', { ...params, relay: {} }],
    ['no controller', { ...params, controller: undefined }],
    ['a controller without a key', { ...params, controller: { publicKey: 'key' } }],
    ['no namespaces', { ...params, namespaces: {} }],
    ['a malformed account', { ...params, namespaces: { eip155: { ...params.namespaces.eip155, accounts: ['eip155:1'] } } }],
    ['an empty method', { ...params, namespaces: { eip155: { ...params.namespaces.eip155, methods: [''] } } }],
    ['an infinite expiry', { ...params, expiry: Number.POSITIVE_INFINITY }],
    ['a past expiry', { ...params, expiry: NOW / 1_000 }],
    ['an expiry that is not a number', { ...params, expiry: 'soon' }],
  ])('returns null with %s', (_, given) => {
    expect(settled(given)).toBeNull();
  });

  itHolds('never throws for any value', fc.anything(), (value) => {
    settled(value);
    settled({ ...params, controller: value });
    settled({ ...params, controller: { publicKey: KEY, metadata: value } });
    readResponderKey(value);
  });
});

describe('readPeerMetadata', () => {
  it('limits the length of texts and the number of icons, and drops invalid links', () => {
    const read = readPeerMetadata({
      name: 'x'.repeat(5_000),
      icons: [1, ...Array.from({ length: 9 }, () => 'i')],
      redirect: { native: 'w://', universal: 1, linkMode: 'yes' },
    });
    expect(read.name).toHaveLength(2_000);
    expect(read.icons).toHaveLength(5);
    expect(read).toMatchObject({ description: '', url: '', redirect: { native: 'w://' } });
    expect(read.redirect).not.toHaveProperty('universal');
    expect(read.redirect).not.toHaveProperty('linkMode');
  });

  it('includes the verify service if given', () => {
    expect(readPeerMetadata({ verifyUrl: 'https://verify.example' }).verifyUrl).toBe('https://verify.example');
    expect(readPeerMetadata({ verifyUrl: 1 })).not.toHaveProperty('verifyUrl');
  });
});

describe('readResponderKey', () => {
  it('returns the wallet’s public key, or null', () => {
    expect(readResponderKey({ relay: { protocol: 'irn' }, responderPublicKey: KEY })).toBe(KEY);
    expect(readResponderKey({ responderPublicKey: 'short' })).toBeNull();
    expect(readResponderKey(null)).toBeNull();
  });
});
