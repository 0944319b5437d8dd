import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairAgainFault, pairFault } from '../../../../../domain/wallet-protocol/rules/pair-rule.js';
import { itHolds } from '../../properties.js';
import { NOW, OVER, SOON, verdict } from './known.js';

const TOPIC = 'ab'.repeat(32);
const KEY = 'cd'.repeat(32);
const uri = (search: string, head = `wc:${TOPIC}@2`) => `${head}?${search}`;
const GOOD = uri(`relay-protocol=irn&symKey=${KEY}&expiryTimestamp=${SOON}`);
const pair = (params: unknown) => verdict(pairFault(params, { nowMs: NOW }));

describe('pair()', () => {
  it.each([
    ['a URI', GOOD],
    ['one without an expiry', uri(`symKey=${KEY}&relay-protocol=irn`)],
    ['one with slashes', GOOD.replace('wc:', 'wc://')],
    ['one in base64', btoa(GOOD)],
  ])('takes %s', (_, given) => {
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
    [{ uri: uri(`relay-protocol=irn&symKey=${KEY}`, 'wc:abc@1') }, 'Missing or invalid. pair() uri: wc:abc@1?relay-protocol=irn&symKey=…'],
    [
      { uri: uri(`relay-protocol=irn&symKey=${KEY}&expiryTimestamp=soon`, 'wc:a@2') },
      'Missing or invalid. pair() uri: wc:a@2?relay-protocol=irn&symKey=…&expiryTimestamp=soon',
    ],
    [{ uri: GOOD.replace(String(SOON), String(OVER)) }, 'Expired. pair() URI has expired. Please try again with a new connection URI.'],
  ])('refuses %o', (params, message) => {
    expect(pair(params)).toBe(message);
  });

  itHolds(
    'never says the key, however the URI is broken',
    fc.nat(GOOD.length),
    fc.nat(GOOD.length),
    fc.boolean(),
    (from, length, isWrapped) => {
      const broken = GOOD.slice(0, from) + GOOD.slice(from + length);
      const message = pairFault({ uri: isWrapped ? btoa(broken) : broken }, { nowMs: NOW })?.message ?? '';
      // 32 bytes are 43 characters in base64, and more in every other writing.
      expect(message).not.toMatch(/[\w+/-]{43,}/);
    },
  );

  it('takes a URI again until its pairing served', () => {
    expect(pairAgainFault(TOPIC, { pairing: null })).toBeNull();
    expect(pairAgainFault(TOPIC, { pairing: { active: false } })).toBeNull();
    expect(verdict(pairAgainFault(TOPIC, { pairing: { active: true } }))).toBe(
      `Pairing already exists: ${TOPIC}. Please try again with a new connection URI.`,
    );
  });
});
