import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPairingUri, type PairingUri, parsePairingUri } from '../../../../domain/wallet-protocol/pairing-uri.js';
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

const TOPIC = 'c9e6d30fb34afe70a15c14e9337ba8e4d5a35dd695c39b94884b0ee60c69d168';
const KEY = '7ff3e362f825ab868e20e767fe580d0311181632707e7c878cbeca0238d45b8b';
/** Example from the specification of pairing URIs. */
const PUBLISHED = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${KEY}`;

const hex64 = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const uris: fc.Arbitrary<PairingUri> = fc.record({
  topic: hex64,
  symKey: hex64,
  expiry: fc.option(fc.integer({ min: 0, max: 10 ** 11 })),
  methods: fc.array(fc.constantFrom('wc_sessionPropose', 'wc_sessionAuthenticate')),
});

describe('pairing URI', () => {
  it('is parsed as in the specification', () => {
    expect(parsePairingUri(PUBLISHED)).toEqual({ topic: TOPIC, symKey: KEY, expiry: null, methods: [] });
  });

  it('contains relay protocol, key, expiry and methods in this order', () => {
    expect(
      formatPairingUri({ topic: TOPIC, symKey: KEY, expiry: 1_700_000_300, methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] }),
    ).toBe(`${PUBLISHED}&expiryTimestamp=1700000300&methods=wc_sessionPropose,wc_sessionAuthenticate`);
  });

  itHolds('round-trips', uris, (uri) => {
    expect(parsePairingUri(formatPairingUri(uri))).toEqual(uri);
  });

  it.each([
    ['with slashes after the scheme', PUBLISHED.replace('wc:', 'wc://')],
    ['in base64', btoa(PUBLISHED)],
    ['with surrounding whitespace', `  ${PUBLISHED}\n`],
    ['with methods in brackets', `${PUBLISHED}&methods=[]`],
  ])('is also parsed %s', (_, uri) => {
    expect(parsePairingUri(uri)).toEqual({ topic: TOPIC, symKey: KEY, expiry: null, methods: [] });
  });

  it.each([
    ['', 'it does not start with "wc:" and a topic'],
    ['https://example.org', 'it does not start with "wc:" and a topic'],
    [PUBLISHED.replace('@2', '@1'), 'its version is not 2'],
    [PUBLISHED.replace(TOPIC, 'abc'), 'its topic is not 32 bytes in hex'],
    [PUBLISHED.replace('irn', 'waku'), 'its relay protocol is not "irn"'],
    [PUBLISHED.replace(KEY, 'zz'), 'its symKey is not 32 bytes in hex'],
    [`${PUBLISHED}&expiryTimestamp=soon`, 'its expiry is not a time in seconds'],
  ])('%j is rejected with a reason', (uri, reason) => {
    expect(thrownBy('pairing/invalid-uri', () => parsePairingUri(uri)).context.reason).toBe(reason);
  });

  itHolds('never appears in the error, nor does its key', uris, fc.nat(60), (uri, at) => {
    const text = formatPairingUri(uri);
    const broken = `${text.slice(0, at)}%${text.slice(at + 1)}`;
    try {
      parsePairingUri(broken);
    } catch (error) {
      expect(String(error) + JSON.stringify(error)).not.toContain(uri.symKey);
    }
  });
});
