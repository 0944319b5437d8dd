import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeletedKind, deletedFault } from '../../../../../domain/wallet-protocol/rules/record-faults.js';
import {
  addDeleted,
  deletedKindOf,
  NO_DELETED_RECORDS,
  type RecentlyDeleted,
  removeDeleted,
} from '../../../../../domain/wallet-protocol/state/recently-deleted.js';
import { command, forAll } from '../../properties.js';

const KINDS = ['pairing', 'session', 'proposal', 'request'] as const;

const filled = (count: number): RecentlyDeleted =>
  Array.from({ length: count }, (_, index) => index).reduce((deleted, id) => addDeleted(deleted, id, 'request'), NO_DELETED_RECORDS);

describe('recently deleted records', () => {
  it.each(KINDS)('have the protocol’s message for a %s', (kind) => {
    const deleted = addDeleted(NO_DELETED_RECORDS, 'abc', kind);
    expect(deletedFault('abc', deletedKindOf(deleted, 'abc'))).toMatchObject({
      kind: 'wallet-protocol/recently-deleted',
      message: `Missing or invalid. Record was recently deleted - ${kind}: abc`,
    });
  });

  it.each([
    ['another topic', 'abd'],
    ['a number that equals it as a string', 7],
    ['undefined', undefined],
    ['an object', {}],
    ['NaN', Number.NaN],
  ])('are not found by %s', (_, key) => {
    const deleted = addDeleted(addDeleted(NO_DELETED_RECORDS, 'abc', 'session'), '7', 'session');
    expect(deletedKindOf(deleted, key)).toBeNull();
  });

  it('keep up to 199 entries', () => {
    const deleted = filled(199);
    expect(deleted.size).toBe(199);
    expect(deletedKindOf(deleted, 0)).toBe('request');
  });

  it('drop the older half at the 200th entry', () => {
    const deleted = filled(200);
    expect(deleted.size).toBe(100);
    expect(deletedKindOf(deleted, 99)).toBeNull();
    expect(deletedKindOf(deleted, 100)).toBe('request');
    expect(deletedKindOf(deleted, 199)).toBe('request');
  });

  it('move to the end when deleted again', () => {
    const deleted = addDeleted(addDeleted(filled(198), 0, 'proposal'), 'last', 'session');
    expect(deleted.size).toBe(199);
    const half = addDeleted(deleted, 'one more', 'session');
    expect(deletedKindOf(half, 0)).toBe('proposal');
    expect(deletedKindOf(half, 1)).toBeNull();
  });

  it('are removed when the record exists again', () => {
    const deleted = addDeleted(filled(3), 'abc', 'pairing');
    expect(deletedKindOf(removeDeleted(deleted, 'abc'), 'abc')).toBeNull();
    expect(deletedKindOf(removeDeleted(deleted, 'abc'), 2)).toBe('request');
    expect(removeDeleted(deleted, 'unknown')).toBe(deleted);
  });

  it('are immutable', () => {
    const deleted = filled(199);
    addDeleted(deleted, 'abc', 'session');
    removeDeleted(deleted, 0);
    expect(deleted).toEqual(filled(199));
  });
});

/** Model: a list that grows at the end and drops its older half when full. */
interface Model {
  readonly entries: [string | number, DeletedKind][];
  pruned: number;
}
interface Real {
  deleted: RecentlyDeleted;
}

/** Deletes keys of a kind, or restores them if the kind is null. */
const change = (keys: readonly (string | number)[], kind: DeletedKind | null): fc.Command<Model, Real> =>
  command(`${kind ?? 'restored'}: ${keys.join()}`, (model, real) => {
    for (const key of keys) {
      const known = model.entries.findIndex(([other]) => other === key);
      if (known >= 0) model.entries.splice(known, 1);
      if (kind !== null) model.entries.push([key, kind]);
      if (model.entries.length === 200) {
        model.entries.splice(0, 100);
        model.pruned += 1;
      }
      real.deleted = kind === null ? removeDeleted(real.deleted, key) : addDeleted(real.deleted, key, kind);
    }
    expect(deletedKindOf(real.deleted, keys.at(-1))).toBe(kind);
    expect([...real.deleted]).toEqual(model.entries);
  });

it('RecentlyDeleted matches the model for any sequence of changes', () => {
  const key = fc.oneof(fc.nat(400), fc.nat(400).map(String));
  const many = (minLength: number) => fc.uniqueArray(key, { minLength, maxLength: 60 });
  const commands = fc.commands(
    [
      fc.tuple(many(30), fc.constantFrom(...KINDS)).map(([keys, kind]) => change(keys, kind)),
      fc.tuple(many(30), fc.constantFrom(...KINDS)).map(([keys, kind]) => change(keys, kind)),
      many(1).map((keys) => change(keys, null)),
    ],
    { maxCommands: 10, size: 'max' },
  );
  let pruned = 0;
  forAll(commands, (sequence) => {
    const model: Model = { entries: [], pruned: 0 };
    fc.modelRun(() => ({ model, real: { deleted: NO_DELETED_RECORDS } }), sequence);
    pruned += model.pruned;
  });
  expect(pruned).toBeGreaterThan(0);
});
