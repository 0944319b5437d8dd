import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { identitySchema, namesSchema, registeredNameSchema, suggestionsSchema } from '../../../../domain/names/parse-profile.js';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('an identity', () => {
  it.each([
    [
      { name: 'alice.eth', avatar: 'https://a.example/a.png' },
      { name: 'alice.eth', avatarUrl: 'https://a.example/a.png' },
    ],
    [
      { name: '', avatar: '' },
      { name: null, avatarUrl: null },
    ],
    [{}, { name: null, avatarUrl: null }],
    [
      { name: 7, avatar: 'javascript:alert(1)' },
      { name: null, avatarUrl: null },
    ],
    [
      { name: 'a\u202Elice\u200B.eth', avatar: 'http://a.example/a.png' },
      { name: 'alice.eth', avatarUrl: null },
    ],
    [{ name: 'x'.repeat(256) }, { name: null, avatarUrl: null }],
  ])('is read without what is not safe: %#', (reply, identity) => {
    expect(v.parse(identitySchema, reply)).toEqual(identity);
  });

  it('is refused if it is no object', () => {
    for (const reply of [null, 'alice.eth', 7]) expect(v.is(identitySchema, reply)).toBe(false);
  });
});

describe('a registered name', () => {
  it.each([
    [{ addresses: { '60': { address: ADDRESS, created: '' }, '501': { address: 'other' } } }, ADDRESS],
    [{ addresses: {} }, null],
    [{ addresses: { '60': { address: '' } } }, null],
    [{ addresses: [] }, null],
    [{}, null],
  ])('%j has the address %s', (reply, address) => {
    expect(v.parse(registeredNameSchema, reply)).toBe(address);
  });
});

describe('names of an address', () => {
  it('keep their order, without invalid ones', () => {
    expect(v.parse(namesSchema, [{ name: 'a.eth' }, { name: '\u200B' }, null, {}, { name: 'b.eth' }])).toEqual(['a.eth', 'b.eth']);
    expect(v.is(namesSchema, { name: 'a.eth' })).toBe(false);
  });
});

describe('suggestions', () => {
  it('tell which are registered, without invalid ones', () => {
    const suggestions = [{ name: 'a', registered: true }, { name: 'b', registered: false }, { name: 'c' }, { registered: false }];
    expect(v.parse(suggestionsSchema, { suggestions })).toEqual([
      { name: 'a', isRegistered: true },
      { name: 'b', isRegistered: false },
    ]);
    expect(v.is(suggestionsSchema, {})).toBe(false);
  });
});
