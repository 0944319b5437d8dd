import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrivalByLink,
  goesByLink,
  KNOWN_LINKS_LIMIT,
  type LinkModeFacts,
  linkOfPeer,
  linkToRemember,
  messageLinkOf,
  signsInByLink,
  takesPlainEnvelope,
  withKnownLink,
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
  knownLinks: ['https://other.example', PEER],
  canOpenLinks: true,
};

describe('a session in link mode', () => {
  it('sends by the link of the peer when every condition holds', () => {
    expect(linkOfPeer(facts)).toBe(PEER);
  });

  const missing: readonly (readonly [string, Partial<LinkModeFacts>])[] = [
    ['the session is on the relay', { transportType: 'relay' }],
    ['nothing says how the session travels', { transportType: undefined }],
    ['the app does not want links', { self: party(SELF, false) }],
    ['the app does not say that it wants links', { self: party(SELF) }],
    ['the app has no link', { self: party(undefined, true) }],
    ['the link of the app is empty', { self: party('', true) }],
    ['the app has no redirect', { self: {} }],
    ['the peer does not want links', { peer: party(PEER, false) }],
    ['the peer does not say that it wants links', { peer: party(PEER) }],
    ['the peer has no link', { peer: party(undefined, true) }],
    ['the link of the peer is empty', { peer: party('', true), knownLinks: [''] }],
    ['the peer has no redirect', { peer: {} }],
    ['the peer has taken no link before', { knownLinks: ['https://other.example'] }],
    ['only a longer link was taken before', { knownLinks: [`${PEER}/more`] }],
    ['links cannot be opened here', { canOpenLinks: false }],
  ];

  it.each(missing)('sends by the relay when %s', (_, change) => {
    expect(linkOfPeer({ ...facts, ...change })).toBeNull();
  });

  it('takes messages at the link of a party that wants them', () => {
    expect(messageLinkOf(party(PEER, true))).toBe(PEER);
    for (const none of [party(PEER, false), party(PEER), party('', true), party(undefined, true), {}])
      expect(messageLinkOf(none)).toBeNull();
  });

  it('opens nothing that is no link of a site: who owns any other nobody knows', () => {
    expect(messageLinkOf(party('HTTPS://wallet.example', true))).toBe('HTTPS://wallet.example');
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
      expect(messageLinkOf(party(link, true)), link).toBeNull();
  });

  it('takes there only what a person waits for', () => {
    expect(Object.keys(PROTOCOL_METHODS).filter(goesByLink)).toEqual(['wc_sessionRequest', 'wc_sessionAuthenticate']);
    expect(goesByLink('eth_sendTransaction')).toBe(false);
  });
});

describe('a request to sign in', () => {
  it('goes by link to a wallet that took one before, when the app wants links; a link of its own it does not need yet', () => {
    expect(signsInByLink(PEER, party(SELF, true), [PEER])).toBe(true);
    expect(signsInByLink(PEER, party(undefined, true), [PEER])).toBe(true);
  });

  it.each([
    ['no link is given', undefined, party(SELF, true), [PEER]],
    ['the link is empty', '', party(SELF, true), ['']],
    ['the wallet took none before', PEER, party(SELF, true), []],
    ['the app does not want links', PEER, party(SELF, false), [PEER]],
    ['the app says nothing', PEER, {}, [PEER]],
  ])('goes by the relay when %s', (_, link, self, known) => {
    expect(signsInByLink(link, self, known)).toBe(false);
  });

  it('that is answered puts the session into link mode when both sides want it', () => {
    expect(linkToRemember(PEER, party(SELF, true), party(`${PEER}/new`, true))).toBe(`${PEER}/new`);
    expect(linkToRemember(undefined, party(SELF, true), party(PEER, true))).toBeNull();
    expect(linkToRemember('', party(SELF, true), party(PEER, true))).toBeNull();
    expect(linkToRemember(PEER, party(SELF, false), party(PEER, true))).toBeNull();
    expect(linkToRemember(PEER, party(SELF, true), party(PEER, false))).toBeNull();
    expect(linkToRemember(PEER, party(SELF, true), party(undefined, true))).toBeNull();
  });

  it('adds a link to those that are known, once', () => {
    expect(withKnownLink([], PEER)).toEqual([PEER]);
    expect(withKnownLink([SELF], PEER)).toEqual([SELF, PEER]);
    expect(withKnownLink([PEER, SELF], PEER)).toEqual([PEER, SELF]);
    const many = Array.from({ length: KNOWN_LINKS_LIMIT }, (_, index) => `${PEER}/${index}`);
    expect(withKnownLink(many, PEER)).toEqual([...many.slice(1), PEER]);
  });
});

