import { describe, expect, it } from 'vitest';
import { fromStorable, toStorable } from '../../../../adapters/storage/storable-value.js';

/** A value after a JSON round trip. */
const roundTrip = (value: unknown): unknown => JSON.parse(JSON.stringify(toStorable(value)));

describe('toStorable and fromStorable', () => {
  it.each([
    ['bytes', new Uint8Array([0, 1, 255])],
    ['a buffer', new Uint8Array([7]).buffer],
    ['null', null],
    ['a string', 'text'],
    ['nested values', { a: [new Uint8Array([1]), { b: null }], c: { d: new ArrayBuffer(2) } }],
  ])('restore %s', async (_, value) => {
    expect(await fromStorable(roundTrip(value))).toEqual(value);
  });

  it.each([
    ['bytes', { '@latchkey/bytes': '00', of: 'Uint8Array' }],
    ['a buffer', { '@latchkey/bytes': '00', of: 'ArrayBuffer' }],
    ['null', { '@latchkey/null': true }],
    [
      'a key',
      { '@latchkey/key': { '@latchkey/bytes': '00'.repeat(32), of: 'ArrayBuffer' }, algorithm: { name: 'AES-GCM' }, usages: ['encrypt'] },
    ],
    ['an escaped name', { '@latchkey/named/@latchkey/bytes': '00', '@latchkey/named/': { '@latchkey/bytes': '00' } }],
  ])('keep data of a peer that looks like %s', async (_, data) => {
    for (const value of [data, { params: [data] }, { params: { deep: data, text: 'a' } }]) {
      const read = await fromStorable(roundTrip(value));
      expect(read).toEqual(value);
      // And on every later round trip.
      expect(JSON.stringify(await fromStorable(roundTrip(read)))).toBe(JSON.stringify(read));
    }
  });

  it('read the format of earlier versions', async () => {
    const written = { iv: { '@latchkey/bytes': '0102', of: 'Uint8Array' }, list: [{ '@latchkey/bytes': 'ff', of: 'ArrayBuffer' }] };
    expect(await fromStorable(written)).toEqual({ iv: new Uint8Array([1, 2]), list: [new Uint8Array([255]).buffer] });
    expect(await fromStorable({ '@latchkey/null': true })).toBe(null);
    const key = { '@latchkey/key': { '@latchkey/bytes': '00'.repeat(32), of: 'ArrayBuffer' }, algorithm: { name: 'AES-GCM' } };
    expect(await fromStorable({ ...key, usages: ['encrypt'] })).toBeInstanceOf(CryptoKey);
  });
});
