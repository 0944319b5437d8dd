import { describe, expect, it } from 'vitest';
import type { OptionsInput } from '../../../domain/options/options.js';
import { type FakeClient, fakeClient } from '../../react/hooks/support/fake-client.js';
import { readersOf } from './support/option-readers.js';
import { FEATURE_ROWS, OPTION_ROWS, type OptionRow } from './support/option-rows.js';

type Rows = readonly (readonly [name: string, row: OptionRow])[];

const optionRows: Rows = Object.entries(OPTION_ROWS);
const featureRows: Rows = Object.entries(FEATURE_ROWS);

const clientWith = async (row: OptionRow, change: Partial<OptionsInput>): Promise<FakeClient> => {
  const { given = {}, chain = {}, reaching = false } = 'see' in row ? row : {};
  const fake = fakeClient({ options: { ...given, ...change }, chain, reaching });
  await fake.client.ready;
  return fake;
};

const test = (
  rows: Rows,
  change: (name: string, value: unknown) => Partial<OptionsInput>,
  kept: (fake: FakeClient, name: string) => unknown,
) => {
  const seen = rows.filter(([, row]) => 'see' in row);
  const waiting = rows
    .filter(([, row]) => 'waitsFor' in row)
    .map(([name, row]) => [name, 'waitsFor' in row ? row.waitsFor : '', row] as const);

  it.each(seen)('%s has its effect', async (name, row) => {
    if (!('see' in row)) throw new Error('Only rows with an effect come here');
    expect(await row.see(await clientWith(row, {}))).toEqual(row.byDefault);
    expect(await row.see(await clientWith(row, change(name, row.set)))).toEqual(row.withSet);
  });

  it.each(waiting)('%s is checked and kept, and waits for %s', async (name, _, row) => {
    const fake = await clientWith(row, change(name, row.set));
    const isRecord = typeof row.set === 'object' && !Array.isArray(row.set);
    expect(kept(fake, name)).toEqual(isRecord ? expect.objectContaining(row.set) : row.set);
    expect(kept(await clientWith(row, {}), name)).not.toEqual(row.set);
    // Once something reads it, the row has to say what one sees.
    expect(readersOf(name)).toEqual([]);
  });
};

describe('Each option', () => {
  test(
    optionRows,
    (name, value) => ({ [name]: value }),
    ({ client }, name) => client.options.current[name as keyof OptionsInput],
  );
});

describe('Each feature', () => {
  test(
    featureRows,
    (name, value) => ({ features: { [name]: value } }),
    ({ client }, name) => client.options.current.features[name as keyof typeof FEATURE_ROWS],
  );
});

describe('The search for readers', () => {
  it.each(['enableWalletGuide', 'enableEIP6963', 'allowUnsupportedChain', 'connectMethodsOrder', 'legalCheckbox', 'debug', 'networks'])(
    'finds those of %s',
    (name) => {
      expect(readersOf(name)).not.toEqual([]);
    },
  );
});