describe('a message that comes by link', () => {
  const known = { sessions: ['s'], pairings: ['p'] };
  const NOW = 1_700_000_000_900;

  it('puts a session into link mode, belongs to a pairing, or begins one of five minutes that is not active', () => {
    expect(arrivalByLink('s', known, NOW)).toEqual({ to: 'session', transportType: 'link_mode' });
    expect(arrivalByLink('p', known, NOW)).toEqual({ to: 'pairing' });
    expect(arrivalByLink('x', known, NOW)).toEqual({ to: 'new-pairing', active: false, expiry: 1_700_000_300 });
  });

  it('is taken unsealed only as a request to sign in, and never on a session', () => {
    const arrivals = ['s', 'p', 'x'].map((topic) => arrivalByLink(topic, known, NOW));
    expect(arrivals.map((arrival) => takesPlainEnvelope(arrival, 'wc_sessionAuthenticate'))).toEqual([false, true, true]);
    for (const method of ['wc_sessionRequest', 'wc_sessionDelete', 'wc_sessionPropose', '', undefined])
      expect(arrivals.map((arrival) => takesPlainEnvelope(arrival, method))).toEqual([false, false, false]);
  });
});

describe('the envelope of a link', () => {
  it('is a 2 and the message, in the base64 of URLs', () => {
    expect(encodeLinkEnvelope('{"a":"??>"}')).toBe(Buffer.from('\x02{"a":"??>"}').toString('base64url'));
    expect(encodeLinkEnvelope('{}')).toBe('Ant9');
  });

  itHolds('gives back the message, whatever it says', fc.string({ unit: 'binary' }), (message) => {
    const envelope = encodeLinkEnvelope(message);
    expect(envelope).toMatch(/^[\w-]+$/);
    expect(decodeLinkEnvelope(envelope)).toBe(message);
    expect(decodeLinkEnvelope(Buffer.from(envelope, 'base64url').toString('base64'))).toBe(message);
  });

  it.each([
    ['empty', ''],
    ['no base64', '%%%'],
    ['sealed', Buffer.from([0, 1, 2, 3]).toString('base64url')],
    ['sealed for a key', Buffer.from([1, 1, 2, 3]).toString('base64url')],
    ['no text', Buffer.from([2, 0xff, 0xfe]).toString('base64url')],
  ])('is not opened when it is %s', (_, envelope) => {
    expect(decodeLinkEnvelope(envelope)).toBeNull();
  });
});

describe('a link with a message', () => {
  const message = { topic: 'ab'.repeat(32), envelope: 'Ant9' };

  it('is the universal link with both behind it', () => {
    expect(formatLinkUrl(PEER, message)).toBe(`${PEER}?wc_ev=Ant9&topic=${message.topic}`);
    expect(formatLinkUrl(`${PEER}?a=b`, message)).toBe(`${PEER}?a=b&wc_ev=Ant9&topic=${message.topic}`);
    expect(formatLinkUrl(`${PEER}#here`, message)).toBe(`${PEER}?wc_ev=Ant9&topic=${message.topic}`);
  });

  it('gives back the message, on any link', () => {
    const link = fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((url) => !/wc_ev|topic/.test(url));
    forAll(link, fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[0-9a-f]{64}$/), (url, text, topic) => {
      const one = { topic, envelope: encodeLinkEnvelope(text) };
      expect(parseLinkUrl(formatLinkUrl(url, one))).toEqual(one);
    });
  });

  it('is read in either order, escaped or with a fragment behind', () => {
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
  ])('is none in "%s"', (url) => {
    expect(parseLinkUrl(url)).toBeNull();
  });
});
