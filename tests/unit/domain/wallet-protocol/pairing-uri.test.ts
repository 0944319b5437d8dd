import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPairingUri, type PairingUri, parsePairingUri } from '../../../../domain/wallet-protocol/pairing-uri.js';
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

const TOPIC = 'c9e6d30fb34afe70a15c14e9337ba8e4d5a35dd695c39b94884b0ee60c69d168';
const KEY = '7ff3e362f825ab868e20e767fe580d0311181632707e7c878cbeca0238d45b8b';
/** As it stands in the specification of the pairing URI. */
const PUBLISHED = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${KEY}`;

const hex64 = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const uris: fc.Arbitrary<PairingUri> = fc.record({
  topic: hex64,
  symKey: hex64,
  expiry: fc.option(fc.integer({ min: 0, max: 10 ** 11 })),
  methods: fc.array(fc.constantFrom('wc_sessionPropose', 'wc_sessionAuthenticate')),
});

describe('a pairing URI', () => {
  it('is read as the specification writes it', () => {
    expect(parsePairingUri(PUBLISHED)).toEqual({ topic: TOPIC, symKey: KEY, expiry: null, methods: [] });
  });

  it('names the relay protocol, the key, the expiry and the methods in this order', () => {
    expect(
      formatPairingUri({ topic: TOPIC, symKey: KEY, expiry: 1_700_000_300, methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] }),
    ).toBe(`${PUBLISHED}&expiryTimestamp=1700000300&methods=wc_sessionPropose,wc_sessionAuthenticate`);
  });

  itHolds('reads back as it was written', uris, (uri) => {
    expect(parsePairingUri(formatPairingUri(uri))).toEqual(uri);
  });

  it.each([
    ['with slashes behind the scheme', PUBLISHED.replace('wc:', 'wc://')],
    ['wrapped in base64', btoa(PUBLISHED)],
    ['with blanks around it', `  ${PUBLISHED}\n`],
    ['with methods in brackets', `${PUBLISHED}&methods=[]`],
  ])('is read also %s', (_, uri) => {
    expect(parsePairingUri(uri)).toEqual({ topic: TOPIC, symKey: KEY, expiry: null, methods: [] });
  });

  it.each([
    ['', 'it does not begin with "wc:" and a topic'],
    ['https://example.org', 'it does not begin with "wc:" and a topic'],
    [PUBLISHED.replace('@2', '@1'), 'it is not of version 2'],
    [PUBLISHED.replace(TOPIC, 'abc'), 'its topic is not 32 bytes in hex'],
    [PUBLISHED.replace('irn', 'waku'), 'it names another relay protocol than "irn"'],
    [PUBLISHED.replace(KEY, 'zz'), 'its key is not 32 bytes in hex'],
    [`${PUBLISHED}&expiryTimestamp=soon`, 'its expiry is not a time in seconds'],
  ])('%j is none, and the reason is told', (uri, reason) => {
    expect(thrownBy('pairing/invalid-uri', () => parsePairingUri(uri)).context.reason).toBe(reason);
  });

  itHolds('never stands in the error that refuses it, nor does its key', uris, fc.nat(60), (uri, at) => {
    const text = formatPairingUri(uri);
    const broken = `${text.slice(0, at)}%${text.slice(at + 1)}`;
    try {
      parsePairingUri(broken);
    } catch (error) {
      expect(String(error) + JSON.stringify(error)).not.toContain(uri.symKey);
    }
  });
});
