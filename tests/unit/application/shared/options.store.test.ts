import { describe, expect, it } from 'vitest';
import { clientFixture, record } from '../support/client-fixture.js';

describe('OptionsStore', () => {
  it('merges the given options and keeps the others', () => {
    const { options } = clientFixture({ options: { debug: true } });
    const themes = record(options.options$);
    options.update({ themeMode: 'light' });
    expect(options.current).toMatchObject({ themeMode: 'light', debug: true });
    expect(themes.values.map(({ themeMode }) => themeMode)).toEqual(['dark', 'light']);
  });

  it('can be read and changed after completion', () => {
    const { options } = clientFixture();
    const run = record(options.options$);
    options.complete();
    options.update({ themeMode: 'light' });
    expect(options.current.themeMode).toBe('light');
    expect(run.values).toHaveLength(1);
    expect(run.end).toBe('complete');
  });
});
