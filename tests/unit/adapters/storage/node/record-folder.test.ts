import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '../../../../../adapters/storage/node/open-folder.js';
import { PLAIN_CIPHER, type RecordCipher, secretCipher } from '../../../../../adapters/storage/node/record-cipher.js';
import { RecordFolder } from '../../../../../adapters/storage/node/record-folder.js';
import { freshPath } from '../../support/test-folder.js';

const SECRET = 'a secret of at least 32 characters';

const fileOf = (path: string): string => {
  const [name, ...others] = readdirSync(path);
  if (name === undefined || others.length > 0) throw new Error('Expected exactly one file');
  return join(path, name);
};

describe('RecordFolder', () => {
  it('creates nothing before the first write', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, PLAIN_CIPHER);
    expect([folder.entries(), folder.read('a'), folder.canDecrypt()]).toEqual([[], undefined, null]);
    folder.remove('a');
    expect(existsSync(path)).toBe(false);
  });

  it('restricts files and folders to their owner', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, PLAIN_CIPHER);
    folder.write('a', 1);
    folder.write('a', 2);
    folder.claim('b', 3);
    const modes = [path, join(path, '..'), ...readdirSync(path).map((name) => join(path, name))].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('leaves no temporary files', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, PLAIN_CIPHER);
    folder.write('a', 1);
    expect(folder.claim('a', 2)).toBe(false);
    expect(() => folder.write('a', () => undefined)).toThrow();
    expect([readdirSync(path).length, folder.read('a')]).toEqual([1, 1]);
  });

  it('uses unique names for temporary files', () => {
    const path = freshPath();
    const temporary: string[] = [];
    // A claim of an existing record reads it while the temporary file exists.
    const cipher: RecordCipher = {
      ...PLAIN_CIPHER,
      decrypt: (bytes, name) => {
        temporary.push(...readdirSync(path).filter((each) => each !== name));
        return bytes;
      },
    };
    new RecordFolder(path, PLAIN_CIPHER).write('a', 1);
    for (let n = 0; n < 20; n += 1) expect(new RecordFolder(path, cipher).claim('a', 2)).toBe(false);
    expect([temporary.length, new Set(temporary).size, readdirSync(path).length]).toEqual([20, 20, 1]);
    for (const name of temporary) expect(name).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{32}$/);
  });

  it('supports keys that differ in letter case, and keys longer than a file name', () => {
    const folder = new RecordFolder(freshPath(), PLAIN_CIPHER);
    const long = 'k'.repeat(5_000);
    for (const key of ['a', 'A', long]) folder.write(key, key);
    expect(['a', 'A', long].map((key) => folder.read(key))).toEqual(['a', 'A', long]);
  });

  it.each([
    ['truncated', (file: string) => truncateSync(file, 5)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['overwritten', (file: string) => writeFileSync(file, 'hello')],
  ])('ignores a record that is %s, and lets it be replaced', (_, damage) => {
    const path = freshPath();
    const folder = new RecordFolder(path, PLAIN_CIPHER);
    folder.write('a', 'whole');
    damage(fileOf(path));
    expect([folder.read('a'), folder.entries()]).toEqual([undefined, []]);
    expect([folder.claim('a', 'new'), folder.read('a'), folder.claim('a', 'late')]).toEqual([true, 'new', false]);
  });

  it('does not return the record of another key', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, PLAIN_CIPHER);
    folder.write('a', 1);
    const bytes = readFileSync(fileOf(path));
    folder.write('b', 2);
    for (const name of readdirSync(path)) writeFileSync(join(path, name), bytes);
    expect([folder.read('a'), folder.read('b'), folder.entries()]).toEqual([1, undefined, [['a', 1]]]);
  });

  it('removes stale temporary files only', () => {
    const path = freshPath();
    mkdirSync(path, { recursive: true });
    const [stale, current] = [join(path, 'a.1-0'), join(path, 'b.2-0')];
    for (const file of [stale, current]) writeFileSync(file, '');
    const anHourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(stale, anHourAgo, anHourAgo);
    const folder = new RecordFolder(path, PLAIN_CIPHER);
    folder.write('a', 1);
    expect([existsSync(stale), existsSync(current), folder.entries()]).toEqual([false, true, [['a', 1]]]);
  });
});

