import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLinkModeMethod,
  isPlainEnvelopeAllowed,
  LINK_MODE_APPS_LIMIT,
  type LinkModeFacts,
  linkMessageTargetOf,
  linkModeAppOf,
  linkModeUrlOf,
  peerLinkOf,
  shouldSignInByLink,
  withLinkModeApp,
} from '../../../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import {
  decodeLinkEnvelope,
  encodeLinkEnvelope,
  formatLinkUrl,
  parseLinkUrl,
} from '../../../../../domain/wallet-protocol/link-mode/link-url.js';
import { PROTOCOL_METHODS } from '../../../../../domain/wallet-protocol/protocol-methods.js';
import { forAll, itHolds } from '../../properties.js';

const SELF = 'https://app.example/link';
const PEER = 'https://wallet.example/link';
const party = (universal: string | undefined, linkMode?: boolean) => ({
  redirect: { ...(universal === undefined ? {} : { universal }), ...(linkMode === undefined ? {} : { linkMode }) },
});

const facts: LinkModeFacts = {
  transportType: 'link_mode',
  self: party(SELF, true),
  peer: party(PEER, true),
  linkModeApps: ['https://other.example', PEER],
  canOpenLinks: true,
};

describe('session in link mode', () => {
  it('uses the peer’s link if all conditions are met', () => {
    expect(peerLinkOf(facts)).toBe(PEER);
  });

  const missing: readonly (readonly [string, Partial<LinkModeFacts>])[] = [
    ['the session uses the relay', { transportType: 'relay' }],
    ['the transport type is undefined', { transportType: undefined }],
    ['the app disables link mode', { self: party(SELF, false) }],
    ['the app does not enable link mode', { self: party(SELF) }],
    ['the app has no link', { self: party(undefined, true) }],
    ['the link of the app is empty', { self: party('', true) }],
    ['the app has no redirect', { self: {} }],
    ['the peer disables link mode', { peer: party(PEER, false) }],
    ['the peer does not enable link mode', { peer: party(PEER) }],
    ['the peer has no link', { peer: party(undefined, true) }],
    ['the link of the peer is empty', { peer: party('', true), linkModeApps: [''] }],
    ['the peer has no redirect', { peer: {} }],
    ['the peer has not received a link before', { linkModeApps: ['https://other.example'] }],
    ['only a longer link was used before', { linkModeApps: [`${PEER}/more`] }],
    ['the environment cannot open links', { canOpenLinks: false }],
  ];

  it.each(missing)('uses the relay if %s', (_, change) => {
    expect(peerLinkOf({ ...facts, ...change })).toBeNull();
  });

  it('returns the link of a peer that enables link mode', () => {
    expect(linkModeUrlOf(party(PEER, true))).toBe(PEER);
    for (const invalid of [party(PEER, false), party(PEER), party('', true), party(undefined, true), {}])
      expect(linkModeUrlOf(invalid)).toBeNull();
  });

  it('accepts only https links, because others have no verified owner', () => {
    expect(linkModeUrlOf(party('HTTPS://wallet.example', true))).toBe('HTTPS://wallet.example');
    for (const link of [
      'wallet://link',
      'http://wallet.example',
      'intent://x',
      'tel:1',
      ' https://wallet.example',
      'https://',
      'https:///a',
      'https://?a',
    ])
      expect(linkModeUrlOf(party(link, true)), link).toBeNull();
  });

  it('supports only requests that the user waits for', () => {
    expect(Object.keys(PROTOCOL_METHODS).filter(isLinkModeMethod)).toEqual(['wc_sessionRequest', 'wc_sessionAuthenticate']);
    expect(isLinkModeMethod('eth_sendTransaction')).toBe(false);
  });
});

describe('sign-in request', () => {
  it('uses a link that the wallet has received before, if the app enables link mode, even without its own link', () => {
    expect(shouldSignInByLink(PEER, party(SELF, true), [PEER])).toBe(true);
    expect(shouldSignInByLink(PEER, party(undefined, true), [PEER])).toBe(true);
  });

  it.each([
    ['no link is given', undefined, party(SELF, true), [PEER]],
    ['the link is empty', '', party(SELF, true), ['']],
    ['the wallet has not received a link before', PEER, party(SELF, true), []],
    ['the app disables link mode', PEER, party(SELF, false), [PEER]],
    ['the app has no redirect', PEER, {}, [PEER]],
  ])('uses the relay if %s', (_, link, self, linkModeApps) => {
    expect(shouldSignInByLink(link, self, linkModeApps)).toBe(false);
  });

  it('puts the session into link mode if both peers enable it', () => {
    expect(linkModeAppOf(PEER, party(SELF, true), party(`${PEER}/new`, true))).toBe(`${PEER}/new`);
    expect(linkModeAppOf(undefined, party(SELF, true), party(PEER, true))).toBeNull();
    expect(linkModeAppOf('', party(SELF, true), party(PEER, true))).toBeNull();
    expect(linkModeAppOf(PEER, party(SELF, false), party(PEER, true))).toBeNull();
    expect(linkModeAppOf(PEER, party(SELF, true), party(PEER, false))).toBeNull();
    expect(linkModeAppOf(PEER, party(SELF, true), party(undefined, true))).toBeNull();
  });

  it('stores each link once', () => {
    expect(withLinkModeApp([], PEER)).toEqual([PEER]);
    expect(withLinkModeApp([SELF], PEER)).toEqual([SELF, PEER]);
    expect(withLinkModeApp([PEER, SELF], PEER)).toEqual([PEER, SELF]);
    const many = Array.from({ length: LINK_MODE_APPS_LIMIT }, (_, index) => `${PEER}/${index}`);
    expect(withLinkModeApp(many, PEER)).toEqual([...many.slice(1), PEER]);
  });
});

