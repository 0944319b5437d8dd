import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeletedKind, deletedFault } from '../../../../../domain/wallet-protocol/rules/record-faults.js';
import {
  deletedKindOf,
  forgetDeleted,
  NOTHING_DELETED,
  type RecentlyDeleted,
  rememberDeleted,
} from '../../../../../domain/wallet-protocol/state/recently-deleted.js';
import { command, forAll } from '../../properties.js';

const KINDS = ['pairing', 'session', 'proposal', 'request'] as const;

const filled = (count: number): RecentlyDeleted =>
  Array.from({ length: count }, (_, place) => place).reduce((memory, id) => rememberDeleted(memory, id, 'request'), NOTHING_DELETED);

describe('what was deleted a moment ago', () => {
  it.each(KINDS)('is told of in the words of the protocol when it was a %s', (kind) => {
    const memory = rememberDeleted(NOTHING_DELETED, 'abc', kind);
    expect(deletedFault('abc', deletedKindOf(memory, 'abc'))).toMatchObject({
      kind: 'wallet-protocol/recently-deleted',
      message: `Missing or invalid. Record was recently deleted - ${kind}: abc`,
    });
  });

  it.each([
    ['another topic', 'abd'],
    ['an id that reads like it', 7],
    ['nothing', undefined],
    ['an object', {}],
    ['no number', Number.NaN],
  ])('is not mistaken for %s', (_what, key) => {
    const memory = rememberDeleted(rememberDeleted(NOTHING_DELETED, 'abc', 'session'), '7', 'session');
    expect(deletedKindOf(memory, key)).toBeNull();
  });

  it('is remembered up to 199 times', () => {
    const memory = filled(199);
    expect(memory.size).toBe(199);
    expect(deletedKindOf(memory, 0)).toBe('request');
  });

  it('is forgotten by the older half at the 200th', () => {
    const memory = filled(200);
    expect(memory.size).toBe(100);
    expect(deletedKindOf(memory, 99)).toBeNull();
    expect(deletedKindOf(memory, 100)).toBe('request');
    expect(deletedKindOf(memory, 199)).toBe('request');
  });

  it('is the newest when it is deleted once more', () => {
    const memory = rememberDeleted(rememberDeleted(filled(198), 0, 'proposal'), 'last', 'session');
    expect(memory.size).toBe(199);
    const half = rememberDeleted(memory, 'one more', 'session');
    expect(deletedKindOf(half, 0)).toBe('proposal');
    expect(deletedKindOf(half, 1)).toBeNull();
  });

  it('is not deleted any more once it exists again', () => {
    const memory = rememberDeleted(filled(3), 'abc', 'pairing');
    expect(deletedKindOf(forgetDeleted(memory, 'abc'), 'abc')).toBeNull();
    expect(deletedKindOf(forgetDeleted(memory, 'abc'), 2)).toBe('request');
    expect(forgetDeleted(memory, 'unknown')).toBe(memory);
  });

  it('changes no memory that somebody holds', () => {
    const memory = filled(199);
    rememberDeleted(memory, 'abc', 'session');
    forgetDeleted(memory, 0);
    expect(memory).toEqual(filled(199));
  });
});

/** A list on paper: written to at the end, torn in the middle when it is full. */
interface Paper {
  readonly lines: [string | number, DeletedKind][];
  torn: number;
}
interface Real {
  memory: RecentlyDeleted;
}

/** Many things are deleted, or made again where they are of no kind. */
const happening = (keys: readonly (string | number)[], kind: DeletedKind | null): fc.Command<Paper, Real> =>
  command(`${kind ?? 'made again'}: ${keys.join()}`, (paper, real) => {
    for (const key of keys) {
      const known = paper.lines.findIndex(([other]) => other === key);
      if (known >= 0) paper.lines.splice(known, 1);
      if (kind !== null) paper.lines.push([key, kind]);
      if (paper.lines.length === 200) {
        paper.lines.splice(0, 100);
        paper.torn += 1;
      }
      real.memory = kind === null ? forgetDeleted(real.memory, key) : rememberDeleted(real.memory, key, kind);
    }
    expect(deletedKindOf(real.memory, keys.at(-1))).toBe(kind);
    expect([...real.memory]).toEqual(paper.lines);
  });

it('remembers what a list on paper would, whatever is deleted in whatever order', () => {
  const key = fc.oneof(fc.nat(400), fc.nat(400).map(String));
  const many = (minLength: number) => fc.uniqueArray(key, { minLength, maxLength: 60 });
  const commands = fc.commands(
    [
      fc.tuple(many(30), fc.constantFrom(...KINDS)).map(([keys, kind]) => happening(keys, kind)),
      fc.tuple(many(30), fc.constantFrom(...KINDS)).map(([keys, kind]) => happening(keys, kind)),
      many(1).map((keys) => happening(keys, null)),
    ],
    { maxCommands: 10, size: 'max' },
  );
  let torn = 0;
  forAll(commands, (happening) => {
    const paper: Paper = { lines: [], torn: 0 };
    fc.modelRun(() => ({ model: paper, real: { memory: NOTHING_DELETED } }), happening);
    torn += paper.torn;
  });
  expect(torn).toBeGreaterThan(0);
});
