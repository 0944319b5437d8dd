import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '../../../../../adapters/storage/node/open-folder.js';
import { RecordFolder } from '../../../../../adapters/storage/node/record-folder.js';
import { OPEN_SEAL, type Seal, sealOf } from '../../../../../adapters/storage/node/seal.js';
import { freshPath } from '../../support/test-folder.js';

const SECRET = 'a secret of at least 32 characters';

const fileOf = (path: string): string => {
  const [name, ...others] = readdirSync(path);
  if (name === undefined || others.length > 0) throw new Error('There is not exactly one file.');
  return join(path, name);
};

describe('a folder of records', () => {
  it('touches nothing before something is written', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, OPEN_SEAL);
    expect([folder.entries(), folder.read('a'), folder.fits()]).toEqual([[], undefined, null]);
    folder.remove('a');
    expect(existsSync(path)).toBe(false);
  });

  it('gives its files and the folders it makes to their owner alone', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, OPEN_SEAL);
    folder.write('a', 1);
    folder.write('a', 2);
    folder.claim('b', 3);
    const modes = [path, join(path, '..'), ...readdirSync(path).map((name) => join(path, name))].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('leaves nothing beside the records', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, OPEN_SEAL);
    folder.write('a', 1);
    expect(folder.claim('a', 2)).toBe(false);
    expect(() => folder.write('a', () => undefined)).toThrow();
    expect([readdirSync(path).length, folder.read('a')]).toEqual([1, 1]);
  });

  it('writes beside a name that no other folder object has, of whatever process', () => {
    const path = freshPath();
    const beside: string[] = [];
    // Claiming what is there reads it while the new record lies beside it.
    const seal: Seal = {
      ...OPEN_SEAL,
      open: (bytes, name) => {
        beside.push(...readdirSync(path).filter((each) => each !== name));
        return bytes;
      },
    };
    new RecordFolder(path, OPEN_SEAL).write('a', 1);
    for (let n = 0; n < 20; n += 1) expect(new RecordFolder(path, seal).claim('a', 2)).toBe(false);
    expect([beside.length, new Set(beside).size, readdirSync(path).length]).toEqual([20, 20, 1]);
    for (const name of beside) expect(name).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{32}$/);
  });

  it('keeps keys apart that are equal but for letter case, and takes keys longer than a file’s name', () => {
    const folder = new RecordFolder(freshPath(), OPEN_SEAL);
    const long = 'k'.repeat(5_000);
    for (const key of ['a', 'A', long]) folder.write(key, key);
    expect(['a', 'A', long].map((key) => folder.read(key))).toEqual(['a', 'A', long]);
  });

  it.each([
    ['cut short', (file: string) => truncateSync(file, 5)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['something else', (file: string) => writeFileSync(file, 'hello')],
  ])('takes a record that is %s for none, and lets it be replaced', (_, damage) => {
    const path = freshPath();
    const folder = new RecordFolder(path, OPEN_SEAL);
    folder.write('a', 'whole');
    damage(fileOf(path));
    expect([folder.read('a'), folder.entries()]).toEqual([undefined, []]);
    expect([folder.claim('a', 'new'), folder.read('a'), folder.claim('a', 'late')]).toEqual([true, 'new', false]);
  });

  it('does not take the record of one key for that of another', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, OPEN_SEAL);
    folder.write('a', 1);
    const bytes = readFileSync(fileOf(path));
    folder.write('b', 2);
    for (const name of readdirSync(path)) writeFileSync(join(path, name), bytes);
    expect([folder.read('a'), folder.read('b'), folder.entries()]).toEqual([1, undefined, [['a', 1]]]);
  });

  it('clears away what a crash has left, and nothing that is being written now', () => {
    const path = freshPath();
    mkdirSync(path, { recursive: true });
    const [left, current] = [join(path, 'a.1-0'), join(path, 'b.2-0')];
    for (const file of [left, current]) writeFileSync(file, '');
    const anHourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(left, anHourAgo, anHourAgo);
    const folder = new RecordFolder(path, OPEN_SEAL);
    folder.write('a', 1);
    expect([existsSync(left), existsSync(current), folder.entries()]).toEqual([false, true, [['a', 1]]]);
  });
});

describe('a folder with a secret', () => {
  it('has nothing in clear in its files', () => {
    const path = freshPath();
    const { records } = openFolder(path, SECRET);
    records.write('the key', 'the value');
    const bytes = readFileSync(fileOf(join(path, 'records')), 'latin1');
    expect([bytes.includes('the key'), bytes.includes('the value'), records.read('the key')]).toEqual([false, false, 'the value']);
    const clear = freshPath();
    openFolder(clear, undefined).records.write('the key', 'the value');
    expect(readFileSync(fileOf(join(clear, 'records')), 'latin1')).toContain('the value');
  });

  it('notices that a file was changed, or put in the place of another', () => {
    const path = freshPath();
    const folder = new RecordFolder(path, sealOf(SECRET));
    folder.write('a', 1);
    const bytes = readFileSync(fileOf(path));
    folder.write('b', 2);
    for (const name of readdirSync(path)) writeFileSync(join(path, name), bytes);
    expect([folder.read('a'), folder.read('b')]).toEqual([1, undefined]);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    for (const name of readdirSync(path)) writeFileSync(join(path, name), bytes);
    expect(folder.entries()).toEqual([]);
  });

  /** Why a folder is not opened. */
  const refusal = (fix: string) =>
    expect.objectContaining({ code: 'config/invalid-option', context: { field: 'secret', fix: expect.stringMatching(fix) } });

  it.each([
    ['another secret', SECRET, 'another secret of 32 characters!!', '^write the one that the folder was made with; if this is that one'],
    ['no secret', SECRET, undefined, '^write the one that the folder was made with; if it was made with none'],
    ['a secret where there was none', undefined, SECRET, '^leave it out, because the folder was made with none'],
  ])('is refused with %s, before anything in it is lost', (_, first, second, fix) => {
    for (const part of ['texts', 'records'] as const) {
      const path = freshPath();
      openFolder(path, first)[part].write('a', 1);
      expect(() => openFolder(path, second)).toThrow(refusal(fix));
      expect(openFolder(path, first)[part].read('a')).toBe(1);
    }
  });

  it.each([
    ['the right secret', SECRET, 'if this is that one, what it holds is damaged: name another folder'],
    ['no secret, as it was made', undefined, 'if it was made with none, what it holds is damaged: name another folder'],
  ])('says with %s that all it holds may be damaged', (_, secret, fix) => {
    const path = freshPath();
    openFolder(path, secret).records.write('a', 1);
    truncateSync(fileOf(join(path, 'records')), 3);
    expect(() => openFolder(path, secret)).toThrow(refusal(fix));
  });

  it('is opened where all records of one part are damaged and those of the other tell that the secret is right', () => {
    const path = freshPath();
    const { texts, records } = openFolder(path, SECRET);
    texts.write('a', 'text');
    records.write('a', 1);
    truncateSync(fileOf(join(path, 'records')), 3);
    const opened = openFolder(path, SECRET);
    expect([opened.texts.read('a'), opened.records.claim('a', 2), opened.records.read('a')]).toEqual(['text', true, 2]);
    expect(() => openFolder(path, undefined)).toThrow(refusal('^write the one'));
  });

  it('is opened where one record of several is damaged, and where it cannot be read at all', () => {
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