describe('openFolder', () => {
  it('encrypts records if a secret is given', () => {
    const path = freshPath();
    const { records } = openFolder(path, SECRET);
    records.write('the key', 'the value');
    const bytes = readFileSync(fileOf(join(path, 'records')), 'latin1');
    expect([bytes.includes('the key'), bytes.includes('the value'), records.read('the key')]).toEqual([false, false, 'the value']);
    const clear = freshPath();
    openFolder(clear, undefined).records.write('the key', 'the value');
    expect(readFileSync(fileOf(join(clear, 'records')), 'latin1')).toContain('the value');
  });

  it('detects changed and swapped files', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, secretCipher(SECRET));
    folder.write('a', 1);
    const bytes = readFileSync(fileOf(path));
    folder.write('b', 2);
    for (const name of readdirSync(path)) writeFileSync(join(path, name), bytes);
    expect([folder.read('a'), folder.read('b')]).toEqual([1, undefined]);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    for (const name of readdirSync(path)) writeFileSync(join(path, name), bytes);
    expect(folder.entries()).toEqual([]);
  });

  /** The expected rejection. */
  const refusal = (fix: string) =>
    expect.objectContaining({ code: 'config/invalid-option', context: { field: 'secret', fix: expect.stringMatching(fix) } });

  it.each([
    [
      'another secret',
      SECRET,
      'another secret of 32 characters!!',
      '^pass the secret that the folder was created with; if this is the same secret',
    ],
    ['no secret', SECRET, undefined, '^pass the secret that the folder was created with; if there was none'],
    ['a needless secret', undefined, SECRET, '^omit it, since the folder was created without a secret'],
  ])('rejects %s without losing data', (_, first, second, fix) => {
    for (const part of ['texts', 'records'] as const) {
      const path = freshPath();
      openFolder(path, first)[part].write('a', 1);
      expect(() => openFolder(path, second)).toThrow(refusal(fix));
      expect(openFolder(path, first)[part].read('a')).toBe(1);
    }
  });

  it.each([
    ['the right secret', SECRET, 'if this is the same secret, its data is corrupt: use another folder'],
    ['no secret, as created', undefined, 'if there was none, its data is corrupt: use another folder'],
  ])('reports possible corruption with %s', (_, secret, fix) => {
    const path = freshPath();
    openFolder(path, secret).records.write('a', 1);
    truncateSync(fileOf(join(path, 'records')), 3);
    expect(() => openFolder(path, secret)).toThrow(refusal(fix));
  });

  it('succeeds when only one subfolder is corrupt', () => {
    const path = freshPath();
    const { texts, records } = openFolder(path, SECRET);
    texts.write('a', 'text');
    records.write('a', 1);
    truncateSync(fileOf(join(path, 'records')), 3);
    const opened = openFolder(path, SECRET);
    expect([opened.texts.read('a'), opened.records.claim('a', 2), opened.records.read('a')]).toEqual(['text', true, 2]);
    expect(() => openFolder(path, undefined)).toThrow(refusal('^pass the secret'));
  });

  it('succeeds when one of several records is corrupt, or the path is unreadable', () => {
    const path = freshPath();
    const { records } = openFolder(path, SECRET);
    records.write('a', 1);
    truncateSync(fileOf(join(path, 'records')), 3);
    records.write('b', 2);
    expect(openFolder(path, SECRET).records.entries()).toEqual([['b', 2]]);
    const file = freshPath();
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    expect(() => openFolder(file, SECRET)).not.toThrow();
  });
});
