import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occupiedTopicFault, pairFault, repeatedPairFault } from '../../../../../domain/wallet-protocol/rules/pair-rule.js';
import { itHolds } from '../../properties.js';
import { describeFault, NOW, NOW_S, SOON } from './contexts.js';

const KEY = 'cd'.repeat(32);
// SHA-256 of the 32 bytes.
const TOPIC = '7969ec0fcb8b648dfde24b1d0ae24568d398dcc3a83b80a850f973238cdfd3d9';
const uri = (search: string, head = `wc:${TOPIC}@2`) => `${head}?${search}`;
const VALID_URI = uri(`relay-protocol=irn&symKey=${KEY}&expiryTimestamp=${SOON}`);
const pair = (params: unknown) => describeFault(pairFault(params, { nowMs: NOW }));

describe('pair()', () => {
  it.each([
    ['a URI', VALID_URI],
    ['a URI without expiry', uri(`symKey=${KEY}&relay-protocol=irn`)],
    ['a URI with slashes', VALID_URI.replace('wc:', 'wc://')],
    ['a URI in base64', btoa(VALID_URI)],
    ['a key in capitals', uri(`relay-protocol=irn&symKey=${KEY.toUpperCase()}`)],
  ])('accepts %s', (_, given) => {
    expect(pair({ uri: given })).toBeNull();
  });

  it.each([
    [undefined, 'Missing or invalid. pair() params: undefined'],
    [null, 'Missing or invalid. pair() params: null'],
    [{}, 'Missing or invalid. pair() uri: undefined'],
    [{ uri: 5 }, 'Missing or invalid. pair() uri: 5'],
    [{ uri: '' }, 'Missing or invalid. pair() uri: '],
    [{ uri: 'scan me' }, 'Missing or invalid. pair() uri: scan me'],
    [{ uri: 'https://app.example' }, 'Missing or invalid. pair() uri#relay-protocol'],
    [{ uri: uri(`symKey=${KEY}`) }, 'Missing or invalid. pair() uri#relay-protocol'],
    [{ uri: uri(`relay-protocol=waku&symKey=${KEY}`) }, 'Missing or invalid. pair() uri#relay-protocol'],
    [{ uri: uri('relay-protocol=irn') }, 'Missing or invalid. pair() uri#symKey'],
    [{ uri: uri('relay-protocol=irn&symKey=') }, 'Missing or invalid. pair() uri#symKey'],
    [{ uri: uri(`relay-protocol=irn&symKey=${KEY}`, 'wc:abc@2') }, 'Missing or invalid. pair() uri: wc:abc@2?relay-protocol=irn&symKey=…'],
    [
      { uri: uri(`relay-protocol=irn&symKey=${KEY}`, `wc:${'ab'.repeat(32)}@2`) },
      `Missing or invalid. pair() uri: the topic ${'ab'.repeat(32)} is not that of the key`,
    ],
    [
      { uri: uri(`relay-protocol=irn&symKey=${KEY}`, `wc:${TOPIC.toUpperCase()}@2`) },
      `Missing or invalid. pair() uri: the topic ${TOPIC.toUpperCase()} is not that of the key`,
    ],
    [{ uri: uri(`relay-protocol=irn&symKey=${KEY}`, 'wc:abc@1') }, 'Missing or invalid. pair() uri: wc:abc@1?relay-protocol=irn&symKey=…'],
    [
      { uri: uri(`relay-protocol=irn&symKey=${KEY}&expiryTimestamp=soon`, 'wc:a@2') },
      'Missing or invalid. pair() uri: wc:a@2?relay-protocol=irn&symKey=…&expiryTimestamp=soon',
    ],
    [
      { uri: VALID_URI.replace(String(SOON), String(NOW_S)) },
      'Expired. pair() URI has expired. Please try again with a new connection URI.',
    ],
  ])('rejects %o', (params, message) => {
    expect(pair(params)).toBe(message);
  });

  itHolds(
    'never reports the key, for any malformed URI',
    fc.nat(VALID_URI.length),
    fc.nat(VALID_URI.length),
    fc.boolean(),
    (from, length, isWrapped) => {
      const broken = VALID_URI.slice(0, from) + VALID_URI.slice(from + length);
      const message = pairFault({ uri: isWrapped ? btoa(broken) : broken }, { nowMs: NOW })?.message ?? '';
      // 32 bytes have 43 characters in base64 and more in any other encoding.
      expect(message).not.toMatch(/[\w+/-]{43,}/);
    },
  );

  it('accepts a topic that nothing else uses', () => {
    expect(occupiedTopicFault(TOPIC, { hasSession: false, key: null }, KEY)).toBeNull();
    expect(occupiedTopicFault(TOPIC, { hasSession: false, key: KEY }, KEY.toUpperCase())).toBeNull();
    const message = `Missing or invalid. pair() uri: the topic ${TOPIC} is in use`;
    expect(describeFault(occupiedTopicFault(TOPIC, { hasSession: true, key: KEY }, KEY))).toBe(message);
    expect(describeFault(occupiedTopicFault(TOPIC, { hasSession: false, key: 'ef'.repeat(32) }, KEY))).toBe(message);
  });

  it('accepts a URI again until its pairing is active', () => {
    expect(repeatedPairFault(TOPIC, { pairing: null })).toBeNull();
    expect(repeatedPairFault(TOPIC, { pairing: { active: false } })).toBeNull();
    expect(describeFault(repeatedPairFault(TOPIC, { pairing: { active: true } }))).toBe(
      `Pairing already exists: ${TOPIC}. Please try again with a new connection URI.`,
    );
  });
});