describe('message received by link', () => {
  const records = { sessions: ['s'], pairings: ['p'] };
  const NOW = 1_700_000_000_900;

  it('targets a session in link mode, a pairing, or a new inactive pairing of five minutes', () => {
    expect(linkMessageTargetOf('s', records, NOW)).toEqual({ to: 'session', transportType: 'link_mode' });
    expect(linkMessageTargetOf('p', records, NOW)).toEqual({ to: 'pairing' });
    expect(linkMessageTargetOf('x', records, NOW)).toEqual({ to: 'new-pairing', active: false, expiry: 1_700_000_300 });
  });

  it('is accepted unencrypted only as a sign-in request, and never on a session', () => {
    const targets = ['s', 'p', 'x'].map((topic) => linkMessageTargetOf(topic, records, NOW));
    expect(targets.map((target) => isPlainEnvelopeAllowed(target, 'wc_sessionAuthenticate'))).toEqual([false, true, true]);
    for (const method of ['wc_sessionRequest', 'wc_sessionDelete', 'wc_sessionPropose', '', undefined])
      expect(targets.map((target) => isPlainEnvelopeAllowed(target, method))).toEqual([false, false, false]);
  });
});

describe('link envelope', () => {
  it('is byte 2 and the message, in base64url', () => {
    expect(encodeLinkEnvelope('{"a":"??>"}')).toBe(Buffer.from('\x02{"a":"??>"}').toString('base64url'));
    expect(encodeLinkEnvelope('{}')).toBe('Ant9');
  });

  itHolds('round-trips any message', fc.string({ unit: 'binary' }), (message) => {
    const envelope = encodeLinkEnvelope(message);
    expect(envelope).toMatch(/^[\w-]+$/);
    expect(decodeLinkEnvelope(envelope)).toBe(message);
    expect(decodeLinkEnvelope(Buffer.from(envelope, 'base64url').toString('base64'))).toBe(message);
  });

  it.each([
    ['empty', ''],
    ['not base64', '%%%'],
    ['encrypted', Buffer.from([0, 1, 2, 3]).toString('base64url')],
    ['encrypted for a key', Buffer.from([1, 1, 2, 3]).toString('base64url')],
    ['not UTF-8', Buffer.from([2, 0xff, 0xfe]).toString('base64url')],
  ])('is rejected if %s', (_, envelope) => {
    expect(decodeLinkEnvelope(envelope)).toBeNull();
  });
});

describe('link URL', () => {
  const message = { topic: 'ab'.repeat(32), envelope: 'Ant9' };

  it('is the universal link with envelope and topic in the query', () => {
    expect(formatLinkUrl(PEER, message)).toBe(`${PEER}?wc_ev=Ant9&topic=${message.topic}`);
    expect(formatLinkUrl(`${PEER}?a=b`, message)).toBe(`${PEER}?a=b&wc_ev=Ant9&topic=${message.topic}`);
    expect(formatLinkUrl(`${PEER}#here`, message)).toBe(`${PEER}?wc_ev=Ant9&topic=${message.topic}`);
  });

  it('round-trips with any link', () => {
    const link = fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((url) => !/wc_ev|topic/.test(url));
    forAll(link, fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[0-9a-f]{64}$/), (url, text, topic) => {
      const sent = { topic, envelope: encodeLinkEnvelope(text) };
      expect(parseLinkUrl(formatLinkUrl(url, sent))).toEqual(sent);
    });
  });

  it('is parsed in either order, escaped or with a fragment', () => {
    for (const query of ['topic=t&wc_ev=Ant9', 'wc_ev=Ant9&topic=t#more', 'x=%zz&wc_ev=%41nt9&topic=t', 'a&wc_ev=Ant9&topic=t'])
      expect(parseLinkUrl(`${PEER}?${query}`)).toEqual({ topic: 't', envelope: 'Ant9' });
  });

  it.each([
    PEER,
    `${PEER}?wc_ev=Ant9`,
    `${PEER}?topic=t`,
    `${PEER}?wc_ev=&topic=t`,
    `${PEER}?wc_ev=A&topic=`,
    `${PEER}#?wc_ev=A&topic=t`,
    '',
    'wc:t@2?symKey=k',
  ])('rejects "%s"', (url) => {
    expect(parseLinkUrl(url)).toBeNull();
  });
});
