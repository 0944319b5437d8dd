import { describe, expect, it } from 'vitest';
import { fromStorable, toStorable } from '../../../../adapters/storage/storable-value.js';

/** As a storage keeps it that writes JSON. */
const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(toStorable(value)));

describe('a value in a storage that knows JSON only', () => {
  it.each([
    ['bytes', new Uint8Array([0, 1, 255])],
    ['a buffer', new Uint8Array([7]).buffer],
    ['null', null],
    ['a text', 'text'],
    ['all of them in members', { a: [new Uint8Array([1]), { b: null }], c: { d: new ArrayBuffer(2) } }],
  ])('is %s again', async (_, value) => {
    expect(await fromStorable(kept(value))).toEqual(value);
  });

  it.each([
    ['bytes', { '@latchkey/bytes': '00', of: 'Uint8Array' }],
    ['a buffer', { '@latchkey/bytes': '00', of: 'ArrayBuffer' }],
    ['nothing', { '@latchkey/null': true }],
    [
      'a key',
      { '@latchkey/key': { '@latchkey/bytes': '00'.repeat(32), of: 'ArrayBuffer' }, algorithm: { name: 'AES-GCM' }, usages: ['encrypt'] },
    ],
    ['a name that was escaped', { '@latchkey/named/@latchkey/bytes': '00', '@latchkey/named/': { '@latchkey/bytes': '00' } }],
  ])('stays what a peer has sent, also where it looks like %s', async (_, given) => {
    for (const value of [given, { params: [given] }, { params: { deep: given, text: 'a' } }]) {
      const read = await fromStorable(kept(value));
      expect(read).toEqual(value);
      // And so on every page after that.
      expect(JSON.stringify(await fromStorable(kept(read)))).toBe(JSON.stringify(read));
    }
  });

  it('is read as it was written by earlier versions', async () => {
    const written = { iv: { '@latchkey/bytes': '0102', of: 'Uint8Array' }, list: [{ '@latchkey/bytes': 'ff', of: 'ArrayBuffer' }] };
    expect(await fromStorable(written)).toEqual({ iv: new Uint8Array([1, 2]), list: [new Uint8Array([255]).buffer] });
    expect(await fromStorable({ '@latchkey/null': true })).toBe(null);
    const key = { '@latchkey/key': { '@latchkey/bytes': '00'.repeat(32), of: 'ArrayBuffer' }, algorithm: { name: 'AES-GCM' } };
    expect(await fromStorable({ ...key, usages: ['encrypt'] })).toBeInstanceOf(CryptoKey);
  });
});
