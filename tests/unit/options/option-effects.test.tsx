import { describe, expect, it } from 'vitest';
import type { LatchkeyOptions } from '../../../composition/create-latchkey.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { type FakeClient, fakeClient } from '../../react/hooks/support/fake-client.js';
import { readersOf } from './support/option-readers.js';
import { FEATURE_ROWS, OPTION_ROWS, type OptionRow } from './support/option-rows.js';

type Rows = readonly (readonly [name: string, row: OptionRow])[];

const optionRows: Rows = Object.entries(OPTION_ROWS);
const featureRows: Rows = Object.entries(FEATURE_ROWS);

const clientWith = async (row: OptionRow, change: Partial<LatchkeyOptions>): Promise<FakeClient> => {
  const { otherOptions = {}, chain = {}, hasRemoteWallets = false } = 'read' in row ? row : {};
  const fake = fakeClient({ options: { ...otherOptions, ...change }, chain, hasRemoteWallets });
  await fake.client.ready;
  return fake;
};

const testRows = (
  rows: Rows,
  change: (name: string, value: unknown) => Partial<LatchkeyOptions>,
  stored: (fake: FakeClient, name: string) => unknown,
) => {
  const rowsWithEffect = rows.filter(([, row]) => 'read' in row);
  const pendingRows = rows
    .filter(([, row]) => 'pendingFeature' in row)
    .map(([name, row]) => [name, 'pendingFeature' in row ? row.pendingFeature : '', row] as const);

  it.each(rowsWithEffect)('%s has an effect', async (name, row) => {
    if (!('read' in row)) throw new Error('Expected a row with an effect');
    expect(await row.read(await clientWith(row, {}))).toEqual(row.byDefault);
    expect(await row.read(await clientWith(row, change(name, row.set)))).toEqual(row.withSet);
  });

  it.each(pendingRows)('%s is not used until %s exists', async (name, _, row) => {
    if (row.set !== undefined) {
      expect(stored(await clientWith(row, change(name, row.set)), name)).toEqual(row.set);
      expect(stored(await clientWith(row, {}), name)).not.toEqual(row.set);
    }
    // Once code reads it, the row must describe its effect, and the schema must not mark it as unreleased.
    expect(readersOf(name)).toEqual([]);
  });
};

describe('options', () => {
  testRows(
    optionRows,
    (name, value) => ({ [name]: value }),
    ({ client }, name) => client.options.current[name as keyof OptionsInput],
  );
});

describe('features', () => {
  testRows(
    featureRows,
    (name, value) => ({ features: { [name]: value } }),
    ({ client }, name) => client.options.current.features[name as keyof typeof FEATURE_ROWS],
  );
});

describe('readersOf', () => {
  it.each(['enableWalletGuide', 'enableEIP6963', 'allowUnsupportedChain', 'connectMethodsOrder', 'legalCheckbox', 'debug', 'networks'])(
    'finds those of %s',
    (name) => {
      expect(readersOf(name)).not.toEqual([]);
    },
  );
});
